"""The pages on people's phones."""
