"""Games between two boards that are put aside here: what the other board does may end them; nothing else happens."""

import random

import pytest

from club.play.state import LocalState
from club.play.sync import tell
from daemon.remote.suspended_games import until_over
from engine.core.pieces import Seat
from engine.game import Played
from engine.records.game_record import begin
from engine.records.time_controls import Control, Kind
from engine.registry import find_game
from table.messages.effects import StoreAction, StoreEnd, StoreUndone
from table.messages.remote_board import RemoteBoard

KEY = "0123456789ab"
WHITE, BLACK = Seat.WHITE, Seat.BLACK
ALL = WHITE, BLACK


def played(game_id: str, count: int, seed: int = 1) -> Played:
    """So many actions of a game, at random; fewer, if it is over before."""
    game, chance = find_game(game_id), random.Random(seed)
    played = begin(game, game.read_options({}))
    while len(played.actions) < count and game.outcome(played.position) is None:
        played = played.after(chance.choice(game.actions(played.position)))[0]
    return played


def board(own: Seat, numbers: bool, played: Played, **more: object) -> LocalState:
    """A game as it stands with the board of a seat."""
    (other,) = {*ALL} - {own}
    afar = RemoteBoard("00000000000000b2", "Bo's", (other,), numbers)
    return LocalState(KEY, afar, played, len(played.actions), **more)  # type: ignore[arg-type]


def pair(host: Seat, here: Played, there: Played, guest_aside: bool, **said: object) -> tuple[LocalState, LocalState]:
    """The board where it is put aside, and the other one; the board of this seat invited."""
    (guest,) = {*ALL} - {host}
    own, other = (guest, host) if guest_aside else (host, guest)
    return board(own, not guest_aside, here), board(other, guest_aside, there, **said)


@pytest.mark.parametrize("more", [0, 1])
def test_who_resigns_has_lost_where_the_game_was_put_aside_that_numbers(more: int) -> None:
    """Perhaps after a last move that nobody has seen here."""
    here, there = pair(WHITE, played("chess-two", 1), played("chess-two", 1 + more), False, giving_up=(BLACK,))
    now, steps = until_over(here, tell(there, tell(here, None)))
    moves = [StoreAction(KEY, 2, there.actions[1])] if more else []
    assert list(steps) == [*moves, StoreEnd(KEY, 2 + more, (WHITE,), "resignation", "resignation")]
    assert now.over and now.sent_actions == there.sent_actions and now.revision == steps[-1].entry


@pytest.mark.parametrize("reason", ["resignation", "time"])
def test_what_the_board_that_numbers_has_lost_is_won_where_the_game_was_put_aside(reason: str) -> None:
    here, there = pair(WHITE, played("chess-two", 2), played("chess-two", 3), True, ended=((BLACK,), reason))
    _, steps = until_over(here, tell(there, tell(here, None)))
    assert list(steps) == [StoreAction(KEY, 3, there.actions[2]), StoreEnd(KEY, 4, (BLACK,), reason, reason)]


@pytest.mark.parametrize("ended", [((WHITE,), "resignation"), ((), "agreement"), ((WHITE,), "time")])
def test_the_other_board_cannot_end_it_for_those_who_play_here(ended: tuple[tuple[Seat, ...], str]) -> None:
    here, there = pair(WHITE, played("chess-two", 2), played("chess-two", 2), True, ended=ended)
    assert until_over(here, tell(there, tell(here, None))) == (here, ())


def test_a_game_that_goes_on_waits_for_whoever_opens_it() -> None:
    here, there = pair(WHITE, played("chess-two", 2), played("chess-two", 3), True)
    assert until_over(here, tell(there, tell(here, None))) == (here, ())


def test_the_last_move_of_a_game_ends_it_where_it_was_put_aside() -> None:
    whole = next(each for each in (played("advancing-chess", 200, seed) for seed in range(20)) if over(each))
    before, last = whole.before(), whole.game.actor(whole.position_before(), whole.actions[-1])
    assert isinstance(last, Seat)
    here, there = pair(last, before, whole, True)
    _, steps = until_over(here, tell(there, tell(here, None)))
    outcome, count = whole.game.outcome(whole.position), len(whole.actions)
    assert outcome is not None and list(steps) == [
        StoreAction(KEY, count, whole.actions[-1].text),
        StoreEnd(KEY, count + 1, outcome.winners, outcome.reason, "normal")]


def over(played: Played) -> bool:
    return played.game.outcome(played.position) is not None


def test_what_was_secret_when_the_other_board_resigned_stands_for_nothing() -> None:
    start = played("pawns-revenge", 0)
    die = start.after(start.game.chances(start.position)[0][0])[0]
    here, there = pair(WHITE, start, start, True, ended=((BLACK,), "resignation"))
    hidden = LocalState(here.key, here.afar, start, 1, tail=die.actions)
    _, steps = until_over(hidden, tell(there, tell(here, None)))
    assert list(steps) == [StoreUndone(KEY, 2, 1), StoreEnd(KEY, 3, (BLACK,), "resignation", "resignation")]


def test_a_move_that_took_time_waits_for_whoever_opens_the_game() -> None:
    """The clocks say with it what is left, and no clock runs of a game that is put aside."""
    controls, two, three = {BLACK: Control(Kind.SUDDEN, 600)}, played("chess-two", 2), played("chess-two", 3)
    timed = {"controls": controls, "took": (1, 2, 3), "giving_up": (BLACK,)}
    here, there = board(WHITE, True, two, controls=controls, took=(1, 2)), board(BLACK, False, three, **timed)
    assert until_over(here, tell(there, tell(here, None))) == (here, ())
    same = board(BLACK, False, two, **timed | {"took": (1, 2)})
    _, steps = until_over(here, tell(same, tell(here, None)))
    assert list(steps) == [StoreEnd(KEY, 3, (WHITE,), "resignation", "resignation")]


@pytest.mark.parametrize("guest_aside", [False, True])
def test_a_resignation_ends_it_alike_on_both_boards_whatever_they_had_played_meanwhile(guest_aside: bool) -> None:
    for seed in range(60):
        chance = random.Random(seed)
        begun = played(chance.choice(("pawn", "pawn-advance", "chess-two", "advancing-chess")), seed % 12, seed)
        (own, other) = chance.sample(ALL, 2)
        said = {"ended": ((own,), "resignation")} if guest_aside else {"giving_up": (other,)}
        games = gone_on(begun, own, chance), gone_on(begun, other, chance)
        here, there = pair(other if guest_aside else own, *games, guest_aside, **said)
        told = None
        for _ in range(3):
            here, _ = until_over(here, tell(there, told))
            told = tell(here, tell(there, told))
            there, _ = until_over(there, told)
        assert here.ended == there.ended == ((own,), "resignation"), seed
        assert here.sent_actions == there.sent_actions, seed


def gone_on(played: Played, seat: Seat, chance: random.Random) -> Played:
    """At most two actions of a seat further, and not over."""
    for _ in range(chance.randrange(3)):
        game, position = played.game, played.position
        own = [each for each in game.actions(position) if game.actor(position, each) is seat]
        longer = played.after(chance.choice(own))[0] if own else played
        played = played if over(longer) else longer
    return played
