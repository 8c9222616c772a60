"""Levels differ in strength: each stands above the one below, and the first is for those who are just learning.

Everything is drawn from seeds, so that a game is the same each time; ``--full`` plays all that levels are measured by.
"""

import sys
from random import Random

import fairy_stockfish
import ladder
import pytest
from outside import Outsider

from engine.records.game_record import begin
from engine.registry import find_game, game_ids
from engine.services.testing import trials_of
from opponents.levels import LEVELS
from opponents.thinking import DECISION_S, think

MEASURED = {game_id: strength for game_id in game_ids() if (strength := trials_of(game_id).strength)}


def match(game, one, other, games):
    return ladder.match(game, game.read_options({}), one, other, games, "test")


@pytest.mark.timeout(0)
@pytest.mark.parametrize(("game_id", "strength"), MEASURED.items(), ids=MEASURED)
def test_every_level_stands_above_the_one_below(game_id, strength, full):
    """``--full``: hours, for the highest level takes a second for each decision."""
    pairs, games = (ladder.STEPS[:-2], 100) if full else (strength.apart, 6)
    scores = {pair: match(find_game(game_id), *pair.split(":"), games) for pair in pairs}
    below = {pair: str(score) for pair, score in scores.items() if score.share < (strength.step if full else 0.55)}
    enough = len(below) <= (strength.luck if full else 0)
    assert enough and "8:1" not in below, below


@pytest.mark.timeout(0)
def test_somebody_who_plays_half_at_random_beats_whoever_does_so_always(game, full):
    """The other half of that one's moves is the fifth level's: if they are no better, its judge misleads."""
    score = match(game, ladder.HALF, ladder.RANDOM, 100 if full else trials_of(game.id).judge_games)
    assert score.share >= (0.7 if full else 0.5), f"{score}: docs/opponents.md, A judge of its own"


@pytest.mark.timeout(0)
def test_low_levels_beat_who_moves_at_random(game, full):
    """The first is sensible, and the fourth hardly ever loses to that."""
    first, fourth = (match(game, each, ladder.RANDOM, 100 if full else 4) for each in ("1", "4"))
    assert first.share >= (0.6 if full else 0.5) and fourth.share >= (0.9 if full else 0.75), (first, fourth)


@pytest.mark.timeout(0)
def test_the_highest_level_beats_a_player_from_outside(full):
    """``--full``: hours; else one game, of a level that does not think long."""
    if not full:
        assert match(find_game("pawn"), "5", ladder.OUTSIDE, 1).share == 1
        return
    for game_id, strength in MEASURED.items():
        game = find_game(game_id)
        score, at_random = match(game, "8", ladder.OUTSIDE, 40), match(game, "8", ladder.RANDOM, 40)
        assert score.share >= strength.outside and at_random.share >= 0.98, (game_id, score, at_random)


def test_that_player_also_divides_where_it_is_the_last_to(random_game):
    """Nothing is left to be fought out then; it went on for ever."""
    game, divided = find_game("pawns-revenge"), 0
    for seed in range(8):
        for played in random_game(game, {}, Random(seed), 60):
            acting = game.to_act(played.position)
            if len(acting) == 1 and not game.actions(played.position):
                player = Outsider(game, played.options, acting[0], Random(seed), nodes=50)
                assert game.parse(played.position, player.decide(played.position).text)
                divided += 1
    assert divided


def test_that_player_beats_who_moves_at_random():
    assert match(find_game("pawn-advance"), ladder.OUTSIDE, ladder.RANDOM, 4).won == 4


@pytest.mark.parametrize("game_id", ["pawn", "advancing-chess", "chess-two"])
def test_the_third_level_beats_who_moves_at_random(game_id, full):
    score = match(find_game(game_id), "3", "random", 60 if full else 4)
    assert score.share >= 0.75, score


def test_the_same_seed_is_the_same_game():
    game = find_game("pawn")
    scores = {str(match(game, "2", "1", 2)) for _ in range(2)}
    assert len(scores) == 1


@pytest.mark.parametrize("game_id", ["pawn", "pawn-advance", "chess-two"])
def test_the_highest_level_does_not_play_every_game_alike(game_id):
    """These games always start alike."""
    game = find_game(game_id)
    position = game.start(game.read_options({}))

    def decided(seed, number):
        (seat,) = game.to_act(position)
        return think(game, position, seat, LEVELS[-1], f"{seed} {number}", lambda: 0.0).action

    for number in range(3):
        first = decided(0, number)
        if any(decided(seed, number) != first for seed in range(1, 4)):
            return
        position = game.play(position, first)[1]
    pytest.fail("four games began alike")


def test_every_level_gives_the_final_blow():
    """White takes the last pawn, or a pawn goes on the last row: whoever plays does it."""
    game = find_game("pawn")
    state = {"board": {"d4": "wP", "a1": "wP", "d5": "bP"}, "phase": "move", "to_act": ["white"]}
    position = begin(game, game.read_options({}), state).position
    for level in LEVELS:
        for seed in range(5):
            assert think(game, position, "white", level, str(seed)).action == "d4d5"


def test_time_runs_out_at_the_last_depth_that_was_finished():
    game = find_game("advancing-chess")
    position = game.start(game.read_options({"array": 17}))
    ticks = iter(range(10**9))
    hurried = think(game, position, "white", LEVELS[-1], "x", lambda: DECISION_S * next(ticks) / 20)
    calm = think(game, position, "white", LEVELS[5], "x", lambda: 0.0)
    assert hurried.nodes < calm.nodes and hurried.action in {each.text for each in game.actions(position)}


def test_a_clock_that_runs_out_allows_less_time():
    game = find_game("advancing-chess")
    position = game.start(game.read_options({"array": 17}))

    def nodes(**more):
        ticks = iter(range(10**9))
        return think(game, position, "white", LEVELS[5], "x", lambda: DECISION_S * next(ticks) / 200, **more).nodes

    assert nodes(within_s=DECISION_S / 20) < nodes() == nodes(within_s=100 * DECISION_S)


def test_bounds_hold_the_share():
    score = ladder.Score(7, 2, 1)
    low, high = score.bounds()
    assert low < score.share == 0.8 < high
    assert ladder.Score(0, 0, 10).bounds()[0] == pytest.approx(0, abs=1e-9)


def test_a_ladder_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    path, game, played = tmp_path / "games", find_game("pawn"), []
    options, play = game.read_options({}), ladder.play

    def counted(*given):
        played.append(given)
        return play(*given)

    def score(one, games):
        played.clear()
        return ladder.match(game, options, one, ladder.RANDOM, games, "test", ladder.Results(path))

    monkeypatch.setattr(ladder, "play", counted)
    first = score("1", 2)
    assert len(played) == 2
    with path.open("a") as file:
        file.write('{"game": ["pawn", {"str')
    more = score("1", 3)
    assert len(played) == 1 and more.games == 3 and more.won >= first.won
    assert score("1", 3) == more == match(game, "1", ladder.RANDOM, 3) and not played[3:]
    assert len(path.read_text().splitlines()) == 3
    assert score("40/0.5/0.8/0.8", 1) and len(played) == 1


def test_games_of_a_level_that_was_changed_do_not_count():
    for game in (find_game("pawn"), find_game("pawns-revenge")):
        options = game.read_options({})
        levels = [ladder.described(each, game, options) for each in (*map(str, range(1, 9)), ladder.HALF)]
        assert len(set(levels)) == 9 and ladder.described(levels[1], game, options) == levels[1]


def test_rows_are_printed_slice_by_slice(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["ladder", "pawn", "--games", "3", "--slice", "2", "--pairs", "2:1,1:random"])
    ladder.main()
    rows = [line.split(" | ")[1:3] for line in capsys.readouterr().out.splitlines()[2:]]
    assert [pair for pair, _ in rows] == ["2 : 1", "1 : random"] * 2
    assert [sum(map(int, score.split("–"))) for _, score in rows] == [2, 2, 3, 3]


STANDS_IN = """
import sys
import pyffish

options = {}
for line in sys.stdin:
    match line.split():
        case ["uci"]:
            print("id name one that plays the first move\\nuciok", flush=True)
        case ["setoption", "name", *words]:
            options[" ".join(words[: words.index("value")])] = words[-1]
        case ["isready"]:
            pyffish.load_variant_config(open(options["VariantPath"]).read())
            print("readyok", flush=True)
        case ["position", "fen", *words]:
            moves = pyffish.legal_moves(options["UCI_Variant"], " ".join(words), [])
        case ["go", "movetime", "10"]:
            print(f"info depth 1 pv {moves[0]}\\nbestmove {moves[0]} ponder {moves[-1]}", flush=True)
        case ["quit"]:
            break
"""
"""A program that is asked as Fairy-Stockfish is, which no package brings ready to run."""


def test_games_are_played_against_a_program_that_is_asked_as_fairy_stockfish(tmp_path, monkeypatch):
    program = tmp_path / "program"
    program.write_text(f"#!{sys.executable}\n{STANDS_IN}")
    program.chmod(0o700)
    monkeypatch.setattr(fairy_stockfish, "COMMAND", str(program))
    try:
        assert match(find_game("advancing-chess"), "2", "fairy10", 2).games == 2
    finally:
        fairy_stockfish.running().close()
        fairy_stockfish.running.cache_clear()
