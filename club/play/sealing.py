"""Seals of a finished game: each board signs the result and keeps the other's signature."""

from dataclasses import replace

from club.play.dealing import Side, first_unfair, split_time
from club.play.letters import Voucher
from club.play.signing import Signer, is_signed
from club.play.state import LocalState, RemoteState, common, is_bound, remote_actions
from engine.core.errors import EngineError
from engine.game import Outcome
from engine.records.game_record import Record, replay
from engine.records.hash_chain import Seal, Seals, chained


def seal(
    here: LocalState, board: str, name: str, signer: Signer, there: Voucher | None
) -> tuple[Voucher, Seals | None]:
    """Return this board's voucher, and the seals of both boards once the other one has signed the same with its own
    key.

    :param board: the id of this one. :param there: the other one's voucher; its signature, if any, is checked.
    """
    own = Voucher(signer.public_key)
    if not here.over or there is None:
        return own, None
    own = replace(own, secret=here.secret.hex())
    record = _unsigned(here, board, name, own, there)
    assert record.seals is not None
    voucher = replace(own, signature=signer.sign(record.signed))
    signed = there.secret and is_signed(there.public_key, there.signature, record.signed)
    if not signed or there.public_key == own.public_key or unfair(record) is not None:
        return voucher, None
    host, guest = record.seals.boards
    of_host, of_guest = (voucher, there) if here.afar.numbers else (there, voucher)
    boards = replace(host, signature=of_host.signature), replace(guest, signature=of_guest.signature)
    return replace(voucher, sealed=True), replace(record.seals, boards=boards)


def has_signed(here: LocalState, there: RemoteState, board: str, signer: Signer, voucher: Voucher) -> bool:
    """True if this board had signed the game as the other one tells it: the letter shows that signature."""
    then = _as_told(here, there)
    if then is None or not then.over:
        return False
    record = _unsigned(then, board, board, Voucher(signer.public_key), voucher)
    return is_signed(signer.public_key, voucher.countersigned, record.signed)


def _as_told(here: LocalState, there: RemoteState) -> LocalState | None:
    """Return the game in the state that the other board tells; ``None`` if this board does not know all of its actions,
    or cannot follow them."""
    actions, alike = remote_actions(here, there), common(here, there)
    if actions is None or len(actions) != there.number or (alike < len(here.actions) and is_bound(here, alike)):
        return None
    try:
        played = replay(here.played.before(len(here.actions)), tuple(split_time(action)[0] for action in actions))
    except EngineError:
        return None
    return replace(here, played=played, tail=(), ended=there.ended)


def unfair(record: Record) -> int | None:
    """Find the first action of chance that the boards did not throw together, by number from 1; ``None``: there is
    none. The record has seals."""
    assert record.seals is not None
    host, guest = record.seals.boards
    secrets = bytes.fromhex(host.secret), bytes.fromhex(guest.secret)
    return first_unfair(record.seals.key, record.played, Side(host.seats, True), secrets)


def _unsigned(here: LocalState, board: str, name: str, own: Voucher, there: Voucher) -> Record:
    afar = here.afar
    boards = (
        Seal(board, name, here.side.own, own.public_key, own.secret),
        Seal(afar.board, afar.name, afar.seats, there.public_key, there.secret),
    )
    first, second = boards if afar.numbers else reversed(boards)
    seals = Seals(here.key, chained(here.key, here.actions), (first, second))
    return Record(here.played, ended=None if here.ended is None else Outcome(*here.ended), seals=seals)
