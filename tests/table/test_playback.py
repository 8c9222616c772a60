"""The rings tell what the rules do, moment by moment, and nobody waits for that: they ask for the pieces at once."""

import json
from pathlib import Path
from random import Random

import pytest
from play_table import PlayTable, play_a_turn

from engine.core.pieces import Seat
from engine.game import EVERYTHING, SPECTATOR
from engine.records.game_record import begin
from engine.registry import find_game, game_ids
from table.hands.faulty_reeds import DOUBT_S
from table.messages.events import Answer, ChangeSettings, Pause, Resume, TakeBack
from table.messages.lights import Light, Role
from table.messages.settings import Settings
from table.model.playback import BRIEF_S, MOST_S, Playback, playback_of

BATTLE = Path(__file__).parents[1] / "golden" / "pawns-revenge-battle.txt"


@pytest.fixture
def marching() -> PlayTable:
    """Pawn Advance: the last move of a round was made, and everybody marches."""
    table = PlayTable()
    table.start()
    play_a_turn(table, 1, 2)
    play_a_turn(table, 8, 7)
    assert table.scene().status == "happening"
    return table


def test_a_march_is_shown_from_where_to_where_and_asked_for_at_once(marching: PlayTable) -> None:
    assert {marching.role("a2"), marching.role("h8")} == {Role.MARCH_FROM}
    assert {marching.role("a3"), marching.role("h7")} == {Role.MARCH_TO}
    assert "Lift each marked piece" in str(marching.scene().now)
    marching.fixed = ["+b1", "+c1", "+b8", "+c8"]
    marching.wait(MOST_S)
    assert marching.role("a2") is Role.MARCH_FROM and marching.role("a3") is None, "lift it first"


def test_a_march_shows_whose_pawn_belongs_where(marching: PlayTable) -> None:
    assert marching.light("a3").seat is Seat.WHITE and marching.light("h7").seat is Seat.BLACK, "as it is told"
    marching.lift("a2", "h8")
    assert marching.light("a3") == Light(Role.MARCH_TO, None, Seat.WHITE)
    assert marching.light("h7") == Light(Role.MARCH_TO, None, Seat.BLACK)


def test_a_touch_skips_the_telling(marching: PlayTable) -> None:
    marching.lift("a2")
    assert marching.role("a3") is Role.MARCH_TO
    assert marching.role("h8") is Role.MARCH_FROM and marching.role("h7") is None
    marching.place("a3")
    assert marching.role("a3") is None


def test_no_switch_is_doubted_before_there_was_time_to_do_what_was_asked(marching: PlayTable) -> None:
    assert marching.table.playback is not None
    marching.wait(marching.table.playback.moments()[-1] - marching.now_s)
    marching.wait(DOUBT_S - 0.1)
    assert "does not answer" not in str(marching.scene().now)
    marching.wait(0.2)
    assert "does not answer" in str(marching.scene().now)


def test_who_does_not_want_it_is_asked_at_once() -> None:
    table = PlayTable()
    table.send(ChangeSettings(Settings(told_on_wood=False)))
    table.start()
    play_a_turn(table, 1, 2)
    play_a_turn(table, 8, 7)
    assert table.role("a2") is Role.MARCH_FROM and table.role("a3") is None


def test_a_pause_and_an_undo_end_it(marching: PlayTable) -> None:
    marching.send(TakeBack(frozenset(marching.scene().to_act), frozenset()))
    assert marching.table.playback is None and not marching.squares_of(Role.MARCH_TO)
    table = PlayTable()
    table.start()
    play_a_turn(table, 1, 2)
    play_a_turn(table, 8, 7)
    table.send(Pause())
    assert not table.squares_of(Role.MARCH_FROM)
    table.wait(MOST_S)
    table.send(Resume())
    assert table.role("a2") is Role.MARCH_FROM and table.role("a3") is None


def moments(table: PlayTable) -> list[tuple[str, ...]]:
    """Return what is shown one after another, as long as something is told."""
    seen: list[tuple[str, ...]] = []
    while table.table.playback is not None and table.table.playback.at(table.now_s) is not None:
        lit = (*(f"falls {each}" for each in table.squares_of(Role.CLEAR)),
               *(f"told {each}" for each in table.squares_of(Role.TOLD)))
        if not seen or seen[-1] != lit:
            seen.append(lit)
        table.wait(0.1)
    return seen


def test_a_die_shows_its_face_and_hides_nothing_that_may_be_moved() -> None:
    table = PlayTable()
    table.fixed = ["first:white=5", "first:black=2", "roll:3"]
    table.start("pawns-revenge")
    faces = [lit for lit in moments(table) if lit]
    assert ("told c3", "told c7", "told e5", "told g3", "told g7") in faces, "White's five"
    assert ("told c3", "told g7") in faces, "Black's two"
    table = PlayTable()
    table.fixed = ["first:white=5", "first:black=2", "roll:3"]
    table.start("pawns-revenge")
    assert "b2" in table.squares_of(Role.TURN)


def test_clashes_are_shown_one_after_another_with_who_falls_still_standing() -> None:
    """The board asks for the piece meanwhile, which is there all along."""
    line = next(line for line in BATTLE.read_text().splitlines() if line.startswith("> position"))
    given = json.loads(line.split(" ", 3)[3])
    table = PlayTable()
    table.fixed = ["roll:4", "die:white=5", "die:black=4"]
    table.continue_with((), given["state"], "pawns-revenge", **given.get("options", {}))
    table.move("c3", "c4")
    table.wait(MOST_S)
    for seat, division in (("black", "black:c5+1/1"), ("white", "white:c4+2/3")):
        prompt = next(each for each in table.scene().prompts if each.seats[0] == seat)
        table.send(Answer(prompt.id, division, frozenset(prompt.seats)))
    assert table.scene().status == "happening"
    seen = moments(table)
    assert all("falls c5" in lit for lit in seen), "nobody has to wait for the words"
    fight = next(number for number, lit in enumerate(seen) if "told c4" in lit)
    assert fight > 0, "the dice first"
    assert table.role("c5") is Role.CLEAR and table.role("c4") is not Role.TOLD
    table.lift("c5")
    table.wait()
    assert table.scene().status == "play"


@pytest.mark.parametrize("game_id", game_ids())
def test_all_that_changes_by_itself_is_told_and_nothing_takes_long(game_id: str) -> None:
    """Random games, moment by moment: whatever leaves, comes or goes after the hands' own move is in a frame."""
    game = find_game(game_id)
    chance, played = Random(3), begin(game, game.read_options({}))
    for _ in range(150):
        actions = game.actions(played.position)
        if not actions:
            break
        before = played.position
        played, _happenings = played.after(chance.choice(actions))
        told = game.tell(before, played.actions[-1], SPECTATOR)
        found = playback_of(played, None, 0.0)
        frames = found.frames if found is not None else ()
        shown = 0
        for frame in frames:
            shown |= frame.falls | frame.comes_from
        stands = game.view(before, EVERYTHING).pieces
        gone = {square for moment in told[1:] for square, piece in moment.changes if piece is None and square in stands}
        assert {square for square in gone if not shown >> square & 1} == set(), told
        if found is not None:
            assert found.moments()[-1] <= MOST_S + 1e-9


def test_what_follows_is_told_behind_what_still_is() -> None:
    game = find_game("pawns-revenge")
    played = begin(game, game.read_options({}))
    told: Playback | None = None
    for text in ("first:white=5", "first:black=2"):
        played, _ = played.after(game.parse(played.position, text))
        told = playback_of(played, told, 10.0)
    assert told is not None and told.since_s == 10.0 and len(told.frames) >= 2
    ends = told.moments()
    assert told.at(ends[-1] - 0.01) is told.frames[-1] and told.at(ends[-1]) is None


def test_a_language_with_longer_sentences_is_given_longer_to_read() -> None:
    game = find_game("pawns-revenge")
    begun = begin(game, game.read_options({}))
    played, _ = begun.after(game.parse(begun.position, "first:white=5"))
    english, german, unknown = (playback_of(played, None, 0.0, language) for language in ("en", "de", "xx"))
    assert english is not None and german is not None and german.moments()[-1] > english.moments()[-1]
    assert unknown == english


@pytest.mark.parametrize("quickly", [True, False])
@pytest.mark.parametrize("game_id", ["pawn-advance", "pawns-revenge"])
def test_from_the_third_round_on_all_is_told_briefly_if_that_is_wanted(game_id: str, quickly: bool) -> None:
    game, chance = find_game(game_id), Random(7)
    played, turns, latest, found = begin(game, game.read_options({})), 0, None, []
    while game.actions(played.position) and turns < 9:
        turn = game.turn_of(played.position)
        turns, latest = turns + (turn not in (None, latest)), turn or latest
        played, _happenings = played.after(chance.choice(game.actions(played.position)))
        told = playback_of(played, None, 0.0, quickly=quickly)
        found += [] if told is None else [(turns, told.moments()[-1])]
    early, late = ([long_s for turn, long_s in found if (turn > 4) is known] for known in (False, True))
    assert early and late and max(early) > BRIEF_S / 3
    assert (max(late) <= BRIEF_S / 3 + 1e-9) is quickly


def test_phones_are_told_how_long_to_tell() -> None:
    game, table = find_game("pawn-advance"), PlayTable()
    played = begin(game, game.read_options({}))
    while game.view(played.position, EVERYTHING).detail["round"] < 3:
        played, _happenings = played.after(game.actions(played.position)[0])
    table.start()
    assert table.scene().told_within_ms == 8000
    third, _happenings = played.after(game.actions(played.position)[0])
    table.continue_with(tuple(action.text for action in third.actions))
    assert table.scene().told_within_ms == 667
    table.send(ChangeSettings(Settings(told_quickly=False)))
    assert table.scene().told_within_ms == 8000
