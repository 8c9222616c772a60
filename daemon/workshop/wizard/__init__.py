"""The wiring wizard: from touched squares to a board map."""
