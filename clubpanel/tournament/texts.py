"""Acts and scores of tournaments, in words."""

from collections.abc import Mapping
from typing import Final

from clubpanel.tournament.model import (
    Act,
    AskBye,
    Assign,
    Begin,
    ComeBack,
    Correct,
    DropBye,
    End,
    Enter,
    GiveBack,
    Leave,
    OfPlayer,
    Pair,
    Reconsider,
    Refuse,
    Reopen,
    Score,
    System,
    Take,
    Tournament,
    Unpair,
)
from clubpanel.tournament.uncounted import Why
from engine.core.messages import Message, counted, message

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

REASONS: Final[Mapping[Why, Message]] = {
    Why.NAMES: message("The names are not those of a pairing. It counts once an organiser says which game it was."),
    Why.BOARD: message(
        "These two were given another board, whose word alone counts. It counts once an organiser takes it, or gives "
        "the game to this board."
    ),
    Why.BEFORE: message(
        "It was over before these two were paired. It counts once an organiser says that it was their game."
    ),
    Why.ONE_BOARD: message(
        "It was played between two boards, and only one has told how it ended, or they do not say the same. It counts "
        "once both show the same; until then an organiser can enter the result."
    ),
    Why.ABANDONED: message("It was abandoned, and counts nowhere. Play again, or let an organiser enter the result."),
    Why.GAME: message(
        "It is not the game that this tournament is about. Play that one, or let an organiser enter the result."
    ),
    Why.PAIRING: message(
        "It was begun at the board for another pairing. It counts here once an organiser says that it was this one."
    ),
    Why.TAKEN_BACK: message(
        "It was begun at the board for a round that was taken back. It counts once an organiser says which game it was."
    ),
}

_NOTHING: Final = message("nothing yet")
_NAMELESS: Final = message("no name")
_AS_BOARDS_SAY: Final = message("what the boards say")


_PLAIN: Final[Mapping[type[Act], Message]] = {
    Begin: message("The tournament began."), End: message("The tournament ended."),
    Reopen: message("The tournament was reopened."),
}


def sentence(act: Act, tournament: Tournament) -> Message:
    """Describe an act. ``tournament``: as it was before, or just begun."""
    match act:
        case Enter() | Leave() | ComeBack() | AskBye() | DropBye():
            return _of_player(act)
        case Pair() | Unpair():
            return _of_rounds(act)
        case Assign() | Correct() | Take() | GiveBack():
            return _of_game(act, tournament)
        case Refuse(_, white, black):
            return message("The game {game} was refused: it is none of this tournament.", game=versus(white, black))
        case Reconsider(_, white, black):
            return message("The game {game} is not refused any more.", game=versus(white, black))
        case Begin() | End() | Reopen():
            return _PLAIN[type(act)]


def _of_player(act: OfPlayer) -> Message:
    match act:
        case Enter(player):
            return message("{player} takes part.", player=player)
        case Leave(player):
            return message("{player} left.", player=player)
        case ComeBack(player):
            return message("{player} is back.", player=player)
        case AskBye(player, number):
            return message("{player} gets half a point without a game in round {round}.", player=player, round=number)
        case DropBye(player, number):
            return message("{player} plays in round {round} after all.", player=player, round=number)


def _of_rounds(act: Pair | Unpair) -> Message:
    if isinstance(act, Unpair):
        return message("The pairings from round {round} on were taken back.", round=act.round)
    first, last = act.games[0].round, act.games[-1].round
    if act.by_hand:
        return message("Round {round} was paired by hand.", round=first)
    if first == last:
        return message("Round {round} was paired.", round=first)
    return message("Rounds {first} to {last} were paired.", first=first, last=last)


def versus(white: str, black: str) -> Message:
    """Name a game by its players; those without a name are called so."""
    return message("{white} – {black}", white=white or _NAMELESS, black=black or _NAMELESS)


def _of_game(act: Assign | Correct | Take | GiveBack, tournament: Tournament) -> Message:
    game = tournament.games[act.game]
    if isinstance(act, Assign):
        if not act.board:
            return message("{white} – {black}: may be played on any board.", white=game.white, black=game.black)
        return message("{white} – {black}: goes to the board {board}.", white=game.white, black=game.black,
                       board=act.board)
    if isinstance(act, Take):
        return message("{white} – {black}: the game {game} counts as theirs.", white=game.white, black=game.black,
                       game=versus(act.white, act.black))
    if isinstance(act, GiveBack):
        return message("{white} – {black}: the game that was taken for theirs counts no more.", white=game.white,
                       black=game.black)
    now = RESULTS[act.score] if act.score else _AS_BOARDS_SAY
    before = RESULTS[act.before] if act.before else _NOTHING
    return message("{white} – {black}: {now}; before: {before}. {why}", white=game.white, black=game.black, now=now,
                   before=before, why=act.why)


def lost_by_taking_back(count: int) -> Message:
    """Say that games have ended whose round is to be taken back."""
    return counted(
        "{count} game of this round has ended. If the round is taken back, it counts no more in this tournament.",
        "{count} games of this round have ended. If the round is taken back, they count no more in this tournament.",
        count,
    )
