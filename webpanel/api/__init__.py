"""The JSON addresses of the panel."""
