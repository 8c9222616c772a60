"""The firmware of a tile's microcontroller (Raspberry Pi Pico, MicroPython).

All but ``main.py``, ``tile.py`` and ``pins.py`` also import on a computer, where their logic is tested too.
"""
