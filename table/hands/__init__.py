"""From reeds to one legal action: evidence, reading, decision, displacement and repair."""
