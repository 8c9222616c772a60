"""Two boards seal a game that is over: the record says so, and whatever is changed in it afterwards is found."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from club.play.letters import Voucher
from club.play.sealing import has_signed, seal
from club.play.signing import Signer, fingerprint
from club.play.state import LocalState
from club.play.sync import tell
from club.play.verifying import findings
from engine.core.pieces import Seat
from engine.game import Outcome
from engine.records.game_record import Record, begin, read_record, replay, write_record
from engine.records.hash_chain import Seals
from engine.registry import find_game
from table.messages.remote_board import RemoteBoard

ADA, BO, KEY = "00000000000000a1", "00000000000000b2", "0123456789ab"
ADAS, BOS = Signer(b"a" * 32), Signer(b"b" * 32)


def stands(numbers: bool, *actions: str, ended: bool = True) -> LocalState:
    """The game on Ada's board, which numbers, or on Bo's."""
    game = find_game("pawn")
    played = replay(begin(game, game.read_options({})), actions or ("b2b4", "b7b5"))
    afar = RemoteBoard(BO, "Bo's", (Seat.BLACK,), True) if numbers else RemoteBoard(ADA, "Ada's", (Seat.WHITE,), False)
    end = ((Seat.WHITE,), "resignation") if ended else None
    return LocalState(KEY, afar, played, 3, ended=end, secret=b"a" * 32 if numbers else b"b" * 32)


def both_seal(host: LocalState, guest: LocalState) -> tuple[Seals | None, Seals | None]:
    """Return the seals of each once both have told each other their keys and then their signatures."""
    adas, bos = Voucher(ADAS.public_key), Voucher(BOS.public_key)
    for _ in range(2):
        (adas, on_adas), (bos, on_bos) = (
            seal(host, ADA, "Ada's", ADAS, bos), seal(guest, BO, "Bo's", BOS, adas)
        )
    assert adas.sealed is (on_adas is not None) and bos.sealed is (on_bos is not None)
    return on_adas, on_bos


def sealed() -> Record:
    host = stands(True)
    seals, _ = both_seal(host, stands(False))
    return Record(host.played, {Seat.WHITE: "Ada"}, ended=Outcome((Seat.WHITE,), "resignation"), seals=seals)


def wrong(record: Record) -> str:
    return " ".join(finding.sentence for finding in findings(record) if not finding.good)


def test_both_boards_have_the_same_seals_and_the_record_proves_them() -> None:
    on_adas, on_bos = both_seal(stands(True), stands(False))
    assert on_adas == on_bos is not None
    record = read_record(write_record(sealed()))
    assert record.seals == on_adas
    assert [finding.good for finding in findings(record)] == [True] * 5
    assert f"Signed by Bo's (board {BO}, key {fingerprint(BOS.public_key)})." in [
        finding.sentence for finding in findings(record)]


@pytest.mark.parametrize("other", [
    stands(False, "b2b4", "b7b6"), stands(False, "b2b4"), stands(False, ended=False),
    replace(stands(False), ended=((), "agreement")), replace(stands(False), key="ba9876543210"),
], ids=["another action", "an action less", "not over", "another end", "another game"])
def test_boards_that_disagree_seal_nothing(other: LocalState) -> None:
    assert both_seal(stands(True), other) == (None, None)


@pytest.mark.parametrize(("there", "signed"), [
    (stands(False), True), (stands(False, "b2b4", "b7b6"), False), (stands(False, "b2b4"), False),
    (stands(False, ended=False), False), (replace(stands(False), ended=((Seat.BLACK,), "resignation")), False),
], ids=["what it signed", "another action", "an action less", "not over", "another end"])
@pytest.mark.parametrize("here", [
    stands(True, "b2b4", ended=False), stands(True, "b2b3", ended=False), stands(True, ended=False),
], ids=["earlier", "played on", "at the end"])
def test_a_board_takes_its_own_signature_for_just_what_it_signed(
    here: LocalState, there: LocalState, signed: bool
) -> None:
    told = tell(there, None)
    assert has_signed(here, told, ADA, ADAS, shown(ADAS)) is signed
    assert not has_signed(here, told, ADA, ADAS, shown(BOS)), "another one's signature"


def shown(signer: Signer) -> Voucher:
    """Return the voucher that Bo's board writes, with a signature of the game's result."""
    voucher, _ = seal(stands(True), ADA, "Ada's", signer, Voucher(BOS.public_key))
    return Voucher(BOS.public_key, countersigned=voucher.signature)


def test_boards_that_sign_with_one_key_seal_nothing() -> None:
    host, own = stands(True), Voucher(ADAS.public_key)
    signed, _ = seal(replace(stands(False), secret=b"a" * 32), BO, "Bo's", ADAS, own)
    voucher, seals = seal(host, ADA, "Ada's", ADAS, signed)
    assert not voucher.sealed and seals is None and voucher.signature


CHANGES: dict[str, tuple[Callable[[str], str], str]] = {
    "an action": (lambda text: text.replace("b7b5", "b7b6"), "not the actions that the boards signed"),
    "the last action left out": (lambda text: text.replace(" b7b5", ""), "not the actions that the boards signed"),
    "who won": (lambda text: text.replace('[Result "white"]', '[Result "black"]'), "Not signed by Ada's"),
    "how it ended": (lambda text: text.replace('"resignation"', '"time"'), "Not signed by Bo's"),
    "an option": (lambda text: text.replace('no_progress\\": 50', 'no_progress\\": 60'), "Not signed by Ada's"),
    "which board played": (lambda text: text.replace(BO, "00000000000000c3"), "Not signed by Ada's"),
    "the game's key": (lambda text: text.replace(KEY, "ba9876543210"), "not the actions that the boards signed"),
    "the seals": (lambda text: "\n".join(line for line in text.splitlines() if not line.startswith("[Seals")),
                  "No boards signed it"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_is_changed_in_a_record_is_found(what: str) -> None:
    change, told = CHANGES[what]
    text = write_record(sealed())
    assert change(text) != text
    assert told in wrong(read_record(change(text)))


def test_a_signature_of_a_third_key_is_no_signature_of_the_board() -> None:
    record, eve = sealed(), Signer(b"e" * 32)
    assert record.seals is not None
    one, other = record.seals.boards
    forged = replace(other, signature=eve.sign(record.signed))
    assert wrong(replace(record, seals=replace(record.seals, boards=(one, forged)))).startswith("Not signed by Bo's")
    assert not seal(stands(True), ADA, "Ada's", ADAS, Voucher(BOS.public_key, "62" * 32, forged.signature))[0].sealed


def test_a_game_that_was_set_up_is_not_the_one_that_was_signed() -> None:
    assert not replace(sealed(), setup={}).is_sealed
