"""A combat between two boards: both have divided in secret, and what both decided is played from the beginning."""

import pytest
from play_table import BLACK, WHITE, PlayTable

from engine.core.pieces import Seat
from engine.records.time_controls import Control, Kind
from table.messages.events import ActionHeard, Answer, CorrectionHeard, OtherBoardSeen, PauseHeard, Reached, Resume
from table.messages.remote_board import RemoteBoard

FISCHER = Control(Kind.FISCHER, 600, 5)

BOARD = {"e1": "wK", "d1": "wQ", "c3": "wP", "e8": "bK", "d8": "bQ", "c5": "bP", "h7": "bP"}
STATE = {"board": BOARD, "phase": "roll", "to_act": ["chance"], "detail": {"active": "white"}}
DIVIDED = {Seat.WHITE: "white:c4+2/3", Seat.BLACK: "black:c5+1/1"}
SEATS = {Seat.WHITE: WHITE, Seat.BLACK: BLACK}


class Board(PlayTable):
    """One of the two, whose people play a seat. All have clocks."""

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.controls = dict.fromkeys((Seat.WHITE, Seat.BLACK), FISCHER)
        self.seat, (other,) = seat, {Seat.WHITE, Seat.BLACK} - {seat}
        self.afar = RemoteBoard("b" * 16, "Bo's", (other,), seat is Seat.WHITE)
        self.continue_with((), STATE, "pawns-revenge")
        self.send(OtherBoardSeen(True, True))
        self.send(PauseHeard(False))
        self.send(Resume())
        self.hear("roll:4")
        if seat is Seat.WHITE:
            self.move("c3", "c4")
        else:
            self.hear("c3c4")

    def hear(self, *actions: str) -> None:
        for action in actions:
            self.send(ActionHeard(self.table.entries + 1, action, 0))
            self.follow_lights()

    def hear_correction(self, count: int) -> None:
        self.send(CorrectionHeard(self.table.entries + 1, count))
        self.follow_lights()

    @property
    def asked(self) -> list[str]:
        return [prompt.kind for prompt in self.scene(SEATS[self.seat]).prompts]


@pytest.fixture(params=[Seat.WHITE, Seat.BLACK], ids=["white", "black"])
def board(request: pytest.FixtureRequest) -> Board:
    """People here have divided; the other board reveals what it threw and how it divided, and all of it is played from
    the beginning: the dice are there already."""
    board = Board(request.param)
    dice = {Seat.WHITE: 5, Seat.BLACK: 4}
    board.hear(*(f"die:{seat.value}={dice[seat] if seat is board.seat else 1}" for seat in dice))
    board.answer(DIVIDED[board.seat], SEATS[board.seat])
    assert board.actions[-1] == DIVIDED[board.seat] and board.asked == []
    board.send(Reached(board.table.entries))
    board.hear_correction(3)
    board.hear("die:white=5", "die:black=4")
    return board


def test_nobody_is_asked_again_for_what_is_decided_already(board: Board) -> None:
    for divided in DIVIDED.values():
        assert board.asked == [] and board.seat not in board.scene().to_act and board.seat not in board.running()
        assert "Played. It is on its way" in str(board.scene(SEATS[board.seat]).now)
        board.hear(divided)
    assert board.actions[-2:] == list(DIVIDED.values())


def test_an_answer_that_was_on_its_way_does_not_count(board: Board) -> None:
    number = len(board.actions)
    for index in range(2):
        board.send(Answer(f"game:{number}:{index}", f"{board.seat.value}:", SEATS[board.seat]))
    assert len(board.actions) == number and len(board.refusals) == 2


def test_a_power_cut_in_between_asks_nobody_either(board: Board) -> None:
    board.setup = STATE
    board.power_cut()
    board.send(OtherBoardSeen(True, True))
    assert board.asked == []
    board.hear(*DIVIDED.values())
    assert board.actions[-2:] == list(DIVIDED.values())


def test_the_next_secret_is_asked_for(board: Board) -> None:
    """Also if the game goes on as far as it had been."""
    board.hear(*DIVIDED.values())
    board.hear_correction(len(board.actions) - 2)
    board.hear("die:white=2", "die:black=2")
    assert board.asked == ["division"]
