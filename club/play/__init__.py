"""A game between two boards: letters, dealt chance, signatures and their verification. Pure."""
