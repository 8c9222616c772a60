"""Output of a table: lights, sentences and the scene for phones."""
