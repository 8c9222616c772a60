"""Two boards play one game over a network that loses, doubles, delays and reorders, and restart as they like: in the
end both have the same game, and nothing was played twice or lost."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from club.play.dealing import first_unfair, public, tail
from club.play.disputes import contradicted, disputed, faults, parted
from club.play.state import LocalState, RemoteState
from club.play.sync import holding, next_heard, tell
from engine.core.actions import Action
from engine.core.pieces import CHANCE, Actor, Seat
from engine.game import Played
from engine.records.game_record import begin, replay
from engine.records.hash_chain import chained
from engine.records.time_controls import Control, Kind
from engine.registry import find_game
from table.messages.events import (
    ActionHeard,
    CorrectionHeard,
    DrawDeclined,
    EndHeard,
    OfferDraw,
    Reached,
    Resign,
    TimeRanOut,
)
from table.messages.remote_board import RemoteBoard

OPTIONS: dict[str, dict[str, object]] = {"advancing-chess": {"array": 4711}, "pawn-advance": {"placement": "random"}}

CLOCKS = {seat: Control(Kind.FISCHER, 600, 5) for seat in (Seat.WHITE, Seat.BLACK)}


@dataclass
class Board:
    """A board, and what it heard of the other one; a restart forgets that."""

    here: LocalState
    there: RemoteState | None = None
    done: list[str] = field(default_factory=list)
    """The actions of hands here, but for those that they took back."""

    def change(self, **changes: object) -> None:
        self.here = replace(self.here, revision=self.here.revision + 1, **changes)  # type: ignore[arg-type]

    def stand(self, whole: Played, took: tuple[int, ...], **changes: object) -> None:
        self.change(played=public(whole), tail=tail(whole), took=took, **changes)

    def play(self, text: str, took_ms: int = 0) -> None:
        whole = self.here.whole
        took = (*self.here.took, took_ms) if self.here.controls else ()
        self.stand(whole.after(whole.game.parse(whole.position, text))[0], took, draw=())

    def take_back(self, count: int) -> None:
        whole = self.here.whole
        gone = sum(self.own(whole, number) for number in range(len(whole.actions) - count, len(whole.actions)))
        self.done = self.done[: len(self.done) - gone]
        self.stand(whole.before(count), self.here.took[: len(self.here.took) - count], ended=None)

    def own(self, played: Played, number: int) -> bool:
        actor = played.game.actor(played.position_before(len(played.actions) - number), played.actions[number])
        return actor != CHANCE and not self.here.theirs(actor)

    def hold(self) -> None:
        """Keep the commitments of the other board, which are on disk now."""
        if self.there is not None:
            self.here = holding(self.here, self.there)

    def end(self, winners: tuple[Seat, ...], reason: str) -> None:
        if self.here.tail:
            self.take_back(len(self.here.tail))
        self.change(ended=(winners, reason))

    def follow(self) -> bool:
        """Let the table do what follows from what was heard; whether that was something."""
        self.hold()
        heard = None if self.there is None else next_heard(self.here, self.there)
        match heard:
            case ActionHeard(entry, action, took_ms):
                assert entry == self.here.revision + 1
                self.play(action, took_ms)
                whole = self.here.whole
                if self.own(whole, len(whole.actions) - 1):
                    self.done.append(action)
            case CorrectionHeard(_, count):
                self.take_back(count)
            case EndHeard(_, winners, reason):
                self.end(winners, reason)
            case TimeRanOut(seat):
                self.end(tuple(each for each in (Seat.WHITE, Seat.BLACK) if each is not seat), "time")
            case Reached(entry):
                self.here = replace(self.here, reached=entry)
            case Resign(seat):
                self.end(tuple(each for each in (Seat.WHITE, Seat.BLACK) if each is not seat), "resignation")
            case OfferDraw(seat):
                self.here = replace(self.here, draw=(*self.here.draw, seat), no_draw=())
            case DrawDeclined(seats):
                self.here = replace(self.here, draw=(), no_draw=seats)
        return heard is not None


@dataclass
class Network:
    """The messages on the way, each to the other board and due at some step."""

    chance: random.Random
    on_the_way: list[tuple[int, int, RemoteState]] = field(default_factory=list)
    faults: int = 0
    cut_until: int = 0

    def send(self, now: int, to: int, told: RemoteState) -> None:
        if now < self.cut_until or self.chance.random() < 0.3:
            self.faults += 1
            return
        for _ in range(1 + (self.chance.random() < 0.2)):
            late = self.chance.choice((0, 1, 3, 10, 40))
            self.faults += late > 1
            self.on_the_way.append((now + late, to, told))

    def due(self, now: int) -> list[tuple[int, RemoteState]]:
        arrived = [(to, told) for at, to, told in self.on_the_way if at <= now]
        self.on_the_way = [each for each in self.on_the_way if each[0] > now]
        self.chance.shuffle(arrived)
        return arrived


def boards(game_id: str, host: Seat = Seat.WHITE) -> list[Board]:
    game = find_game(game_id)
    played = begin(game, game.read_options(OPTIONS.get(game_id, {})))
    guest = tuple(seat for seat in game.seats_of(played.options) if seat is not host)
    remote = RemoteBoard("b" * 16, "Bo's", guest, True), RemoteBoard("a" * 16, "Ada's", (host,), False)
    return [
        Board(LocalState("key", each, played, 0, secret=secret * 32, controls=CLOCKS))
        for each, secret in zip(remote, (b"a", b"b"), strict=True)
    ]


def hostile_game(game_id: str, seed: int, actions: int, host: Seat) -> tuple[list[Board], int, int]:
    """The boards after a game of so many actions, the faults of the network, and the restarts."""
    chance = random.Random(seed)
    pair, network, restarts = boards(game_id, host), Network(chance), 0
    resigns = chance.choice((None, 0, 1))
    for now in range(20_000):
        first, second = (board.here for board in pair)
        alike = first.actions == second.actions and first.ended == second.ended
        if alike and first.over and second.over:
            return pair, network.faults, restarts
        if chance.random() < 0.01:
            network.cut_until = now + chance.randint(10, 200)
        for number, board in enumerate(pair):
            if len(board.here.actions) >= actions and resigns in (number, None) and not board.here.over:
                give_up(board)
            act(board, chance)
            if chance.random() < 0.02:  # the power fails: what it heard is gone, what it played is on disk
                restarts, board.there = restarts + 1, None
            elif chance.random() < 0.4:
                network.send(now, 1 - number, tell(board.here, board.there))
        for to, told in network.due(now):
            hear(pair[to], told, chance)
    raise AssertionError("the two boards never agreed")


def hear(board: Board, told: RemoteState, chance: random.Random) -> None:
    """Something arrives, and is followed as far as there is time for."""
    assert faults(board.here, told) == ""
    if board.here.afar.numbers or board.there is None or told.revision >= board.there.revision:
        board.there = told
    while chance.random() < 0.8 and board.follow():
        pass


def give_up(board: Board) -> None:
    seat = next(seat for seat in (Seat.WHITE, Seat.BLACK) if seat not in board.here.afar.seats)
    if board.here.afar.numbers:
        board.end(board.here.afar.seats, "resignation")
    else:
        board.here = replace(board.here, giving_up=(seat,))


def act(board: Board, chance: random.Random) -> None:
    """Act as people do there: play, and now and then take back the last action."""
    whole = board.here.whole
    count, acting = len(whole.actions), deciding(board)
    if board.here.over or board.here.giving_up or chance.random() < 0.5:  # who has resigned plays no more
        return
    if can_be_taken_back(whole) and board.own(whole, count - 1) and chance.random() < 0.1:
        board.take_back(1)
    elif acting:
        action = chance.choice(own_actions(whole, acting)).text
        board.play(action, chance.randint(0, 99_999))
        board.done.append(action)


def own_actions(played: Played, acting: set[Actor]) -> list[Action]:
    """Return the actions of these seats; of secret divisions, more than anybody lists, some."""
    game, position = played.game, played.position
    if game.undisclosed(position):
        return list(game.proposals(position, Seat(sorted(acting)[0]), 3))
    return [action for action in game.actions(position) if game.actor(position, action) in acting]


def can_be_taken_back(played: Played) -> bool:
    """As the table has it: not once chance may have decided, nor while anything is secret."""
    game, position = played.game, played.position
    if not played.actions or CHANCE in game.to_act(position) or game.undisclosed(position):
        return False
    return not game.undisclosed(played.position_before())


@pytest.mark.parametrize("game_id", ["pawn", "pawn-advance", "advancing-chess", "pawns-revenge"])
@pytest.mark.parametrize("host", [Seat.WHITE, Seat.BLACK])
def test_whatever_the_network_does_both_boards_have_the_same_game(game_id: str, host: Seat, full: bool) -> None:
    met = restarts = 0
    for seed in range(200 if full else 2):
        (one, other), more, again = hostile_game(game_id, seed, 20, host)
        for board in (one, other):
            played = board.here.played
            mine = [text for number, text in enumerate(board.here.actions) if board.own(played, number)]
            assert mine == board.done
        secrets = one.here.secret, other.here.secret
        assert first_unfair("key", one.here.played, one.here.side, secrets) is None
        first = begin(one.here.played.game, one.here.played.options)
        assert one.here.took == other.here.took and len(one.here.took) == len(one.here.actions)
        assert replay(first, one.here.actions).position == one.here.played.position == other.here.played.position
        met, restarts = met + more, restarts + again
    assert met > 20 and restarts > 1


def exchange(one: Board, other: Board) -> None:
    """Let them write to each other until there is nothing new."""
    before = None
    while before != (before := (tell(one.here, one.there), tell(other.here, other.there))):
        one.there, other.there = before[1], before[0]
        while one.follow() or other.follow():
            pass


@pytest.mark.parametrize("who", [0, 1], ids=["the board that numbers", "the other board"])
def test_a_move_that_nobody_answered_is_taken_back_on_both_boards(who: int) -> None:
    pair = boards("pawn", Seat.WHITE if who == 0 else Seat.BLACK)
    pair[who].play("b2b4")
    exchange(*pair)
    assert [board.here.actions for board in pair] == [("b2b4",), ("b2b4",)]
    assert [board.here.reached for board in pair] == [1, 1]
    pair[who].take_back(1)
    exchange(*pair)
    assert [board.here.actions for board in pair] == [(), ()]
    pair[who].play("c3c4")
    exchange(*pair)
    assert [board.here.actions for board in pair] == [("c3c4",), ("c3c4",)]


def pair_in_step() -> tuple[Board, Board]:
    """Two boards after White's b2b4 here and Black's b7b5 there."""
    one, other = boards("pawn")
    for board in (one, other):
        board.here = replace(board.here, controls={})
    for text in ("b2b4", "b7b5"):
        one.play(text)
        other.play(text)
    one.there, other.there = tell(other.here, None), tell(one.here, None)
    return one, other


@pytest.mark.parametrize("offers", [0, 1])
def test_who_offers_a_draw_hears_that_it_was_declined_and_is_not_asked_in_return(offers: int) -> None:
    pair = pair_in_step()
    exchange(*pair)
    offering, asked = pair[offers], pair[1 - offers]
    (own,), (other,) = asked.here.afar.seats, offering.here.afar.seats
    offering.here = replace(offering.here, draw=(own,))
    exchange(*pair)
    assert asked.here.draw == (own,)
    asked.here = replace(asked.here, draw=(), no_draw=(other,))
    late = tell(offering.here, offering.there)
    exchange(*pair)
    assert (offering.here.draw, offering.here.no_draw) == ((), (other,))
    asked.there = late
    assert not asked.follow() and asked.here.draw == (), "an offer that was answered is not made again"
    asked.here = replace(asked.here, draw=(other,), no_draw=())
    exchange(*pair)
    assert offering.here.draw == (other,), "who has thought better of it can offer one"


HOSTILE: dict[str, Callable[[RemoteState], RemoteState]] = {
    "another game": lambda told: replace(told, before=chained("another", ()), chain=chained("another", told.actions)),
    "a wrong number": lambda told: replace(told, number=told.number + 7),
    "a first action that is not there": lambda told: replace(told, first=99),
    "an action of the seats here": lambda told: replace(
        told, number=3, actions=(*told.actions, "c3c4"), chain=chained("key", (*told.actions, "c3c4"))),
    "an action that nobody can play": lambda told: replace(
        told, number=3, actions=(*told.actions, "a1a9"), chain=chained("key", (*told.actions, "a1a9"))),
    "an old state": lambda told: replace(
        told, revision=1, judged=1, number=1, actions=told.actions[:1], chain=chained("key", told.actions[:1])),
    "that Ada resigns": lambda told: replace(told, giving_up=(Seat.WHITE,)),
    "that it has won": lambda told: replace(told, ended=((Seat.BLACK,), "resignation")),
}


@pytest.mark.parametrize("lie", HOSTILE)
def test_what_cannot_be_has_no_effect_on_the_board_that_numbers(lie: str) -> None:
    one, other = pair_in_step()
    told = HOSTILE[lie](tell(other.here, tell(one.here, None)))
    heard = None if faults(one.here, told) else next_heard(one.here, told)
    assert heard is None or isinstance(heard, Reached)


FALSE_ENDS = [
    ((Seat.WHITE,), "resignation"), ((), "agreement"), ((Seat.WHITE,), "time"), ((), "abandoned"),
    ((Seat.BLACK,), "agreement"), ((Seat.WHITE, Seat.BLACK), "resignation"),
]


@pytest.mark.parametrize(("winners", "reason"), FALSE_ENDS)
def test_the_board_that_numbers_cannot_resign_for_the_other_one(winners: tuple[Seat, ...], reason: str) -> None:
    one, other = pair_in_step()
    told = replace(tell(one.here, tell(other.here, None)), ended=(winners, reason), over=True)
    assert faults(other.here, told) == "" and disputed(other.here, told)
    heard = next_heard(other.here, told)
    assert heard is None or isinstance(heard, Reached)


@pytest.mark.parametrize(
    ("end", "consent"),
    [(((Seat.WHITE,), "resignation"), {"giving_up": (Seat.BLACK,)}), (((Seat.BLACK,), "resignation"), {}),
     (((), "agreement"), {"draw": (Seat.BLACK,)}), (((Seat.WHITE,), "time"), {"out_of_time": (Seat.BLACK,)}),
     (((Seat.BLACK,), "time"), {})],
)
def test_an_end_that_this_board_has_a_part_in_counts(
    end: tuple[tuple[Seat, ...], str], consent: dict[str, Any]
) -> None:
    one, other = pair_in_step()
    other.here = replace(other.here, **consent)
    told = replace(tell(one.here, tell(other.here, None)), ended=end, over=True)
    assert next_heard(other.here, told) == EndHeard(other.here.revision + 1, *end)


def test_time_that_runs_out_against_a_seat_that_cannot_win_draws_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = pair_in_step()
    monkeypatch.setattr(type(other.here.played.game), "may_win", lambda game, position, seat: seat is not Seat.WHITE)
    other.here = replace(other.here, out_of_time=(Seat.BLACK,))
    told = tell(one.here, tell(other.here, None))
    drawn, won = (replace(told, ended=(winners, "time"), over=True) for winners in ((), (Seat.WHITE,)))
    assert next_heard(other.here, drawn) == EndHeard(other.here.revision + 1, (), "time")
    assert disputed(other.here, won)


def test_who_is_out_of_time_at_the_other_board_loses_once_that_says_so() -> None:
    one, other = pair_in_step()
    told = replace(tell(other.here, tell(one.here, None)), out_of_time=(Seat.BLACK,))
    assert next_heard(one.here, told) == TimeRanOut(Seat.BLACK)
    assert not isinstance(next_heard(one.here, replace(told, out_of_time=(Seat.WHITE,))), TimeRanOut)


def test_a_wrong_chain_is_a_fault() -> None:
    one, other = pair_in_step()
    assert faults(one.here, replace(tell(other.here, None), chain="0" * 64)) == "its actions do not make its chain"


def test_a_board_that_was_put_back_from_a_backup_follows_the_one_that_numbers_but_not_the_other_way_round() -> None:
    one, other = pair_in_step()
    other.take_back(2)
    other.here = replace(other.here, revision=0)
    exchange(one, other)
    assert other.here.actions == one.here.actions
    told = tell(other.here, other.there)
    assert not parted(one.here, told)
    assert parted(replace(one.here, revision=0), told)


@pytest.mark.parametrize("who", [0, 1], ids=["the board that numbers", "the other board"])
def test_who_resigns_while_a_die_falls_ends_the_game_on_both_boards(who: int) -> None:
    """The board that was invited knows the die already, the other one hears of the resignation first."""
    host, guest = pair = boards("pawns-revenge")
    exchange(*pair)  # until people are to move
    mover = next(board for board in pair if deciding(board))
    mover.play(own_actions(mover.here.whole, deciding(mover))[0].text, 1)
    moved = mover.here.actions
    while len(guest.here.actions) == len(moved) or guest.here.actions[: len(moved)] != moved:
        host.there, guest.there = tell(guest.here, guest.there), tell(host.here, host.there)
        host.hold()
        if host.here.actions != moved:
            host.follow()
        guest.follow()
    assert host.here.dealt and len(host.here.actions) == len(moved)
    give_up(pair[who])
    exchange(*pair)
    assert [board.here.ended for board in pair] == [(pair[who].here.afar.seats, "resignation")] * 2
    assert host.here.actions == guest.here.actions


def test_a_division_made_once_more_while_the_first_is_played_does_not_count() -> None:
    """People may be asked again while both boards' secrets are played from the beginning."""
    host, guest = pair = boards("pawns-revenge", Seat.BLACK)
    chance = random.Random(9)
    while not host.here.tail:
        for board in pair:
            if not board.here.whole.game.undisclosed(board.here.whole.position) and (mine := deciding(board)):
                board.play(chance.choice(own_actions(board.here.whole, mine)).text, 1)
        exchange(*pair)
    first, again = (action.text for action in own_actions(host.here.whole, deciding(host))[:2])
    host.play(first, 1)
    guest.play(own_actions(guest.here.whole, deciding(guest))[0].text, 1)
    divided = len(host.here.whole.actions)
    while len(host.here.whole.actions) >= divided:  # until it takes back what stood for Black's secrets
        host.there, guest.there = tell(guest.here, guest.there), tell(host.here, host.there)
        guest.follow()
        host.follow()
    while set(host.here.whole.game.to_act(host.here.whole.position)) != {Seat.BLACK}:
        assert host.follow()
    host.play(again, 1)
    exchange(*pair)
    assert host.here.actions == guest.here.actions
    assert first in host.here.actions and again not in host.here.actions


def deciding(board: Board) -> set[Actor]:
    """The seats of this board that are to act."""
    whole = board.here.whole
    return set(whole.game.to_act(whole.position)) - {CHANCE, *board.here.afar.seats}


@pytest.mark.parametrize("who", [0, 1], ids=["the board that numbers", "the other board"])
def test_a_claim_on_time_that_the_accused_board_disputes_is_told_on_both_and_settled_by_resigning(who: int) -> None:
    pair = pair_in_step()
    claims, accused = pair[who], pair[1 - who]
    won = accused.here.afar.seats
    claims.end(won, "time")
    exchange(*pair)
    assert not accused.here.over and disputed(accused.here, tell(claims.here, claims.there))
    assert contradicted(claims.here, tell(accused.here, accused.there))
    give_up(accused)
    exchange(*pair)
    assert claims.here.ended == accused.here.ended == (won, "time")
    assert claims.here.reached == claims.here.revision and accused.here.reached == accused.here.revision
    assert not contradicted(claims.here, tell(accused.here, accused.there))


def test_who_claims_at_the_very_moment_at_which_the_host_resigns_has_it_signed_alike() -> None:
    host, guest = pair_in_step()
    guest.end((Seat.BLACK,), "time")
    give_up(host)
    assert host.here.ended == ((Seat.BLACK,), "resignation")
    exchange(host, guest)
    assert host.here.ended == guest.here.ended == ((Seat.BLACK,), "time")


@pytest.mark.parametrize("claimed", [((Seat.WHITE,), "time"), ((Seat.BLACK,), "agreement"), ((), "time")])
def test_no_other_end_takes_the_place_of_a_resignation(claimed: tuple[tuple[Seat, ...], str]) -> None:
    host, guest = pair_in_step()
    give_up(host)
    told = replace(tell(guest.here, guest.there), ended=claimed, over=True)
    assert not isinstance(next_heard(host.here, told), EndHeard)


def test_nobody_contradicts_before_having_heard_of_the_claim_nor_one_who_has_lost_by_the_own_clock() -> None:
    one, other = pair_in_step()
    exchange(one, other)
    told = tell(other.here, other.there)
    one.end((Seat.WHITE,), "time")
    assert not contradicted(one.here, told)
    one.here = replace(one.here, ended=((Seat.BLACK,), "time"))
    assert not contradicted(one.here, replace(told, judged=one.here.revision))
