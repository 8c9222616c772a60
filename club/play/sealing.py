"""How two boards seal a game that is over: each signs how it ended, and keeps what the other one signed."""

from dataclasses import replace

from club.play.between import Here
from club.play.dealing import Side, first_unfair
from club.play.letters import Voucher
from club.play.signing import Signer, is_signed
from engine.game import Outcome
from engine.records.game_record import Record
from engine.records.hash_chain import Seal, Seals, chained


def seal(here: Here, board: str, name: str, signer: Signer, there: Voucher | None) -> tuple[Voucher, Seals | None]:
    """What this board vouches for, and the seals of both, once the other one has signed the same.

    :param board: the id of this one. :param there: what the other one vouches for; its signature, if any, is checked.
    """
    own = Voucher(signer.public_key)
    if not here.over or there is None:
        return own, None
    own = replace(own, secret=here.secret.hex())
    record = _unsigned(here, board, name, own, there)
    assert record.seals is not None
    signatures = {signer.public_key: signer.sign(record.signed), there.public_key: there.signature}
    voucher = replace(own, signature=signatures[signer.public_key])
    signed = there.secret and is_signed(there.public_key, there.signature, record.signed)
    if not signed or unfair(record) is not None:
        return voucher, None
    one, other = (replace(each, signature=signatures[each.public_key]) for each in record.seals.boards)
    return replace(voucher, sealed=True), replace(record.seals, boards=(one, other))


def unfair(record: Record) -> int | None:
    """The number (from 1) of the first action of chance that the boards did not throw together; ``None``: all are
    theirs. The record has seals."""
    assert record.seals is not None
    host, guest = record.seals.boards
    secrets = bytes.fromhex(host.secret), bytes.fromhex(guest.secret)
    return first_unfair(record.seals.key, record.played, Side(host.seats, True), secrets)


def _unsigned(here: Here, board: str, name: str, own: Voucher, there: Voucher) -> Record:
    afar = here.afar
    boards = (
        Seal(board, name, here.side.own, own.public_key, own.secret),
        Seal(afar.board, afar.name, afar.seats, there.public_key, there.secret),
    )
    first, second = boards if afar.numbers else reversed(boards)
    seals = Seals(here.key, chained(here.key, here.actions), (first, second))
    return Record(here.played, ended=None if here.ended is None else Outcome(*here.ended), seals=seals)
