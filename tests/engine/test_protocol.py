"""Asking the rules from outside, as docs/protocol.md describes it: every request, every error code."""

import json
import re
from pathlib import Path

import pytest

from engine.registry import game_ids
from engine.services.protocol import Session

FIRST_ROUND = "a1a2 b1b2 c1c2 d1d2 a8a7 b8b7 c8c7 d8d7"
STATE_FIELDS = {"game", "options", "board", "phase", "to_act", "legal", "result", "detail"}


def play(asking, actions, **options):
    asking.ask("new", game="pawn-advance", options=options)
    for action in actions.split():
        state = asking.ask("apply", action=action)
    return state


# --- games -------------------------------------------------------------------------------------------------------


def test_games_lists_every_game_with_its_options(asking):
    games = {game["id"]: game for game in asking.ask("games")["games"]}
    assert list(games) == list(game_ids())
    game = games["pawn-advance"]
    assert game["name"] == "Pawn Advance Chess" and game["boards"] == [[8, 8]] and game["seats"] == ["white", "black"]
    spawn, placement = game["options"][:2]
    assert (spawn["name"], spawn["type"], spawn["default"], spawn["min"], spawn["max"]) == ("spawn", "int", 2, 1, 4)
    assert spawn["choices"] is None and spawn["help"]
    assert placement["type"] == "choice" and placement["choices"] == ["random", "choice"]
    assert placement["min"] is None and placement["max"] is None
    for each in games.values():
        assert set(each) == {"id", "name", "boards", "seats", "options"}
        for option in each["options"]:
            assert set(option) == {"name", "type", "default", "min", "max", "choices", "help"}
            assert option["type"] in ("int", "bool", "choice")


# --- new, apply, state, undo -------------------------------------------------------------------------------------


def test_new_answers_a_state_with_the_options_left_out_filled_in(asking):
    state = asking.ask("new", game="pawn-advance", options={"spawn": 3})
    assert set(state) == STATE_FIELDS
    assert state["options"] == {
        "spawn": 3, "placement": "random", "rounds": 10, "first": "white", "supply": 0, "opening_moves": 4,
    }
    assert asking.ask("new", game="pawn-advance")["options"]["spawn"] == 2


def test_apply_answers_a_state_with_events(asking):
    asking.ask("new", game="pawn-advance")
    answer = asking.ask("apply", action="a1a2")
    assert set(answer) == STATE_FIELDS | {"events"} and answer["events"] == []
    state = play(asking, FIRST_ROUND)
    assert state["events"][0] == {"kind": "announced", "text": "March"}
    assert {"kind": "moved", "from": "a2", "to": "a3"} in state["events"]


def test_a_chance_action_lists_its_outcomes(asking):
    state = play(asking, FIRST_ROUND)
    assert state["to_act"] == ["chance"] and "+a1" in state["legal"]
    assert asking.ask("apply", action="+a1")["board"]["a1"] == "wP"


def test_legal_is_sorted_as_plain_strings(asking):
    for game in asking.ask("games")["games"]:
        legal = asking.ask("new", game=game["id"])["legal"]
        assert legal and legal == sorted(set(legal))


def test_state_answers_the_same_as_the_last_request(asking):
    state = play(asking, "a1a3 b1b2")
    state.pop("events")
    assert asking.ask("state") == state
    assert asking.ask("state", seat="white") == asking.ask("state", seat="black") == state


def test_undo_goes_back_one_action_at_a_time_to_the_beginning(asking):
    first = asking.ask("new", game="pawn-advance", options={"spawn": 1, "placement": "choice"})
    states = [first]
    for action in (FIRST_ROUND + " +a1 +h8").split():
        states.append(asking.ask("apply", action=action))
    for state in reversed(states[:-1]):
        state.pop("events", None)
        assert asking.ask("undo") == state
    assert asking.refused("undo")[0] == "bad-request"


def test_undo_reopens_a_game_that_was_over(asking):
    state = {"board": {"a7": "wP", "h8": "bP"}, "phase": "battle"}
    before = asking.ask("setup", game="pawn-advance", state=state)
    assert asking.ask("apply", action="a7a8")["result"] == {"winners": ["white"], "reason": "touchdown"}
    assert asking.ask("undo") == before


def test_nothing_is_undone_before_a_setup(asking):
    play(asking, "a1a2")
    asking.ask("setup", game="pawn-advance", state={"board": {"a2": "wP", "h8": "bP"}, "phase": "battle"})
    assert asking.refused("undo")[0] == "bad-request"


def test_new_replaces_the_game_at_hand(asking):
    play(asking, "a1a2")
    assert asking.ask("new", game="pawn")["game"] == "pawn" == asking.ask("state")["game"]


# --- perft and record --------------------------------------------------------------------------------------------


def test_perft_counts_leaves_at_exactly_that_depth(asking):
    asking.ask("new", game="pawn-advance")
    assert [asking.ask("perft", depth=depth) for depth in (0, 1, 2, 3)] == [
        {"nodes": 1}, {"nodes": 16}, {"nodes": 224}, {"nodes": 2688},
    ]


def test_perft_divides_by_the_first_action(asking):
    legal = asking.ask("new", game="pawn-advance")["legal"]
    assert asking.ask("perft", depth=1, divide=True) == {"nodes": 16, "divide": dict.fromkeys(legal, 1)}
    assert asking.ask("perft", depth=2, divide=True) == {"nodes": 224, "divide": dict.fromkeys(legal, 14)}
    assert asking.ask("perft", depth=2, divide=False) == {"nodes": 224}
    assert asking.ask("perft", depth=0, divide=True) == {"nodes": 1, "divide": {}}


def test_perft_counts_chance_outcomes_and_leaves_the_game_alone(asking):
    state = play(asking, FIRST_ROUND)
    answer = asking.ask("perft", depth=2, divide=True)
    assert answer["divide"] == {f"+{file}1": len(state["legal"]) - 1 for file in "abcdefgh"}
    state.pop("events")
    assert asking.ask("state") == state


def test_a_game_that_is_over_has_no_further_leaves(asking):
    asking.ask("setup", game="pawn-advance", state={"board": {"a8": "wP", "b2": "bP"}, "phase": "battle"})
    assert [asking.ask("perft", depth=depth)["nodes"] for depth in (0, 1, 4)] == [1, 0, 0]
    assert asking.ask("perft", depth=2, divide=True) == {"nodes": 0, "divide": {}}


def test_record_writes_the_game_so_far(asking):
    play(asking, "a1a2 b1b3", spawn=4)
    text = asking.ask("record")["record"]
    assert text.startswith('[Game "pawn-advance"]\n') and text.endswith("\n\na1a2 b1b3\n")


def test_load_goes_on_where_a_record_ends(asking):
    whole = {name: value for name, value in play(asking, FIRST_ROUND, spawn=4).items() if name != "events"}
    text = asking.ask("record")["record"]
    asking.ask("new", game="pawn")
    assert asking.ask("load", record=text) == {**whole, "ended": None}
    assert asking.ask("state") == whole
    assert asking.ask("record")["record"] == text
    asking.ask("undo")
    assert asking.ask("apply", action="d8d7")["board"] == whole["board"]


def test_load_takes_the_position_that_a_game_began_from(asking):
    state = {"board": {"a7": "wP", "b2": "bP"}, "phase": "battle", "to_act": ["white"]}
    asking.ask("setup", game="pawn-advance", state=state)
    text = asking.ask("record")["record"]
    asking.ask("new", game="pawn")
    assert asking.ask("load", record=text)["board"] == state["board"]
    assert asking.ask("record")["record"] == text


def test_load_tells_an_end_that_the_rules_did_not_bring(asking):
    text = '[Game "pawn"]\n[Rules "1"]\n[Result "black"]\n[Termination "resignation"]\n\na1a2\n'
    loaded = asking.ask("load", record=text)
    assert loaded["ended"] == {"winners": ["black"], "reason": "resignation"} and loaded["result"] is None


# --- errors ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [
    "", " ", "\n", "{", "}", "{]", '{"cmd"}', '{"cmd":}', '{"cmd":"games",}', "{'cmd':'games'}", '{"cmd":"games"} x',
    '{"cmd":"games"}{"cmd":"games"}', "games", "nul", "\ufeff{}", '{"a":NaN}', '{"a":Infinity}', '{"a":-Infinity}',
    '{"cmd":"gam\x00es"}', '"\\ud8"', "1" * 5000, "[" * 100_000, '{"a":' * 100_000, b'{"cmd":"\xff"}', b"\x80",
    b'{\x00"\x00', "01", "+1", ".5", "1.", "0x10", "'a'", '{"cmd":"games" "seat":1}', "// games", "{,}",
    '{"cmd":"games","cmd":"new"}', '{"cmd":"setup","state":{"board":{"a1":"wP","a1":"bP"}}}',
])
def test_a_line_that_is_not_json_is_refused(line):
    session = Session()
    answer = json.loads(session.answer(line))
    assert answer["error"]["code"] == "bad-json", answer
    assert "games" in json.loads(session.answer('{"cmd":"games"}')), "the session goes on"


@pytest.mark.parametrize("line", ["null", "true", "1", "1.5", '"games"', "[]", '["games"]', '[{"cmd":"games"}]', "{}"])
def test_json_that_is_not_a_request_is_refused(line):
    assert json.loads(Session().answer(line))["error"]["code"] == "bad-request"


def test_a_byte_order_mark_before_a_line_is_no_part_of_it():
    assert "games" in json.loads(Session().answer(b'\xef\xbb\xbf{"cmd":"games"}\r\n'))
    assert json.loads(Session().answer(b'{"cmd":\xef\xbb\xbf"games"}'))["error"]["code"] == "bad-json"


def test_bytes_are_read_as_utf_8():
    assert "games" in json.loads(Session().answer(b' {"cmd":"games"}\r\n'))


def test_an_answer_is_one_line_of_ascii(asking):
    asking.ask("new", game="pawn-advance")
    for line in ('{"cmd":"apply","action":"\\u2028\\n\u00e9\\ud800"}', '{"cmd":"\\n"}', '{"cmd":"games"}'):
        answer = asking.session.answer(line)
        assert answer.isascii() and len(answer.splitlines()) == 1


@pytest.mark.parametrize(("code", "cmd", "fields"), [
    ("unknown-command", "play", {}),
    ("unknown-command", "", {}),
    ("unknown-command", "New", {}),
    ("bad-request", 1, {}),
    ("bad-request", None, {}),
    ("bad-request", ["new"], {}),
    ("bad-request", "new", {}),
    ("bad-request", "new", {"game": 5}),
    ("bad-request", "new", {"game": None}),
    ("unknown-game", "new", {"game": "draughts"}),
    ("unknown-game", "setup", {"game": "", "state": {}}),
    ("bad-option", "new", {"game": "pawn-advance", "options": {"spam": 1}}),
    ("bad-option", "new", {"game": "pawn-advance", "options": {"spawn": 5}}),
    ("bad-option", "new", {"game": "pawn-advance", "options": None}),
    ("bad-option", "new", {"game": "pawn-advance", "options": ["spawn"]}),
    ("bad-option", "setup", {"game": "pawn-advance", "options": {"spawn": "2"}, "state": {}}),
    ("bad-request", "setup", {"game": "pawn-advance"}),
    ("bad-request", "setup", {"state": {}}),
    ("bad-state", "setup", {"game": "pawn-advance", "state": None}),
    ("bad-state", "setup", {"game": "pawn-advance", "state": True}),
    ("bad-state", "setup", {"game": "pawn-advance", "state": {}}),
    ("bad-request", "load", {}),
    ("bad-request", "load", {"record": None}),
    ("bad-record", "load", {"record": ""}),
    ("bad-record", "load", {"record": '[Game "pawn"]\n[Rules "1"]\n\na1a2 a1a2\n'}),
    ("bad-text", "load", {"record": "\u202e"}),
    ("bad-request", "apply", {}),
    ("bad-request", "apply", {"action": 3}),
    ("bad-request", "apply", {"action": None}),
    ("bad-request", "apply", {"action": ["a2a3"]}),
    ("illegal-action", "apply", {"action": "a1a4"}),
    ("illegal-action", "apply", {"action": ""}),
    ("bad-request", "state", {"seat": "red"}),
    ("bad-request", "state", {"seat": "White"}),
    ("bad-request", "state", {"seat": "chance"}),
    ("bad-request", "state", {"seat": 1}),
    ("bad-request", "state", {"seat": None}),
    ("bad-request", "state", {"seat": ["white"]}),
    ("bad-request", "perft", {}),
    ("bad-request", "perft", {"depth": -1}),
    ("bad-request", "perft", {"depth": "2"}),
    ("bad-request", "perft", {"depth": 2.0}),
    ("bad-request", "perft", {"depth": True}),
    ("bad-request", "perft", {"depth": 1, "divide": "yes"}),
    ("bad-request", "perft", {"depth": 1, "divide": None}),
])
def test_an_error_has_its_code_and_leaves_the_session_as_it_was(asking, code, cmd, fields):
    play(asking, "b1b3 c1c2")
    refusal, text = asking.refused(cmd, **fields)
    assert refusal == code and text


@pytest.mark.parametrize(("cmd", "fields"), [
    ("apply", {"action": "a1a2"}), ("state", {}), ("state", {"seat": "white"}), ("undo", {}),
    ("perft", {"depth": 1}), ("record", {}),
])
def test_without_a_game_there_is_no_game(asking, cmd, fields):
    assert asking.send(cmd, **fields)["error"]["code"] == "no-game"
    asking.send("new", game="pawn-advance", options={"spawn": 9})
    assert asking.send(cmd, **fields)["error"]["code"] == "no-game", "a refused game is no game"


def test_after_the_end_every_action_is_refused_as_such(asking):
    asking.ask("setup", game="pawn-advance", state={"board": {"a8": "wP", "b2": "bP"}, "phase": "battle"})
    assert asking.refused("apply", action="b2b1")[0] == "game-over"
    assert asking.refused("apply", action="nonsense")[0] == "game-over"


def test_deep_nesting_inside_a_request_is_refused(asking):
    play(asking, "a1a2")
    deep = "[" * 900 + "]" * 900
    for line in (f'{{"cmd":"new","game":"pawn-advance","options":{deep}}}', f'{{"cmd":{deep}}}'):
        answer = json.loads(asking.session.answer(line))
        assert answer["error"]["code"] in ("bad-json", "bad-option", "bad-request")
    assert asking.ask("state")["board"]["a2"] == "wP"


def test_what_an_error_quotes_is_cut_short(asking):
    """A line may be as long as it likes; the answer to it need not be."""
    for fields in ({"game": "x" * 10**6}, {"game": "pawn", "options": {"strike": "y" * 10**6}}):
        assert len(asking.send("new", **fields)["error"]["message"]) < 1000


def test_numbers_stay_small_enough_for_every_reader_of_json(asking):
    board = {"a1": "wP", "b1": "wP", "h8": "bP"}
    for number, fits in ((2**53 - 1, True), (2**53, False), (10**4299, False)):
        state = {"board": board, "phase": "move", "detail": {"quiet_turns": number}}
        answer = asking.send("setup", game="pawn", options={"no_progress": 0}, state=state)
        assert ("error" not in answer) is fits
        if fits:
            assert asking.ask("apply", action="a1a2")["detail"]["quiet_turns"] == number + 1


def test_unknown_fields_of_a_request_do_no_harm(asking):
    assert asking.ask("new", game="pawn-advance", id=7, comment="hello")["phase"] == "battle"


def test_sessions_do_not_know_each_other(asking):
    play(asking, "a1a2")
    assert json.loads(Session().answer('{"cmd":"state"}'))["error"]["code"] == "no-game"


# --- what is written about it ------------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")


def test_the_page_tells_every_request_and_every_error(asking):
    told = set(re.findall(r'\| `\{"cmd": "(\w+)"', PAGE))
    known = asking.send("nonsense")["error"]["message"].partition("there are ")[2].split(", ")
    assert told == set(known)
    codes = {"bad-json", "bad-request", "unknown-command", "unknown-game", "bad-option", "bad-state", "illegal-action",
             "no-game", "game-over", "bad-record", "bad-text"}
    errors = PAGE.partition("## Errors")[2].partition("## perft")[0]
    assert set(re.findall(r"^\| `([a-z-]+)` \|", errors, re.M)) == codes
