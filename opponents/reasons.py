"""The reason why an action is a good one, in a word; ``table/requests/hints.py`` makes a sentence of it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import tanh
from random import Random
from typing import Any

from engine.core.actions import Action
from engine.core.pieces import Seat
from engine.core.squares import Square
from engine.game import EVERYTHING
from engine.services.evaluation import FOE, LUCK, OWN, Judge, SearchResult, judge_of
from engine.services.threats import arrives, moved_from, threats
from opponents.search import SURELY, Search
from opponents.threats import averted, threatened, threatens_to_win

_TO_ANSWER = 500
"""The positions that are looked at for an answer that the search does not remember."""
_ALIKE = 0.03
"""By how much the chances of actions that are as good may differ, of the 1 between drawn and won."""
_ABOVE_THREATS = ("promotes", "stops-mate", "stops-queen")
"""The purposes that weigh more than what an action threatens or protects."""
_TO_PASS = 1_000
"""The positions that are looked at for what a side would do if the other one did nothing."""
_GAINS = 0.15
"""The share of a judge's :attr:`~Judge.worth` that has to be gained or lost to be worth telling."""
_VAGUE = ("avenged",)
"""The purposes that say less than a plan."""


@dataclass(frozen=True, slots=True)
class Reason:
    """``name``: one of :data:`engine.records.computer_levels.REASONS`. ``piece``: the kind that it is about, if it is
    about one; ``squares``: the names of those it is about; ``action``: the text of the action that it prepares for."""

    name: str
    piece: str = ""
    squares: tuple[str, ...] = ()
    action: str = ""


def reason_of(judge: Judge, position: Any, found: SearchResult) -> Reason:
    """Name what the best action does, the weightiest first: it wins, takes, saves, comes before a capture of the same
    turn, or stands better."""
    action, score = found.ranked[0]
    after = judge.game.successor(position, action)
    outcome = judge.game.outcome(after)
    if outcome is not None and judge.result(outcome) > 0:
        return Reason("wins")
    if score > SURELY and not _is_won_anyway(found):
        return Reason("wins-soon")
    taken = _taken(judge, position, after)
    if taken:
        return Reason("takes", max(taken, key=taken.__getitem__))
    if _saves(judge, position, found):
        return Reason("saves")
    taken = _taken_next(judge, position, found.line)
    if taken:
        return Reason("takes-next", max(taken, key=taken.__getitem__))
    return Reason(_better_part(judge, position, action) or "best")


def teach(judge: Judge, position: Any, found: SearchResult) -> Reason:
    """Name what the best action does or prevents, and where; if nothing else, for which action it prepares."""
    plain = reason_of(judge, position, found)
    if plain.name in ("wins", "takes", "saves", "takes-next"):
        return plain
    if found.ranked[0][1] < -SURELY:
        return Reason("lost")  # a threat that can never be carried out would be false comfort
    threat = _threat(judge, position, found.ranked[0][0])
    if plain.name == "wins-soon":
        return threat if threat is not None and threat.name == "threatens-win" else plain
    purposes = [Reason(*each) for each in judge.purposes(position, found.ranked[0][0])]
    if purposes and purposes[0].name in _ABOVE_THREATS:
        return purposes[0]
    telling = [each for each in purposes if each.name not in _VAGUE]
    if threat is not None or telling:
        return threat or telling[0]
    planned = _planned(judge, position, found)
    if planned is not None or purposes:
        return planned or purposes[0]
    return plain if plain.name != "best" else _prepares(judge, position, found)


def _threat(judge: Judge, position: Any, action: Action) -> Reason | None:
    """Name the threat that an action averts or makes; ``None``: none is seen."""
    if threatens_to_win(judge, position, action):
        return Reason("threatens-win")
    if judge.passed(position) is not None:
        return None  # the game itself finds the threats that doing nothing would show
    feared = averted(judge, position, action)
    if feared:
        square = max(feared, key=lambda each: feared[each].gain)
        name = "escapes" if square in moved_from(judge, position, action) else "protects"
        return Reason(name, feared[square].kind, (_name(judge, position, square),))
    won = threatened(judge, position, action)
    if len(won) > 1:
        return Reason("forks", squares=tuple(_name(judge, position, each) for each in sorted(won)))
    if won:
        square = max(won, key=lambda each: won[each].gain)
        return Reason("threatens", won[square].kind, (_name(judge, position, square),))
    return None


def _planned(judge: Judge, position: Any, found: SearchResult) -> Reason | None:
    """Name what the other side would have taken, had the seat done nothing, or what the seat would take next, were the
    other side to do nothing: whichever gains more; ``None``: neither gains much, or that is not known."""
    action, score = found.ranked[0]
    after = judge.game.successor(position, action)
    if judge.passed(position) is None or judge.side(after) != FOE:
        return None
    spoilt, planned = _if_passed(judge, position), _if_passed(judge, after)
    least = _GAINS * judge.worth
    harm = 0.0 if spoilt is None else score + spoilt.ranked[0][1]
    gain = 0.0 if planned is None else planned.ranked[0][1] - score
    if spoilt is not None and harm >= max(least, gain) and _spoils(judge, position, after, spoilt.line[0].text):
        return Reason("spoils", action=spoilt.line[0].text)
    if planned is not None and gain >= least:
        return Reason("plans", action=planned.line[0].text)
    return _balance(judge, position, found)


def _spoils(judge: Judge, position: Any, after: Any, other: str) -> bool:
    """True if what the other side would have done cannot be done any more, or loses now what does it."""
    then = next((each for each in judge.game.actions(after) if each.text == other), None)
    if then is None:
        return True
    came_to = arrives(judge, after, then)
    now, passed = (threats(judge, judge.game.successor(each, then), OWN) for each in (after, judge.passed(position)))
    return bool(came_to & now.keys() - passed.keys())


def _if_passed(judge: Judge, position: Any) -> SearchResult | None:
    """Search what would be taken at once if the side that acts did nothing; ``None``: nothing, or that is not known."""
    passed = judge.passed(position)
    if passed is None or not judge.game.actions(passed):
        return None
    found = _searched(judge, passed, _TO_PASS)
    acting = judge_of(judge.game, position.options, Seat(judge.game.to_act(passed)[0]))
    return found if _taken(acting, passed, judge.game.successor(passed, found.line[0])) else None


def _balance(judge: Judge, position: Any, found: SearchResult) -> Reason | None:
    """Say that even the best action loses something, or that it gains something in the end; ``None``: neither."""
    gain, least = found.ranked[0][1] - judge.score(position), _GAINS * judge.worth
    return Reason("least") if gain <= -least else Reason("gains") if gain >= least else None


def _prepares(judge: Judge, position: Any, found: SearchResult) -> Reason:
    """Name the action that is expected next; where chance acts first, that it is best on the average."""
    action = found.ranked[0][0]
    after = judge.game.successor(position, action)
    side = judge.side(after)
    if side == LUCK or not judge.game.actions(after) or side != OWN and judge.by_turns(position):
        return Reason("alike" if _are_alike(judge, found) else "average")
    expected = found.line[1].text if len(found.line) > 1 else _answer(judge, after)
    if side == OWN and expected in {each.text for each in judge.game.actions(position)}:
        return Reason("belongs", action=expected)
    if side == OWN:
        return Reason("goes-on", action=expected)
    return _balance(judge, position, found) or Reason("ready", action=expected)


def _are_alike(judge: Judge, found: SearchResult) -> bool:
    """True if most actions are about as good as the best: where chance acts next, the scores of all are exact."""
    best, *others = (tanh(score / judge.worth) for _, score in found.ranked)
    return 2 * sum(best - each < _ALIKE for each in others) > len(others)


def _answer(judge: Judge, after: Any) -> str:
    """Find what is expected, where the search does not remember it."""
    return _searched(judge, after, _TO_ANSWER).line[0].text


def _searched(judge: Judge, position: Any, nodes: int) -> SearchResult:
    """Search for whoever acts."""
    seat = Seat(judge.game.to_act(position)[0])
    search = Search(judge_of(judge.game, position.options, seat), nodes, 0.0, Random(0), lambda: False)
    return search.run(position, judge.game.actions(position))


def _name(judge: Judge, position: Any, square: Square) -> str:
    return judge.game.board(position.options).name(square)


def _is_won_anyway(found: SearchResult) -> bool:
    """True if most of what was looked at wins."""
    others = found.ranked[1:]
    return bool(others) and 2 * sum(score > SURELY for _, score in others) > len(others)


def _saves(judge: Judge, position: Any, found: SearchResult) -> bool:
    """True if everything else loses. Where whole turns are compared, some are not looked at, and what is done later in
    the turn may save as well."""
    if judge.by_turns(position):
        return False
    (_, best), *others = found.ranked
    return best > -SURELY and bool(others) and all(score < -SURELY for _, score in others)


def _taken(judge: Judge, before: Any, after: Any) -> Counter[str]:
    """Count what others have less of, by kind."""
    return _others(judge, before) - _others(judge, after)


def _taken_next(judge: Judge, position: Any, line: Sequence[Action]) -> Counter[str]:
    """Count what the seat's own turn goes on to take by actions that its first makes possible."""
    game, taken = judge.game, Counter[str]()
    possible = {each.text for each in game.actions(position)}
    for action in line:
        if judge.side(position) != OWN:
            break
        after = game.successor(position, action)
        if action.text not in possible:
            taken += _taken(judge, position, after)
        position = after
    return taken


def _others(judge: Judge, position: Any) -> Counter[str]:
    pieces = judge.game.view(position, EVERYTHING).pieces.values()
    return Counter(piece.kind for piece in pieces if piece.owner is not None and piece.owner not in judge.friends)


def _better_part(judge: Judge, before: Any, action: Action) -> str:
    """Return the part of the score that an action improves most; empty: none, or most actions improve it as much."""
    had = judge.parts(before)

    def gains(each: Action) -> dict[str, float]:
        return {name: has - had[name] for name, has in judge.parts(judge.game.successor(before, each)).items()}

    own = gains(action)
    best = max(own, key=own.__getitem__, default="")
    if not best or own[best] <= 0:
        return ""
    actions = judge.game.actions(before)
    return best if 2 * sum(gains(each)[best] >= own[best] for each in actions) <= len(actions) else ""
