"""JSON addresses about games: new, kept, learnt from, reviewed, drawn."""
