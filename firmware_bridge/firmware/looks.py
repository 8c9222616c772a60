"""The looks of roles, badges and seats on a tile, the same as on rings that the host draws itself.

Written by ``script/make_lights.py`` from ``hardware/lights/lights.toml``; do not edit.
"""
# ruff: noqa: E501

STILL = 0
ROTATE = 1
SWAP = 2
PULSE = 3

# The order of these names is their number on the wire.
ROLES = ("wrong", "choice", "careful", "hint", "capture", "meet", "move", "spawn", "place", "clear", "march_from", "march_to", "origin", "no_move", "hurry", "thinking", "spent", "turn", "told", "hole")
BADGES = ("check", "shield", "last_move")
SEATED_ROLES = ("place", "march_to", "turn")
"""The roles that shine in a seat's colour."""
PALETTES = ("default", "colour-blind", "high-contrast")

BEAT_MS = 350
"""Rhythms change on this beat."""
PULSE_STEPS = 16
SHAPED_FROM = 8
"""The fewest pixels in which all shapes differ; smaller rings show rhythms."""

# A shape's letters are parts of the ring: B bright, d dim, . dark. These repeat over the pixels:
PIXEL_BY_PIXEL = ("B.", "Bd", "d.")

# shape, motion, its period in ms, rhythm (a digit per beat, 0 dark to 9 bright)
ROLE_FORMS = (
    ("BB..BB..", ROTATE, 1600, "909000"),
    (".BBBBBBB.BBBBBBB", PULSE, 1600, "990"),
    ("BB.BB...", SWAP, 900, "9990900"),
    ("BB.dd...", ROTATE, 2400, "90990000"),
    ("B.", SWAP, 700, "90"),
    ("Bdd.Bdd.", PULSE, 1400, "99900900"),
    ("B", STILL, 0, "9"),
    ("B.B.B.", PULSE, 2400, "9900"),
    ("BBBBdddd", PULSE, 1200, "999000"),
    ("Bd", SWAP, 700, "900"),
    ("BB......", STILL, 0, "9000"),
    (".BBBBBB.", ROTATE, 2000, "990900"),
    ("BBBB....", STILL, 0, "99990"),
    ("..B...B.", PULSE, 1000, "90909000"),
    ("Bdddd", ROTATE, 1000, "990990990000"),
    ("Bd......", ROTATE, 4000, "1234321000"),
    ("d", STILL, 0, "2"),
    ("B.......", STILL, 0, "222444"),
    ("BBd.BBd.", PULSE, 3200, "99999000"),
    ("d.", STILL, 0, "2000000"),
)
BADGE_FORMS = (
    ("B", PULSE, 1200, "9909"),
    ("BBBB....", STILL, 0, "5"),
    ("d", STILL, 0, "1"),
)
BREATH_FORM = ("d", PULSE, 6400, "")

# One entry per palette, in their order.
PALETTE_ROLES = (
    ((255, 0, 120), (255, 190, 0), (255, 100, 0), (255, 80, 200), (255, 0, 0), (160, 40, 255), (0, 255, 0), (0, 210, 255), (200, 200, 200), (255, 90, 0), (0, 60, 255), (0, 120, 255), (220, 220, 255), (255, 170, 120), (255, 140, 0), (140, 150, 255), (110, 110, 110), (160, 160, 160), (255, 255, 255), (120, 0, 160)),
    ((200, 0, 255), (255, 255, 0), (255, 120, 0), (255, 150, 255), (255, 60, 0), (160, 120, 255), (0, 255, 170), (90, 180, 255), (200, 200, 200), (255, 150, 0), (0, 60, 255), (0, 120, 255), (130, 150, 255), (255, 170, 120), (255, 200, 0), (140, 150, 255), (110, 110, 110), (160, 160, 160), (255, 255, 255), (120, 0, 160)),
    ((255, 0, 255), (255, 255, 0), (255, 96, 0), (255, 128, 255), (255, 0, 0), (192, 0, 255), (0, 255, 0), (0, 255, 255), (255, 255, 255), (255, 128, 0), (0, 0, 255), (0, 0, 255), (255, 255, 255), (255, 128, 128), (255, 160, 0), (160, 160, 255), (255, 255, 255), (255, 255, 255), (255, 255, 255), (255, 0, 255)),
)
PALETTE_BADGES = (
    ((255, 255, 255), (0, 90, 255), (255, 200, 60)),
    ((255, 255, 255), (0, 90, 255), (255, 255, 120)),
    ((255, 255, 255), (0, 0, 255), (255, 255, 0)),
)
PALETTE_SEATS = (
    ((255, 225, 190), (255, 0, 30), (140, 0, 255), (0, 50, 255)),
    ((255, 255, 255), (255, 70, 0), (110, 0, 255), (0, 140, 255)),
    ((255, 255, 255), (255, 0, 0), (128, 0, 255), (0, 0, 255)),
)
PALETTE_FLASH = ((255, 255, 255), (255, 255, 255), (255, 255, 255))
PALETTE_DIM = (0.15, 0.15, 0.3)
