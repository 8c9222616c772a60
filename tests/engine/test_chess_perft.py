"""Chess counted against the numbers that everybody publishes: the six positions and five starts of Chess960."""

import pytest

from engine.games.chess.game import Chess
from engine.games.chess.notation import read_position, write_position
from engine.services.perft import divide, perft

GAME = Chess()
POSITIONS = {
    "start": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", (20, 400, 8902, 197281, 4865609)),
    "kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", (48, 2039, 97862, 4085603)),
    "3": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2812, 43238)),
    "4": ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (6, 264, 9467, 422333)),
    "5": ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1486, 62379, 2103487)),
    "6": ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", (46, 2079, 89890, 3894594)),
}
CHESS960 = {
    "1": ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", (21, 528, 12189, 326672)),
    "2": ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", (21, 807, 18002, 667366)),
    "3": ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", (20, 479, 10471, 273318)),
    "4": ("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", (22, 593, 13440, 382958)),
    "5": ("1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", (28, 1120, 31058, 1171749)),
}
QUICK = 200_000
"""Leaves that are counted without ``--full``."""


ENTRIES = [
    *(pytest.param({}, *entry, id=name) for name, entry in POSITIONS.items()),
    *(pytest.param({"start": "drawn"}, *entry, id=f"960-{name}") for name, entry in CHESS960.items()),
]


@pytest.mark.parametrize(("given", "fen", "nodes"), ENTRIES)
def test_the_rules_lead_to_as_many_games_as_everybody_counts(given, fen, nodes, full):
    position = GAME.setup(GAME.read_options(given), read_position(fen))
    for depth, count in enumerate(nodes, 1):
        if full or count <= QUICK:
            assert perft(GAME, position, depth) == count, divide(GAME, position, depth)


@pytest.mark.parametrize("fen", [fen for fen, _ in POSITIONS.values()])
def test_a_position_is_written_down_as_it_was_read(fen):
    position = GAME.setup(GAME.read_options({}), read_position(fen))
    assert write_position(position) == fen
