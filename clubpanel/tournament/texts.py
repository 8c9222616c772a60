"""Acts and scores of tournaments, in words."""

from collections.abc import Mapping
from typing import Final

from clubpanel.tournament.model import (
    Act,
    Assign,
    Begin,
    ComeBack,
    Correct,
    End,
    Enter,
    Leave,
    Pair,
    Reopen,
    Score,
    System,
    Tournament,
)
from engine.core.messages import Message, message

SYSTEMS: Final[Mapping[System, Message]] = {
    System.ROUND_ROBIN: message("Everybody meets everybody"),
    System.TWICE: message("Everybody meets everybody twice"),
    System.SWISS: message("Swiss: equals meet equals"),
}

RESULTS: Final[Mapping[Score, Message]] = {
    Score.WHITE: message("1 : 0"),
    Score.DRAW: message("½ : ½"),
    Score.BLACK: message("0 : 1"),
    Score.WHITE_UNPLAYED: message("1 : 0, not played"),
    Score.BLACK_UNPLAYED: message("0 : 1, not played"),
    Score.NOBODY: message("0 : 0, not played"),
}

_NOTHING: Final = message("nothing yet")
_AS_BOARDS_SAY: Final = message("what the boards say")


def sentence(act: Act, tournament: Tournament) -> Message:
    """Describe an act."""
    match act:
        case Begin():
            return message("The tournament began.")
        case Enter(player):
            return message("{player} takes part.", player=player)
        case Leave(player):
            return message("{player} left.", player=player)
        case ComeBack(player):
            return message("{player} is back.", player=player)
        case Pair(games):
            first, last = games[0].round, games[-1].round
            if first == last:
                return message("Round {round} was paired.", round=first)
            return message("Rounds {first} to {last} were paired.", first=first, last=last)
        case End():
            return message("The tournament ended.")
        case Reopen():
            return message("The tournament was reopened.")
        case Assign() | Correct():
            return _of_game(act, tournament)


def _of_game(act: Assign | Correct, tournament: Tournament) -> Message:
    game = tournament.games[act.game]
    if isinstance(act, Assign):
        if not act.board:
            return message("{white} – {black}: may be played on any board.", white=game.white, black=game.black)
        return message("{white} – {black}: goes to the board {board}.", white=game.white, black=game.black,
                       board=act.board)
    now = RESULTS[act.score] if act.score else _AS_BOARDS_SAY
    before = RESULTS[act.before] if act.before else _NOTHING
    return message("{white} – {black}: {now}; before: {before}. {why}", white=game.white, black=game.black, now=now,
                   before=before, why=act.why)
