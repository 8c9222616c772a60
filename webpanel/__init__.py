"""The panel: the pages on people's phones."""
