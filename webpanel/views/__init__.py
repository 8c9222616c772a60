"""The HTML pages of the panel."""
