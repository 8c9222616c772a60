"""Two boards throw together and keep secrets from each other: nobody has to trust, and who cheats is found out."""

import json
from dataclasses import asdict, replace
from functools import cache
from random import Random

import pytest

from club.play.dealing import Deal, Hand, Side, bound, deals_of, first_unfair, hashed, next_dealt, public, taken_in
from engine.core.pieces import CHANCE, Seat
from engine.game import Played
from engine.records.game_record import begin
from engine.registry import find_game

WHITE, BLACK = Side((Seat.WHITE,), True), Side((Seat.BLACK,), False)
SECRETS = b"a" * 32, b"b" * 32


@cache
def before_combat() -> Played:
    """A game that has come to its first secret dice."""
    chance, game = Random(5), find_game("pawns-revenge")
    played = begin(game, game.read_options({}))
    while True:
        outcomes = [action for action, _ in game.chances(played.position)] if draws(played) else []
        if outcomes and game.undisclosed(game.successor(played.position, outcomes[0])):
            return played
        played = played.after(chance.choice(outcomes or list(game.actions(played.position))))[0]


def draws(played: Played) -> bool:
    return played.game.to_act(played.position) == (CHANCE,)


def hands(played: Played) -> list[Hand]:
    return [Hand("key", played, side, secret, {}, {}) for side, secret in zip((WHITE, BLACK), SECRETS, strict=True)]


def hear(hand: Hand, told: tuple[Deal, ...]) -> Hand:
    """As far as it follows from what the other board tells."""
    hand = replace(hand, held=taken_in(hand.held, told, hand.chains))
    hand = replace(hand, bound=bound(hand))
    while (found := next_dealt(hand)) is not None:
        action, back, _ = found
        game, played = hand.played.game, hand.played.before(back)
        hand = replace(hand, played=played.after(game.parse(played.position, action))[0] if action else played)
    return hand


def talk(pair: list[Hand]) -> list[Hand]:
    """Until there is nothing new."""
    before = None
    while before != (before := [deals_of(hand) for hand in pair]):
        pair = [hear(pair[0], before[1]), hear(pair[1], before[0])]
    return pair


def divide(hand: Hand) -> Hand:
    """The seat there divides the points it threw."""
    game, position = hand.played.game, hand.played.position
    action = game.proposals(position, hand.side.own[0], 3)[0]
    return replace(hand, played=hand.played.after(action)[0])


def texts(hand: Hand) -> list[str]:
    return [action.text for action in hand.played.actions]


def own_die(hand: Hand) -> str:
    thrown = [text for text in texts(hand)[len(public(hand.played).actions):] if f":{hand.side.own[0]}=" in text]
    return thrown[0]


def test_an_open_die_is_the_same_on_both_boards_and_is_made_of_the_numbers_of_both() -> None:
    game = find_game("pawns-revenge")
    pair = talk(hands(begin(game, game.read_options({}))))
    assert texts(pair[0]) == texts(pair[1]) != []
    assert first_unfair("key", pair[0].played, WHITE, SECRETS) is None
    seen = set()
    for number in range(8):
        one, other = hands(begin(game, game.read_options({})))
        seen.add(texts(talk([one, replace(other, secret=bytes([number]) * 32)])[0])[0])
    assert len(seen) > 1


def test_nobody_is_told_a_secret_before_all_are_bound() -> None:
    pair = talk(hands(before_combat()))
    assert [draws(hand.played) for hand in pair] == [False, False]
    pair = talk([divide(pair[0]), pair[1]])
    told = json.dumps([asdict(deal) for deal in deals_of(pair[0])][:1])
    assert "white" not in told and deals_of(pair[0])[0].divided and not deals_of(pair[0])[0].keep
    assert len(public(pair[0].played).actions) == len(public(pair[1].played).actions)
    thrown = own_die(pair[0]), own_die(pair[1])
    pair = talk([pair[0], divide(pair[1])])
    assert texts(pair[0]) == texts(pair[1])
    assert all(die in texts(pair[0]) for die in thrown)
    start = before_combat()
    assert texts(pair[0])[: len(start.actions)] == [action.text for action in start.actions]


def test_a_restart_in_the_middle_of_revealing_changes_nothing() -> None:
    pair = talk(hands(before_combat()))
    pair = talk([divide(pair[0]), pair[1]])
    told = deals_of(pair[0])
    whole, late = talk([pair[0], divide(pair[1])]), pair[0]
    late = hear(late, deals_of(divide(pair[1])))
    begun = replace(late, played=late.played.before(len(late.played.actions) - len(before_combat().actions)))
    assert begun.bound and deals_of(begun)[0].divided == told[0].divided
    again = hear(begun, deals_of(whole[1]))
    assert not again.played.game.undisclosed(again.played.position)
    assert texts(again) == texts(whole[1])[: len(texts(again))]


def cheated(deal: Deal, **changes: object) -> tuple[Deal, ...]:
    return (replace(deal, **changes),)  # type: ignore[arg-type]


def test_a_board_that_wants_another_number_than_it_was_bound_to_is_found_out() -> None:
    one, other = hands(before_combat())
    bos = deals_of(other)[0]
    one = hear(one, (bos,))
    with pytest.raises(ValueError, match="something else of its commit before"):
        hear(one, cheated(bos, commit=hashed("another")))
    with pytest.raises(ValueError, match="not what it had committed itself to"):
        hear(one, cheated(bos, keep="0" * 32))


def test_a_board_that_divides_anew_once_it_knows_is_found_out() -> None:
    pair = talk(hands(before_combat()))
    pair = talk([divide(pair[0]), pair[1]])
    honest = deals_of(hear(divide(pair[1]), deals_of(pair[0])))[0]
    bound_to = hear(pair[0], cheated(honest, keep="", secrets=()))
    with pytest.raises(ValueError, match="not those that it had committed itself to"):
        hear(bound_to, cheated(honest, secrets=("black:-",)))
    with pytest.raises(ValueError, match="not those that it had committed itself to"):
        hear(bound_to, cheated(honest, divided=hashed(honest.keep, "black:-"), secrets=("black:-",)))


@pytest.mark.parametrize("secrets", [(), ("nonsense",), ("white:-",)], ids=["none", "nonsense", "another seat's"])
def test_secrets_that_nobody_could_have_are_found_out(secrets: tuple[str, ...]) -> None:
    pair = talk(hands(before_combat()))
    pair = talk([divide(pair[0]), pair[1]])
    honest = deals_of(hear(divide(pair[1]), deals_of(pair[0])))[0]
    with pytest.raises(ValueError, match="nothing that could be played"):
        hear(pair[0], cheated(honest, divided=hashed(honest.keep, *secrets), secrets=secrets))


def test_a_die_that_was_changed_in_a_record_is_named_by_its_number() -> None:
    pair = talk(hands(before_combat()))
    played = talk([divide(pair[0]), divide(pair[1])])[0].played
    base = begin(played.game, played.options)
    number = next(n for n, before in enumerate((played.first, *played.positions)) if draws_at(played, before))
    assert first_unfair("key", played, WHITE, SECRETS) == number + 1, "it was not thrown by these boards"
    assert first_unfair("key", base, WHITE, SECRETS) is None


def draws_at(played: Played, position: object) -> bool:
    return played.game.to_act(position) == (CHANCE,)
