"""Game records: written, read back, and refused with the place that is wrong (docs/protocol.md)."""

import json
import time

import pytest

from engine.core.errors import BadRecord
from engine.core.pieces import Seat
from engine.game import Outcome, Played
from engine.records.game_record import Record, begin, read_record, renamed, replay, write_record
from engine.records.time_controls import Control, Kind, stamps_of
from engine.registry import find_game
from engine.services.protocol import Session

GAME = find_game("pawn-advance")
FIRST_ROUND = "a1a2 b1b2 c1c2 d1d2 a8a7 b8b7 c8c7 d8d7"
HEADERS = '[Game "pawn-advance"]\n[Rules "1"]\n'


def played(actions: str = "", setup=None, **options) -> Played:
    return replay(begin(GAME, GAME.read_options(options), setup), tuple(actions.split()))


def refusal(text: str) -> str:
    with pytest.raises(BadRecord) as caught:
        read_record(text)
    return str(caught.value)


# --- round trips -------------------------------------------------------------------------------------------------


def test_a_record_is_headers_an_empty_line_and_the_actions():
    record = Record(played("a1a2 h1h3", spawn=4), {Seat.WHITE: "Ada"}, "2026-11-21T10:00:00Z")
    assert write_record(record) == (
        '[Game "pawn-advance"]\n[Rules "1"]\n'
        '[Options "{\\"spawn\\": 4, \\"placement\\": \\"random\\", \\"rounds\\": 10, \\"first\\": \\"white\\",'
        ' \\"supply\\": 0, \\"opening_moves\\": 4}"]\n'
        '[White "Ada"]\n[Black "?"]\n[Date "2026-11-21T10:00:00Z"]\n[Result "*"]\n[Termination "unfinished"]\n'
        "\na1a2 h1h3\n"
    )


@pytest.mark.parametrize("actions", ["", "a1a2", FIRST_ROUND + " +e1 +a1 +h8 +a8 a1a2"])
def test_a_game_comes_back_as_it_was_played(actions):
    record = Record(played(actions, rounds=3), {Seat.WHITE: "Ada", Seat.BLACK: "Ben"}, "2026-11-21")
    assert read_record(write_record(record)) == record


def test_dice_that_were_typed_in_are_marked():
    game = find_game("pawns-revenge")
    thrown = replay(begin(game, game.read_options({})), ("first:white=3", "first:black=6", "roll:6"))
    record = Record(thrown, {Seat.WHITE: "Ada", Seat.BLACK: "Ben"}, typed=frozenset({1, 3}))
    text = write_record(record)
    assert text.endswith("\n\nfirst:white=3 {typed} first:black=6 roll:6 {typed}\n")
    assert read_record(text) == record
    assert read_record(text.replace(" {typed}", "{typed}").replace("\n\n", "\n\n{typed}{a die}")) == record


def test_long_games_are_wrapped_between_actions():
    second_round = "a1a2 f2f3 g2g3 h2h3 e7e6 f7f6 g7g6 h7h6 +d1 +c1"
    text = write_record(Record(played(f"{FIRST_ROUND} +e1 +a1 +h8 +a8 {second_round}")))
    lines = text.partition("\n\n")[2].splitlines()
    assert len(lines) > 1 and max(map(len, lines)) <= 100
    assert read_record(text).played.actions[-1].text == "+c1"


@pytest.mark.parametrize("name", [
    'The "Rook"', "back\\slash", '\\"', "ends with \\", "[Game \"x\"]", "Zoë 名 🙂", "{no comment}", "?",
])
def test_names_may_hold_any_sign(name):
    record = Record(played("a1a2"), {Seat.WHITE: name, Seat.BLACK: "?"})
    assert read_record(write_record(record)).players[Seat.WHITE] == name


def test_a_player_without_a_name_is_unknown():
    text = write_record(Record(played("a1a2"), {Seat.WHITE: "", Seat.BLACK: "Ben"}))
    assert '[White "?"]\n[Black "Ben"]' in text


@pytest.mark.parametrize("space", ["\n", "\r\n", "\t", "\u2028", "\x0b", "\x85"])
def test_line_ends_in_a_name_become_blanks(space):
    record = Record(played("a1a2"), {Seat.WHITE: f"Ada{space}[Result {space}Lovelace"})
    assert read_record(write_record(record)).players[Seat.WHITE] == "Ada [Result Lovelace"


def test_a_game_from_a_set_up_position_keeps_its_setup():
    setup = {"board": {"a7": "wP", "h8": "bP"}, "phase": "battle", "detail": {"round": 4}}
    record = Record(played("a7a8", setup), setup=setup)
    text = write_record(record)
    assert "[Setup " in text and '[Result "white"]' in text and '[Termination "touchdown"]' in text
    again = read_record(text)
    assert again.played == record.played and again.setup == setup


def test_what_only_answers_show_is_left_out_of_the_setup():
    session = Session()
    session.answer('{"cmd":"new","game":"pawn-advance"}')
    state = json.loads(session.answer('{"cmd":"apply","action":"a1a2"}'))
    session.answer(json.dumps({"cmd": "setup", "game": "pawn-advance", "state": state}))
    setup = read_record(json.loads(session.answer('{"cmd":"record"}'))["record"]).setup
    assert setup is not None and set(setup) == {"board", "phase", "to_act", "result", "detail"}


# --- results -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ended", "result"), [
    (Outcome((Seat.BLACK,), "resignation"), "black"),
    (Outcome((), "agreement"), "draw"),
    (Outcome((), "abandoned"), "*"),
])
def test_ends_beside_the_rules_are_kept(ended, result):
    record = Record(played("a1a2"), ended=ended)
    text = write_record(record)
    assert f'[Result "{result}"]\n[Termination "{ended.reason}"]\n' in text
    assert read_record(text).ended == ended == read_record(text).outcome


def test_an_end_by_the_rules_needs_no_header_and_is_not_said_twice():
    setup = {"board": {"a7": "wP", "h8": "bP"}, "phase": "battle"}
    record = Record(played("a7a8", setup), setup=setup, ended=Outcome((Seat.BLACK,), "resignation"))
    assert record.outcome == Outcome((Seat.WHITE,), "touchdown"), "the rules came first"
    plain = HEADERS + "[Setup " + json.dumps(json.dumps(setup)) + "]\n\na7a8"
    assert read_record(plain).outcome == record.outcome and read_record(plain).ended is None


@pytest.mark.parametrize("result", ["black", "draw", "white+black"])
def test_a_result_that_contradicts_the_actions_is_refused(result):
    setup = json.dumps(json.dumps({"board": {"a7": "wP", "h8": "bP"}, "phase": "battle"}))
    text = f'{HEADERS}[Setup {setup}]\n[Result "{result}"]\n[Termination "touchdown"]\n\na7a8\n'
    assert "Result" in refusal(text)
    assert read_record(text.replace(f'"{result}"]', '"white"]')).outcome == Outcome((Seat.WHITE,), "touchdown")


@pytest.mark.parametrize(("result", "termination"), [
    ("white", "touchdown"), ("white", "unfinished"), ("draw", ""), ("white", "checkmate"),
])
def test_a_result_that_the_actions_do_not_reach_is_refused(result, termination):
    assert "Termination" in refusal(f'{HEADERS}[Result "{result}"]\n[Termination "{termination}"]\n\na1a2\n')


@pytest.mark.parametrize("result", ["red", "white+red", "1-0", "white+white", "White", ""])
def test_a_result_without_seats_of_the_game_is_refused(result):
    assert "Result" in refusal(f'{HEADERS}[Result "{result}"]\n[Termination "resignation"]\n\na1a2\n')


# --- reading what others wrote -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    HEADERS + "\na1a2 b1b2",
    "\ufeff" + HEADERS + "\na1a2 b1b2\n",
    HEADERS.replace("\n", "\r\n") + "\r\na1a2\r\nb1b2\r\n",
    HEADERS + "  \n\n a1a2\t\n\n\nb1b2  ",
    HEADERS + "\n{the first} a1a2 {two\nlines}b1b2{the end, of \"all\" [things]}",
    HEADERS + '[Event "Club evening"]\n[Options "{}"]\n\na1a2 b1b2',
    "  [Game \"pawn-advance\"]  \n[Rules \"1\"]\n\na1a2 b1b2",
])
def test_reading_is_generous_about_space_comments_and_unknown_headers(text):
    assert [action.text for action in read_record(text).played.actions] == ["a1a2", "b1b2"]


def test_headers_left_out_take_their_defaults():
    record = read_record(HEADERS)
    assert record == Record(played(), {Seat.WHITE: "?", Seat.BLACK: "?"})


@pytest.mark.parametrize(("actions", "number", "action"), [
    ("a1a5", 1, "a1a5"),
    ("a1a2 a2a3", 2, "a2a3"),
    ("a1a2 {b1b2} b1b2 c1c2 {not a} d1d2 e1e2 f1f2", 5, "e1e2"),
    (FIRST_ROUND + " +e2", 9, "+e2"),
    ("a1a2 1-0", 2, "1-0"),
    ("a1a2 {never closed b1b2", 2, "{never"),
])
def test_the_first_action_that_does_not_replay_is_named_by_its_number(actions, number, action):
    assert refusal(f"{HEADERS}\n{actions}").startswith(f"action {number} ({action}): ")


def test_an_action_after_the_end_is_named_too():
    setup = json.dumps(json.dumps({"board": {"a7": "wP", "h8": "bP"}, "phase": "battle"}))
    assert refusal(f"{HEADERS}[Setup {setup}]\n\na7a8 h8h7").startswith("action 2 (h8h7): the game is over")


@pytest.mark.parametrize(("text", "says"), [
    ("", "Game"),
    ("\n\na1a2", "Game"),
    ("a1a2 b1b2", "line 1"),
    ('[Game "pawn-advance"]\n\na1a2', "Rules"),
    ('[Rules "1"]\n\na1a2', "Game"),
    ('[Game "draughts"]\n[Rules "1"]\n\na1a2', "draughts"),
    ('[Game "pawn-advance"]\n[Rules "2"]\n\na1a2', "version 2"),
    ('[Game "pawn-advance"]\n[Rules "one"]\n\na1a2', "version one"),
    ('[Game "pawn-advance"]\nRules 1\n\na1a2', "line 2"),
    ('[Game "pawn-advance]\n[Rules "1"]\n\na1a2', "line 1"),
    (HEADERS + '[Game "pawn"]\n\na1a2', "line 3"),
    (HEADERS + '[Options "spawn=2"]\n\na1a2', "Options"),
    (HEADERS + '[Options "{\\"spawn\\": 9}"]\n\na1a2', "Reinforcements"),
    (HEADERS + '[Options "[]"]\n\na1a2', "options"),
    (HEADERS + '[Options "' + "[" * 60_000 + '"]\n\na1a2', "Options"),
    (HEADERS + '[Setup "null"]\n\na1a2', "Setup"),
    (HEADERS + '[Setup "{}"]\n\na1a2', "board"),
    (HEADERS + '[Setup "{"]\n\na1a2', "Setup"),
])
def test_a_refusal_names_the_line_or_the_header(text, says):
    assert says in refusal(text)


def test_a_newer_rules_version_is_refused_before_its_options_are_judged():
    text = '[Game "pawn-advance"]\n[Rules "2"]\n[Options "{\\"wings\\": true}"]\n\na1a2'
    assert "version 2" in refusal(text)


# --- secrets -----------------------------------------------------------------------------------------------------

COMBAT = {
    "board": {"e1": "wK", "d1": "wQ", "e8": "bK", "d8": "bQ", "c4": "wP", "d5": "bP"},
    "phase": "combat-dice", "detail": {"active": "white", "roll": 1},
}


def test_an_export_ends_before_the_first_action_that_is_still_secret(rules_of):
    revenge = rules_of("pawns-revenge")
    revenge.ask("setup", game="pawns-revenge", state=COMBAT)
    revenge.play("die:white=5 die:black=3")
    assert revenge.ask("record")["record"].endswith("\n\n\n"), "no die is shown"
    revenge.play("black:d5+3/0")
    assert "black:" not in revenge.ask("record")["record"]
    revenge.play("white:c4+2/3")
    assert revenge.ask("record")["record"].endswith("die:white=5 die:black=3 black:d5+3/0 white:c4+2/3\n")


def test_a_setup_before_the_first_die_of_a_combat_has_no_secrets(rules_of):
    revenge = rules_of("pawns-revenge")
    state = revenge.ask("setup", game="pawns-revenge", state=COMBAT)
    revenge.play("die:white=5")
    read = read_record(revenge.ask("record")["record"])
    assert read.played.actions == () and read.setup == COMBAT
    assert revenge.ask("setup", game="pawns-revenge", state=read.setup) == state


def test_a_setup_in_the_middle_of_a_combat_keeps_its_secrets(rules_of):
    """The hand that a seat was set up with is in no record before it is revealed."""
    revenge = rules_of("pawns-revenge")
    secret = {
        **COMBAT, "phase": "divide",
        "detail": {"active": "white", "roll": 1, "points": {"white": 5, "black": 3}, "committed": ["black"],
                   "divisions": {"black": "black:d5+3/0"}},
    }
    revenge.ask("setup", game="pawns-revenge", state=secret)
    text = revenge.ask("record")["record"]
    assert "[Setup " in text and "d5+3/0" not in text and '\\"points\\": {}' in text
    revenge.play("white:c4+2/3")
    text = revenge.ask("record")["record"]
    assert "d5+3/0" in text and read_record(text).played.actions[0].text == "white:c4+2/3"


@pytest.mark.parametrize("comment", ["{x ", "{", "{}", "{a} }", "{[%clk ", "{[%clk" + 100 * " ", "[%clk [x] "])
def test_braces_and_brackets_that_nobody_closes_take_no_longer_than_others(comment):
    """A parser that looked for the end of each anew would take minutes, and the whole table with it."""
    began_s = time.thread_time()
    for ending in ("", "}", " ]}"):
        refusal(f"{HEADERS}\na1a2 {comment * (200_000 // len(comment))}{ending} a1a2\n")
    assert time.thread_time() - began_s < 3.0


# --- clocks ------------------------------------------------------------------------------------------------------


def timed(actions: str, left: dict[int, int], *controls: Control) -> Record:
    game = played(actions)
    of_seats = dict(zip((Seat.WHITE, Seat.BLACK), controls, strict=False))
    return Record(game, {Seat.WHITE: "Ada", Seat.BLACK: "Ben"}, controls=of_seats,
                  stamps=stamps_of(game, of_seats, left))


def test_time_controls_and_what_was_left_are_written_as_pgn_does():
    control = Control(Kind.FISCHER, 600, 5)
    text = write_record(timed("a1a2 b1b2", {1: 595_300, 2: 3_600_000}, control, control))
    assert '[TimeControl "600+5"]\n' in text
    assert text.endswith("\n\na1a2 {[%clk 0:09:55.3]} b1b2 {[%clk 1:00:00]}\n")


def test_times_that_differ_have_a_header_for_each_seat():
    text = write_record(timed("a1a2", {}, Control(Kind.SUDDEN, 300)))
    assert '[WhiteTimeControl "300"]\n[BlackTimeControl "-"]\n' in text


@pytest.mark.parametrize("control", [
    Control(Kind.SUDDEN, 600), Control(Kind.FISCHER, 180, 2), Control(Kind.BRONSTEIN, 300, 3), Control(Kind.TURN, 30),
    Control(Kind.HOURGLASS, 60),
])
def test_a_game_with_clocks_comes_back_as_it_was_played(control):
    record = timed(FIRST_ROUND, {number: 60_000 - 100 * number for number in range(1, 9)}, control, Control(
        Kind.SUDDEN, 1200))
    assert read_record(write_record(record)) == record


def test_no_line_is_broken_within_a_time():
    record = timed(FIRST_ROUND, {number: 3_723_400 for number in range(1, 9)}, Control(Kind.SUDDEN, 4000),
                   Control(Kind.SUDDEN, 4000))
    text = write_record(record)
    assert max(map(len, text.partition("\n\n")[2].splitlines())) <= 100 and text.count("[%clk 1:02:03.4]") == 8


def test_whoever_ran_out_of_time_has_lost_in_the_record_too():
    record = Record(played("a1a2"), {Seat.WHITE: "Ada", Seat.BLACK: "Ben"}, ended=Outcome((Seat.BLACK,), "time"))
    text = write_record(record)
    assert '[Result "black"]\n[Termination "time"]\n' in text
    assert read_record(text) == record


@pytest.mark.parametrize(("header", "reason"), [
    ('[TimeControl "soon"]', "TimeControl must be a time control like 600, 600+5, 600d5, 1/60, *180, not 'soon'"),
    ('[TimeControl "0"]', "TimeControl must be a whole number from 1 to 86400, not 0"),
    ('[TimeControl "600+0"]', "TimeControl must be a whole number from 1 to 3600, not 0"),
    ('[BlackTimeControl "99999"]', "BlackTimeControl must be a whole number from 1 to 86400, not 99999"),
])
def test_what_is_no_time_control_is_refused(header, reason):
    assert refusal(f"{HEADERS}{header}\n\na1a2\n") == reason


def test_what_is_no_time_is_refused():
    text = f'{HEADERS}[TimeControl "600"]\n\na1a2 {{[%clk soon]}}\n'
    assert refusal(text) == "a time left is written like [%clk 0:09:55], not soon"


def test_times_stand_in_comments_of_others_too_and_unknown_controls_are_none():
    text = f'{HEADERS}[TimeControl "600"]\n\na1a2 {{good [%clk  0:09:55 ] [%eval 1]}} b1b2\n'
    stamps = read_record(text).stamps
    assert [stamp.after[Seat.WHITE].left_ms for stamp in stamps] == [595_000, 595_000]
    assert read_record(text.replace('"600"', '"?"')).stamps == ()


def test_a_record_is_renamed_and_keeps_all_else() -> None:
    game = find_game("pawn")
    record = Record(begin(game, game.read_options({})), {Seat.WHITE: "Ada"})
    renamed_record = read_record(renamed(write_record(record), {Seat.WHITE: 'Bo "B"', Seat.BLACK: ""}))
    assert dict(renamed_record.players) == {Seat.WHITE: 'Bo "B"', Seat.BLACK: "?"}
    assert renamed_record.played == record.played
