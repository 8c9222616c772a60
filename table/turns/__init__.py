"""The course of a turn: commit, chance, computer, help, lessons."""
