"""JSON addresses about games: new, stored, learnt from, reviewed, drawn."""
