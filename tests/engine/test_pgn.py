"""Files of PGN as they lie about: what is read, what is told, what is refused, and with which words."""

import time
from contextlib import suppress

import pytest

from engine.core.errors import BadRecord, BadText
from engine.core.pieces import Seat
from engine.game import Outcome
from engine.records.computer_levels import Computers, OutsideEngine
from engine.records.game_record import LONGEST_RECORD, Record, begin, read_record, replay
from engine.records.pgn_reading import ReadGame, read_pgn
from engine.records.pgn_text import MOST_MOVES, is_pgn, split_games
from engine.records.pgn_writing import is_written, write_pgn
from engine.records.time_controls import Control, Kind
from engine.registry import find_game, game_ids

MATE = "1. f3 e5 2. g4 Qh4#"


def only(text: str) -> ReadGame:
    (found,) = read_pgn(text)
    return found


def record(text: str) -> Record:
    found = only(text)
    assert found.record is not None, str(found.problem)
    return found.record


def problem(text: str) -> str:
    found = only(text)
    assert found.record is None
    return str(found.problem)


def notes(text: str) -> list[str]:
    found = only(text)
    assert found.record is not None, str(found.problem)
    return [str(each) for each in found.notes]


def actions(text: str) -> str:
    return " ".join(action.text for action in record(text).played.actions)


# --- recognised --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    '[Event "?"]\n[Site "?"]\n\n1. e4 e5 *', '\ufeff[Site "?"]\r\n\r\n*',
    '[White "Ada"]\n[Black "Bo"]\n\n1. e4 e5 1-0\n',
    '[White "Ada"]\n\n{a comment} 1.e4', "1. e4 e5 2. Nf3", "1.e4 e5", "e4 e5 Nf3 Nc6", "\n\n  12. Qxe5+ Kd8",
    "; c\n1. e4 e5 1-0", "% c\n1. e4 e5", "{c} {d}\n1. e4", "1 e4 e5 2 Nf3", "e4", "Nf3!", "\r; c\r1. e4", "*",
    "1 - 0", 'Games of the club\n\n[Event "x"]\n\n1. e4',
    '[White "A"] [Event "x"] 1. e4 *', '[White "A"]\n[Black "B"]\n[Result "*"]',
    '[White "Ada"]\n\na1a2', "[Opening]\n",
    '[Event "x"]\n\n1. e4 {\n[Rules "1"]\n} *', '[Event "x"]\n[Game "5"]\n\n1. e4', '; c\n[White-Elo "1"]\n',
    '[FEN "k7/8/8/8/8/8/8/K7 w - - 0 1"]\n\nKb2', '[White "Ada"]\n\n1-0',
])
def test_files_of_chess_are_recognised(text):
    assert is_pgn(text)
    with pytest.raises(BadRecord, match="PGN"):
        read_record(text)


@pytest.mark.parametrize("text", [
    '[Game "pawn"]\n[Rules "1"]\n\na1a2', '[Rules "1"]\n\na1a2', "a1a2 b1b2", "", "junk", "1", "{",
    '[Game pawn]\n[Rules "1"]',
    '[Event "x"]\n[Game "chess"]\n[Rules "1"]\n\ne2e4',
])
def test_records_of_this_program_are_not_taken_for_it(text):
    assert not is_pgn(text)


# --- moves -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    "1. e4 e5 2. Nf3 Nc6 *", "1.e4 e5 2.Nf3 Nc6", "e4 e5 Nf3 Nc6", "1. e4 e5\r\n2. Nf3\r\nNc6 *",
    "1. e2e4 e7e5 2. Ng1-f3 Nb8c6", "1. e4! {best} e5?! $14 2. Nf3 (2. f4 exf4 (2... d5)) 2... Nc6 +/- *",
    "1. e4 ; the king's pawn\n1... e5 2. Nf3 Nc6",
    "% an escaped line\n1. e4 e5 2. Nf3 Nc6 1/2-1/2",
])
def test_moves_are_read_in_every_form(text):
    assert actions(text) == "e2e4 e7e5 g1f3 b8c6"


def test_castling_promotion_and_capturing_in_passing_are_read():
    opening = "1. e4 a6 2. e5 d5 3. exd6 e.p. h6 4. Nf3 Nf6 5. Be2 Rg8 6. 0-0 Rh8 7. dxc7 Kd7 8. cxb8=N+"
    assert actions(opening).split()[4] == "e5d6" and actions(opening).endswith("O-O g8h8 d6c7 e8d7 c7b8=N")
    assert actions('[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8q+').endswith("a7a8=Q")


def test_chess960_begins_with_its_number_and_castles():
    fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1"
    found = record(f'[Variant "Fischerandom"]\n[FEN "{fen}"]\n\n1. O-O O-O')
    assert found.setup is None and found.played.options.start == "number" and found.played.options.number != 518
    assert [action.text for action in found.played.actions] == ["O-O", "O-O"]


def test_a_game_from_a_position_keeps_it_and_the_usual_start_is_none():
    found = record('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"]\n\n40... Kd7 41. e4')
    assert found.setup is not None and found.setup["detail"]["number"] == 40
    text = write_pgn(found)
    assert '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"]\n\n40... Kd7 41. e4 *\n' in text
    usual = record('[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n1. e4')
    assert usual.setup is None and usual.played.options.start == "usual"


# --- tags --------------------------------------------------------------------------------------------------------


def test_tags_become_what_a_record_knows():
    found = record(
        '[White "Müller,   Zoë"]\n[Black "Joe \\"Fritz\\" X"]\n[UTCDate "2026.11.28"]\n[UTCTime "10:20:30"]\n'
        '[TimeControl "180+0"]\n\n1. e4 {[%clk 0:02:59.9]} e5 {[%eval 0.2] [%clk 0:02:58.123]}'
    )
    assert found.players == {Seat.WHITE: "Müller, Zoë", Seat.BLACK: 'Joe "Fritz" X'}
    assert found.date == "2026-11-28T10:20:30Z"
    assert set(found.controls.values()) == {Control(Kind.SUDDEN, 180)}
    left = {seat: time.left_ms for seat, time in found.stamps[-1].after.items()}
    assert left == {Seat.WHITE: 179_900, Seat.BLACK: 178_123}


@pytest.mark.parametrize(("date", "kept"), [
    ("2026.11.28", "2026-11-28"), ("2026.??.??", "?"), ("????.??.??", "?"), ("2026.13.01", "?"), ("", "?"),
])
def test_a_date_is_kept_if_it_is_known_whole(date, kept):
    assert record(f'[Event "x"]\n[Date "{date}"]\n\n*').date == kept


def test_quotation_marks_that_nobody_escaped_are_read():
    assert record('[Event "x"]\n[White "Joe "Fritz" X"]\n\n1. e4').players[Seat.WHITE] == 'Joe "Fritz" X'


def test_what_is_left_out_is_counted():
    text = '[Event "x"]\n\n1. e4! {good} (1. d4 (1. c4)) (1. a4 {bad}) 1... e5 $2 {[%eval 1.0]} ; rest\n2. Nf3 *'
    assert notes(text) == [
        "3 variations are left out", "2 comments are left out", "2 marks such as ! or $4 are left out",
    ]
    assert notes("1. e4 (1. d4) e5") == ["1 variation is left out"]
    assert notes("1. e4 {[%clk 1:00:00]} e5") == [
        "the times left are left out: the tag TimeControl does not say how they run"
    ]
    (told,) = notes('[TimeControl "40/7200:3600"]\n\n1. e4')
    assert told.startswith("the time control is left out: TimeControl must be")
    (told,) = notes(f'[White "{"x" * 50}"]\n\n1. e4')
    assert told == "the name of white is cut to 40 characters"


# --- ends --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tags", "end", "outcome"), [
    ("", "1-0", Outcome((Seat.WHITE,), "resignation")),
    ('[Termination "Time forfeit"]', "0-1", Outcome((Seat.BLACK,), "time")),
    ('[Termination "Ada won on time"]', "1/2-1/2", Outcome((), "time")),
    ("", "1/2", Outcome((), "agreement")),
    ('[Result "1-0"]', "", Outcome((Seat.WHITE,), "resignation")),
    ('[Termination "abandoned"]', "*", Outcome((), "abandoned")),
    ('[Termination "unterminated"]', "*", None),
    ("", "", None),
])
def test_ends_beside_the_rules_are_kept(tags, end, outcome):
    found = record(f'[Event "x"]\n{tags}\n\n1. e4 e5 {end}')
    assert found.outcome == outcome
    again = record(write_pgn(found))
    assert again.outcome == outcome


def test_the_board_counts_where_a_file_disagrees_with_it():
    assert record(f"{MATE} 0-1").outcome == Outcome((Seat.BLACK,), "checkmate")
    assert notes(f"{MATE} 0-1") == notes(f"{MATE} *") == []
    assert record(f"{MATE} 1-0").outcome == Outcome((Seat.BLACK,), "checkmate")
    assert notes(f"{MATE} 1-0") == [
        "the file says 1-0, but on the board it ended 0-1 (checkmate), which counts"
    ]
    assert notes('[Event "x"]\n[Result "1-0"]\n\n1. e4 1/2-1/2') == [
        "the tag Result says 1-0, the end of the moves 1/2-1/2, which counts"
    ]
    assert notes('[Termination "adjudication"]\n\n1. e4 1-0') == [
        "it ended like this: 'adjudication'; here it says by resignation"
    ]


def test_a_draw_that_could_be_claimed_was_claimed():
    thrice = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"
    assert record(f"{thrice} 1/2-1/2").outcome == Outcome((), "threefold")
    assert record(f"{thrice} *").outcome is None
    timed = f'[Termination "time forfeit"]\n\n{thrice} 1/2-1/2'
    assert record(timed).outcome == Outcome((), "time")
    assert record(f"{thrice} 1-0").outcome == Outcome((Seat.WHITE,), "resignation")


# --- several games, and faults -----------------------------------------------------------------------------------


def test_games_that_are_read_and_games_that_are_not_are_told_apart():
    found = read_pgn(
        '[Event "1"]\n[White "Ada"]\n\n1. e4 1-0\n\n[Event "2"]\n[White "Ben"]\n\n1. e4 e5 2. Ke3 *\n\n'
        f'[Event "3"]\n\n{MATE} 3. a3 *\n\n[Event "4"]\n\n1. d4 {{never closed\n\n[Event "5"]\n\n1. c4 }} *\n\n'
        '[Event "6"]\n\n1. d4 (1. c4 *\n\n[Event "7"]\n\n1. a4) 1-0\n\n[Event "8"]\n[Variant "Atomic"]\n\n*\n\n'
        '[Event "9"]\n[FEN "k7/8"]\n\n*\n\n[Event "10"]\n[SetUp "1"]\n\n*\n\n'
        '[Event "11"]\n[Variant "Chess960"]\n\n*\n\n'
        '[Event "12"]\n[White "a"]\n[White "b"]\n\n*\n\n[Event "13"]\n\n1. -- e5 *\n\n[Event "14"]\n\n1. h4 1-0'
    )
    told = {each.number: "" if each.problem is None else str(each.problem) for each in found}
    assert told == {
        1: "", 2: "move 2 (Ke3): 'Ke3' is not a legal move here",
        3: "move 3 (a3): the game was over before it (checkmate)",
        4: "a comment is opened with { and never closed", 5: "} stands where it means nothing",
        6: "a variation is opened with ( and never closed", 7: "a variation is closed with ) and was never opened",
        8: "the variant 'Atomic' is none that is played here",
        9: "a FEN has six fields (the last two may be left out), not 1",
        10: "the tag FEN is missing: SetUp says that the game began from a position",
        11: "the tag FEN is missing: in Chess960 it says how the pieces start",
        12: "the tag White stands there twice", 13: "move 1 (--): '--' is not a legal move here", 14: "",
    }
    assert found[0].players == ("Ada", "?") and found[1].players == ("Ben", "?")


def test_games_without_tags_end_with_their_results():
    assert [each.record.played.actions[0].text for each in read_pgn("1. e4 1-0 1. d4 0-1 1. c4")] == [
        "e2e4", "d2d4", "c2c4",
    ]


def test_a_result_that_stands_there_twice_makes_no_game():
    assert len(split_games("1. e4 1-0 1-0")) == 1


def test_a_file_that_is_too_much_is_refused_as_a_whole():
    with pytest.raises(BadText, match="1048576"):
        read_pgn("1. e4 " + " " * LONGEST_RECORD)
    with pytest.raises(BadRecord, match="Split the file"):
        read_pgn("1. e4 e5 *\n" * (MOST_MOVES // 2 + 1))
    with pytest.raises(BadRecord, match="without a single game"):
        read_pgn("% nothing\n")


@pytest.mark.parametrize("text", [
    "{" * 200_000, "(" * 200_000,
    "[" * 200_000, '[A "' * 200_000, "[a\nb [" * 100_000, "[a\n" * 200_000,
    "1-0\x07 " * 100_000, '[A "1"]\n' * 100_000, '[A ""]\n\n{\n\n' * 60_000, "{}" * 200_000,
    '[A "1"]' * 100_000, "$" * 200_000, "%" * 200_000, "\n" * 900_000, "{[%clk " * 100_000 + "}",
    '{\n[Event "' * 90_000 + "}", "1." * 200_000, "a" * 19_000 * 40,
], ids=range(18))
def test_nonsense_takes_no_long_time(text):
    before_s = time.process_time()
    with suppress(BadRecord):
        split_games(text)
    assert time.process_time() - before_s < 10, "in proportion to its length it takes a second or two"


# --- one header block, one game ----------------------------------------------------------------------------------

REST = '[White "Ada"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n\n'


@pytest.mark.parametrize("line", [
    '[Event "x"]\n[Event "y"]', "[Opening]", "[White A]", '[Black Elo "1"]', '[Site "one\nand two"]',
    '[Site "one\n[Round "1"]',
    '[Site "a"', "] [", '[Event "x"]\nwords between',
])
def test_a_block_of_tags_with_a_fault_is_refused_with_its_game(line):
    before, between = f"{line}\n{REST}", REST.replace("\n[FEN", f"\n{line}\n[FEN")
    for block in (before, between, REST.replace("\n\n", f"\n{line}\n\n", 1)):
        text = block + '[Event "next"]\n[White "Bo"]\n\n1. d4 1-0\n'
        first, second = read_pgn(text)
        assert first.record is None and first.problem is not None, text
        assert second.record is not None and second.players == ("Bo", "?"), text


@pytest.mark.parametrize("name", ["White-Elo", "A_b+c#d=e:f-g", "9", "x" * 60])
def test_every_name_of_a_tag_that_is_in_use_is_read(name):
    assert record(f'[{name} "2000"]\n[White "Ada"]\n\n1. e4 *').players[Seat.WHITE] == "Ada"


def test_blocks_of_tags_without_moves_are_games_of_their_own():
    found = read_pgn(
        '[Event "1"]\n[White "Ada"]\n\n[Event "2"]\n[White "Bo"]\n[Opening]\n\n'
        '[White "Cy"]\n\n[Black "Di"]\n\n1. e4 1-0\n'
    )
    assert [each.players for each in found] == [("Ada", "?"), ("Bo", "?"), ("Cy", "Di")]
    assert [each.record is None for each in found] == [False, True, False]


# --- where a game ends -------------------------------------------------------------------------------------------


def moves(text):
    return [
        "refused" if each.record is None else " ".join(action.text for action in each.record.played.actions)
        for each in read_pgn(text)
    ]


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_every_end_of_a_line_is_one(end):
    text = f'[Event "x"]{end}{end}1. e4 ; good{end}1... e5 2. Nf3 1-0{end}{end}% aside{end}[Event "y"]{end}{end}1. d4 *'
    assert moves(text) == ["e2e4 e7e5 g1f3", "d2d4"]


@pytest.mark.parametrize(("text", "found"), [
    ("1. e4 e5\n\n1. Nf3 Nc6", ["e2e4 e7e5", "g1f3 b8c6"]),
    ("1. e4 e5 2. a3 ; c\n\n{second} 1 Nf3 Nc6", ["e2e4 e7e5 a2a3", "g1f3 b8c6"]),
    ("1. e4\n\n1... e5\n\n2. Nf3", ["e2e4 e7e5 g1f3"]),
    ('[White "Ada"]\n\nsome words\n\n1. e4 e5', ["refused"]),
    ("1. e4 e5 * 2. Nf3 Nc6 1-0", ["e2e4 e7e5 g1f3 b8c6"]),
    ("1. e4 1-0 1... e5 0-1", ["e2e4 e7e5"]), ("1. e4 * e5 2. Nf3 *", ["e2e4 e7e5 g1f3"]),
    ("1. e4 1-0 (1. d4) 1. d4 *", ["e2e4", "d2d4"]),
    ("e4 e5 1-0 d4 d5 *", ["e2e4 e7e5", "d2d4 d7d5"]), ("1. e4 *\n\nd4 d5 *", ["e2e4", "d2d4 d7d5"]),
    ("1. e4 e5 *\n\n1. d4 1-0", ["e2e4 e7e5", "d2d4"]),
    ('1. e4 [White "A"] e5 *', ["refused"]), ('1. e4\n[White "A"]\ne5 2. Nf3 *', ["refused"]),
    ('1. e4\n[White "A"]\n\n1. d4 *', ["refused"]), ("1. e4 e5\n[clk]\n2. Nf3 *", ["refused"]),
    ('1. e4 [Event "2"] e5 *', ["refused"]), ('1. e4\n[Event "2"]\ne5 *', ["refused"]),
    ("2. Nf3 *", ["refused"]),
    ("e4 e5 7. d4", ["refused"]),
])
def test_a_game_ends_where_everybody_sees_it_end(text, found):
    assert moves(text) == found


def test_of_several_results_of_a_game_the_last_counts():
    assert record("1. e4 e5 1-0 2. Nf3 Nc6 0-1").outcome == Outcome((Seat.BLACK,), "resignation")


@pytest.mark.parametrize(("text", "winners"), [
    ("1 - 0", (Seat.WHITE,)), ("0 - 1", (Seat.BLACK,)), ("1/2 - 1/2", ()), ("½ - ½", ()),
])
def test_results_with_blanks_are_results(text, winners):
    assert record(f"1. e4 e5 {text}").outcome.winners == winners
    assert record(f'[Result "{text}"]\n\n1. e4 e5').outcome.winners == winners


@pytest.mark.parametrize(("said", "reason"), [
    ("Sentimental", "resignation"), ("Timea won by resignation", "resignation"), ("won on TIME", "time"),
    ("time_forfeit", "time"), ("Timeout", "time"),
])
def test_only_the_word_tells_of_the_time(said, reason):
    assert record(f'[Termination "{said}"]\n\n1. e4 1-0').outcome == Outcome((Seat.WHITE,), reason)


# --- characters --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    "1. e4 e5 *\n\x1a", "\x0c1. e4\x0ce5 *", '[Event "x"]\n\x0c\n1. e4 e5', "1. e4 {\x07 \u202e} e5 ; \x00\n *",
    '[Event "a\x07b"]\n\n1. e4 e5', '[Event "x"]\n\n\ufeff1. e4 e5',
])
def test_characters_that_harm_nobody_are_passed_over(text):
    assert is_pgn(text) and actions(text) == "e2e4 e7e5" and notes(text) in ([], ["2 comments are left out"])


def test_files_put_together_are_read():
    found = read_pgn('\ufeff[Event "1"]\n\n1. e4 1-0\n\x1a\ufeff[Event "2"]\n[White "Ada"]\n\n1. d4 *\n\x1a')
    assert [each.players[0] for each in found] == ["?", "Ada"] and all(each.record for each in found)


@pytest.mark.parametrize(("character", "code"), [("\x07", "U+0007"), ("\u202e", "U+202E"), ("\ud800", "U+D800")])
def test_characters_that_cannot_be_shown_concern_their_game_alone(character, code):
    first, second = read_pgn(f'[White "Ada"]\n\n1. e4 e{character}5 *\n\n[White "B{character}o"]\n\n1. d4 *')
    assert str(first.problem) == f"line 3: the character {code} cannot be kept or shown. Take it out"
    assert second.players == ("B\ufffdo", "?") and [str(note) for note in second.notes] == [
        "the name of white has characters that cannot be shown; \ufffd stands for them"
    ]


# --- starts and times --------------------------------------------------------------------------------------------


def test_files_in_the_rights_of_castling_tell_of_chess960():
    fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1"
    found = record(f'[FEN "{fen}"]\n\n1. O-O O-O-O')
    assert found.played.options.start == "number" and actions(f'[FEN "{fen}"]\n\n1. O-O O-O-O') == "O-O O-O-O"
    usual = record('[FEN "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"]\n\n1. O-O O-O-O')
    assert usual.played.options.start == "usual"


def test_times_that_nobody_wrote_down_are_not_made_up():
    found = record('[TimeControl "600"]\n\n1. e4 e5 *')
    assert found.controls and "%clk" not in write_pgn(found)


def test_times_are_read_to_the_millisecond_and_told_if_they_are_none():
    timed = record('[TimeControl "600"]\n\n1. e4 {[%clk 0:02:59.12345]} *')
    assert timed.stamps[0].after[Seat.WHITE].left_ms == 179_123
    assert notes('[TimeControl "600"]\n\n1. e4 {[%clk 99:99:99]} e5 {[%clk soon]} *') == ["2 times left cannot be read"]
    some = '[TimeControl "600"]\n\n1. e4 {[%clk 0:09:00]} e5 2. Nf3 *'
    assert notes(some) == ["the times after 2 moves are missing: the last ones known stand there"]


def test_numbers_of_moves_have_as_many_digits_as_they_need():
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 9999"
    assert actions(f'[FEN "{fen}"]\n\n9999. Kd2 Ke7 10000. Ke3 10000... Ke6').endswith("e7e6")


# --- writing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("engine", "name"), [
    (None, "Pawnlight, level 8"), (OutsideEngine("Stockfish"), "Stockfish, full strength"),
    (OutsideEngine("Stockfish", 1350), "Stockfish 1350"),
    (OutsideEngine("Stockfish", 1350, 60), "Stockfish 1350, 60 per cent at random"),
    (OutsideEngine("GNU Chess", None, 60), "GNU Chess, 60 per cent at random"),
])
def test_a_computer_is_written_with_its_level_and_an_engine_as_phones_call_it(engine, name):
    computers = Computers({Seat.WHITE: 8}, engines={} if engine is None else {Seat.WHITE: engine})
    game = find_game("chess")
    played = replay(begin(game, game.read_options({})), ("e2e4",))
    text = write_pgn(Record(played, {Seat.WHITE: "", Seat.BLACK: "Ada"}, computers=computers))
    assert f'[White "{name}"]\n[Black "Ada"]' in text and '[WhiteType "program"]' in text


def test_a_game_is_written_as_chess_programs_read_it():
    game = find_game("chess")
    played = replay(begin(game, game.read_options({})), ("f2f3", "e7e5", "g2g4", "d8h4"))
    text = write_pgn(Record(played, {Seat.WHITE: "Ada", Seat.BLACK: ""}, "2026-11-28T10:20:30Z"), {1: 6, 3: 4})
    assert text == (
        '[Event "Pawnlight"]\n[Site "?"]\n[Date "2026.11.28"]\n[Round "-"]\n[White "Ada"]\n'
        '[Black "?"]\n[Result "0-1"]\n'
        '[UTCDate "2026.11.28"]\n[UTCTime "10:20:30"]\n[Termination "normal"]\n\n1. f3 $6 e5 2. g4 $4 Qh4# 0-1\n'
    )


@pytest.mark.parametrize("date", ["0001-02-03", "0987-06-05T04:03:02Z"])
def test_years_have_four_digits_and_come_back(date):
    game = find_game("chess")
    text = write_pgn(Record(begin(game, game.read_options({})), {}, date))
    assert f'[Date "{date[:10].replace("-", ".")}"]' in text and record(text).date == date


def test_no_line_ends_within_a_time():
    for length in range(12):
        names = "1. Nf3 {[%clk 0:09:00.5]} Nf6 {[%clk 0:09:00.5]} " + "2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 "[:length * 3]
        text = write_pgn(record(f'[TimeControl "600"]\n\n{names.rpartition(" ")[0]}'))
        assert "[%clk\n" not in text and max(map(len, text.splitlines())) < 80


def test_a_start_that_is_still_to_be_drawn_is_not_written():
    game = find_game("chess")
    drawn = begin(game, game.read_options({"start": "drawn"}))
    assert write_pgn(Record(drawn)) is None
    text = write_pgn(Record(replay(drawn, ("array:0", "a2a4"))))
    assert '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "bbqnnrkr/' in text and text.endswith("\n\n1. a4 *\n")


def test_only_chess_is_written():
    assert [game_id for game_id in game_ids() if is_written(game_id)] == ["chess"]
    assert write_pgn(Record(begin(find_game("pawn"), find_game("pawn").read_options({})))) is None
