"""The trial of nine squares: do this magnet, this reed and this square go together?"""
