"""Letters about games between two boards: invitations, answers, and what comes when the game is long off the table."""

import logging
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from meanwhile import ToldLock, meanwhile

from club.play.letters import Declined, Invitation, Letter, Voucher, read_letter, write_declined, write_letter
from club.play.signing import Signer
from club.play.state import LocalState
from club.play.sync import tell
from club.transport.errors import BadMessage
from club.transport.identity import ID_FILE, KEY_FILE
from club.transport.messages import Status
from daemon.config.schema import ClubConfig
from daemon.remote.deals import DEALS, SECRET
from daemon.remote.invitations import MOST_INVITATIONS, MOST_OF_A_BOARD
from daemon.remote.known_keys import PUBLIC_KEY
from daemon.remote.local_state import of_kept
from daemon.remote.mailbox import MOST_ANSWERED, PART, SEALS, Mailbox
from daemon.runtime.queue import Orders
from daemon.services.backups import DAILY, Backups
from daemon.snapshots.scenes import Scenes
from daemon.snapshots.seats import Seating
from daemon.storage.games.rows import KeptGame
from daemon.storage.store import Store
from engine.core.pieces import Seat
from engine.records.game_record import begin
from engine.records.hash_chain import chained
from engine.registry import find_game
from table.messages.effects import StoreEnd, StoreGame
from table.messages.events import ActionStored, GameStuck, StartGame, StoredState
from table.messages.new_game import NewGame
from table.messages.remote_board import RemoteBoard
from table.model.state import Table
from table.step import step
from webpanel.ports.change_hub import Changes
from webpanel.ports.club_port import in_fours

ADA, BO, EVES, KEY = "00000000000000a1", "00000000000000b2", "00000000000000e3", "0123456789ab"
BOS, EVE = Signer(b"b" * 32), Signer(b"e" * 32)
WHITE_WINS = (Seat.WHITE,)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path)
    yield store
    store.close()


@pytest.fixture
def scenes() -> Scenes:
    """With nothing on the table."""
    return Scenes(Changes(), Table(), lambda key: None)


@pytest.fixture
def mailbox(store: Store, scenes: Scenes) -> Mailbox:
    """Ada's board, which has come to the broker."""
    return Mailbox(Status(ADA, "Ada's", True, "1"), Signer(b"a" * 32), store, Orders(), scenes, tuple, lambda: True,
                   lambda: None, lambda key: nullcontext(True))


def invite(store: Store) -> NewGame:
    """Bo's board to play White; Ada's numbers."""
    game = NewGame("pawn", {}, {Seat.BLACK: "Ada"}, True, afar=RemoteBoard(BO, "Bo's", WHITE_WINS, True))
    store.append(StoreGame(KEY, game))
    return game


def letter_of_bo(
    ended: tuple[tuple[Seat, ...], str] | None = None, signer: Signer = BOS, giving_up: tuple[Seat, ...] = ()
) -> bytes:
    game = find_game("pawn")
    adas, begun = RemoteBoard(ADA, "Ada's", (Seat.BLACK,), False), begin(game, game.read_options({}))
    here = LocalState(KEY, adas, begun, 1, ended=ended, giving_up=giving_up)
    return write_letter(Letter(KEY, tell(here, None), Voucher(signer.public_key)))


def invitation_of_bo(signer: Signer = BOS) -> bytes:
    letter = read_letter(letter_of_bo(signer=signer))
    assert isinstance(letter, Letter)
    return write_letter(Letter(KEY, letter.state, letter.voucher, Invitation("pawn", 1, {}, WHITE_WINS)))


@pytest.mark.parametrize(("signed", "reason"), [(False, "time"), (True, "resignation")])
def test_a_game_that_was_resigned_stands_as_it_had_been_claimed_unless_both_have_signed_the_resignation(
    mailbox: Mailbox, store: Store, signed: bool, reason: str
) -> None:
    invite(store)
    store.append(StoreEnd(KEY, 1, WHITE_WINS, "resignation", "resignation"))
    if signed:
        store.keep_voucher(KEY, SEALS, "{}")
    mailbox.write()
    for _ in range(2):
        mailbox.read(BO, KEY, letter_of_bo(ended=(WHITE_WINS, "time")))
    assert kept(store) == (WHITE_WINS, reason)
    letter = read_letter(mailbox.write()[BO, KEY])
    assert isinstance(letter, Letter) and letter.state.ended == (WHITE_WINS, reason)
    assert letter.state.revision == store.entry_count(KEY) == (1 if signed else 2)


def kept(store: Store) -> tuple[tuple[Seat, ...], str] | None:
    game: KeptGame = store.game(KEY)
    return of_kept(game, store.entry_count(KEY), store.lost(KEY)).ended


def test_an_invitation_that_was_declined_does_not_come_back_with_the_broker(mailbox: Mailbox) -> None:
    mailbox.write()
    mailbox.read(BO, KEY, invitation_of_bo())
    assert [each.key for each in mailbox.invitations()] == [KEY]
    mailbox.decline(KEY)
    mailbox.read(BO, KEY, invitation_of_bo())
    assert mailbox.invitations() == ()
    assert read_letter(mailbox.write()[BO, KEY]) == Declined("no")


def test_who_plays_after_all_is_not_said_to_have_declined_and_declines_no_more(
    mailbox: Mailbox, store: Store, scenes: Scenes
) -> None:
    table, _ = step(Table(), StartGame(KEY, invite(store)), 0.0)
    scenes.publish(step(table, ActionStored(0), 0.0)[0], Seating(KEY), None)
    mailbox.read(BO, KEY, write_declined(Declined("no")))
    mailbox.write()
    assert str(scenes.warning(PART)) == "Bo's does not want to play this game now."
    mailbox.read(BO, KEY, letter_of_bo())
    mailbox.write()
    assert scenes.warning(PART) is None
    with pytest.raises(BadMessage, match="plays that game already"):
        mailbox.read(BO, KEY, write_declined(Declined("no")))


def test_no_other_board_takes_an_invitation_back_or_puts_itself_in_its_place(mailbox: Mailbox) -> None:
    """Even one that knows the key of the game, and names the same key of the board."""
    mailbox.write()
    mailbox.read(BO, KEY, invitation_of_bo())
    mailbox.read(EVES, KEY, b"")
    with pytest.raises(BadMessage, match="another board invites to that game"):
        mailbox.read(EVES, KEY, invitation_of_bo())
    assert [each.board for each in mailbox.invitations()] == [in_fours(BO)]
    mailbox.read(BO, KEY, b"")
    assert mailbox.invitations() == ()


@pytest.mark.parametrize("other", [
    Invitation("pawn-advance", 1, {}, WHITE_WINS), Invitation("pawn", 1, {"strike": "compulsory"}, WHITE_WINS),
    Invitation("pawn", 1, {}, (Seat.BLACK,)),
])
def test_what_a_board_invites_to_does_not_change_under_the_finger_of_whoever_accepts_it(
    mailbox: Mailbox, other: Invitation
) -> None:
    """A page that is open shows it as it came first."""
    mailbox.read(BO, KEY, invitation_of_bo())
    shown = mailbox.invitations()
    letter = read_letter(invitation_of_bo())
    assert isinstance(letter, Letter)
    with pytest.raises(BadMessage, match="invited to another game before"):
        mailbox.read(BO, KEY, write_letter(replace(letter, invitation=other)))
    assert mailbox.invitations() == shown and mailbox.accepting(KEY)[0] == Invitation("pawn", 1, {}, WHITE_WINS)
    mailbox.read(BO, KEY, write_letter(replace(letter, invitation=Invitation("pawn", 2, {}, WHITE_WINS))))
    assert mailbox.invitations(), "its board was renewed; whoever accepts is told if that does not fit"


def test_no_board_invites_so_often_that_others_are_not_noticed(mailbox: Mailbox) -> None:
    mailbox.write()
    for number in range(MOST_INVITATIONS):
        key = f"{number:012x}"
        mailbox.read(EVES, key, invitation_of_bo(EVE).replace(KEY.encode(), key.encode()))
    mailbox.read(BO, KEY, invitation_of_bo())
    assert len(mailbox.invitations()) == MOST_OF_A_BOARD + 1
    assert mailbox.invitations()[-1].key == KEY


def test_a_letter_about_a_game_that_is_over_is_cleared_after_that_of_its_other_board_alone(
    mailbox: Mailbox, store: Store
) -> None:
    """The game is on the table no more. Were it cleared before, Bo's board could miss the signature."""
    game = NewGame("pawn", {}, {Seat.BLACK: "Ada"}, True, afar=RemoteBoard(BO, "Bo's", WHITE_WINS, False))
    store.append(StoreGame(KEY, game))
    store.append(StoreEnd(KEY, 1, WHITE_WINS, "resignation", "resignation"))
    mailbox.write()
    for board, cleared in ((EVES, False), (BO, True)):
        mailbox.read(board, KEY, b"")
        assert (mailbox.write()[BO, KEY] == b"") == cleared


@pytest.mark.parametrize("writes_first", [False, True])
def test_nobody_gets_in_between_an_invitation_and_the_game(
    mailbox: Mailbox, store: Store, scenes: Scenes, writes_first: bool
) -> None:
    """Whoever may write in Bo's place does so before Ada's board has heard of Bo's again."""
    mailbox.write()
    mailbox.read(BO, KEY, invitation_of_bo())
    with pytest.raises(BadMessage, match="no longer signs"):
        mailbox.read(BO, KEY, invitation_of_bo(EVE))
    game = NewGame("pawn", {}, {Seat.BLACK: "Ada"}, True, afar=RemoteBoard(BO, "Bo's", WHITE_WINS, False))
    store.append(StoreGame(KEY, game))
    table, _ = step(Table(), StartGame(KEY, game), 0.0)
    scenes.publish(step(table, ActionStored(0), 0.0)[0], Seating(KEY), None)
    if writes_first:
        mailbox.write()
    with pytest.raises(BadMessage, match="no longer signs"):
        mailbox.read(BO, KEY, letter_of_bo(signer=EVE))
    mailbox.write()
    assert "no longer signs with the key" in str(scenes.warning(PART))
    mailbox.read(BO, KEY, letter_of_bo())
    mailbox.write()
    assert scenes.warning(PART) is None
    assert store.vouchers(KEY)[PUBLIC_KEY] == BOS.public_key


@pytest.mark.parametrize("lost", ["giving_up", "fallen"])
def test_who_lost_without_a_connection_and_then_put_the_game_aside_has_lost(
    mailbox: Mailbox, store: Store, scenes: Scenes, lost: str
) -> None:
    """The other board hears of it once there is a connection, and after a restart."""
    game = NewGame("pawn", {}, {Seat.BLACK: "Ada"}, True, afar=RemoteBoard(BO, "Bo's", WHITE_WINS, False))
    store.append(StoreGame(KEY, game))
    table = step(step(Table(), StartGame(KEY, game), 0.0)[0], ActionStored(0), 0.0)[0]
    scenes.publish(table, Seating(KEY), None)
    mailbox.read(BO, KEY, letter_of_bo())
    assert told(mailbox) == ((), ())
    standing = StoredState(**{lost: frozenset({Seat.BLACK})})  # type: ignore[arg-type]
    store.keep_state(standing)
    store.set_on_table("")
    scenes.publish(Table(), Seating(), None)
    expected = ((Seat.BLACK,), ()) if lost == "giving_up" else ((), (Seat.BLACK,))
    assert told(mailbox) == expected and store.lost(KEY) == standing
    store.set_on_table(KEY)
    store.set_on_table("")
    assert store.lost(KEY) == StoredState(), "what is no longer so is not kept"


def told(mailbox: Mailbox) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    letter = read_letter(mailbox.write()[BO, KEY])
    assert isinstance(letter, Letter)
    return letter.state.giving_up, letter.state.out_of_time


def test_who_resigns_has_lost_a_game_that_is_put_aside_here(mailbox: Mailbox, store: Store, scenes: Scenes) -> None:
    invite(store)
    store.set_on_table("")
    mailbox.write()
    mailbox.read(BO, KEY, letter_of_bo(giving_up=WHITE_WINS))
    assert kept(store) == ((Seat.BLACK,), "resignation")
    letter = read_letter(mailbox.write()[BO, KEY])
    assert isinstance(letter, Letter) and letter.state.over and letter.voucher.signature
    mailbox.read(BO, KEY, letter_of_bo(giving_up=WHITE_WINS))
    assert store.entry_count(KEY) == 1


def test_a_letter_that_contradicts_itself_ends_no_game_that_is_put_aside(mailbox: Mailbox, store: Store) -> None:
    invite(store)
    mailbox.write()
    with pytest.raises(BadMessage, match="do not make its chain"):
        mailbox.read(BO, KEY, letter_of_bo(giving_up=WHITE_WINS).replace(chained(KEY, ()).encode(), b"0" * 64, 1))
    assert kept(store) is None


def test_an_invitation_signed_with_another_key_than_a_game_that_a_backup_brought_back_disturbs_no_connection(
    mailbox: Mailbox, store: Store, scenes: Scenes
) -> None:
    """Bo's board lost its key after the backup was made; Ada's found its letter on a card without the game."""
    mailbox.write()
    mailbox.read(BO, KEY, invitation_of_bo())
    game = NewGame("pawn", {}, {Seat.BLACK: "Ada"}, True, afar=RemoteBoard(BO, "Bo's", WHITE_WINS, False))
    store.append(StoreGame(KEY, game))
    store.keep_voucher(KEY, PUBLIC_KEY, EVE.public_key)
    table, _ = step(Table(), StartGame(KEY, game), 0.0)
    scenes.publish(step(table, ActionStored(0), 0.0)[0], Seating(KEY), None)
    letter = read_letter(mailbox.write()[BO, KEY])
    assert isinstance(letter, Letter) and letter.state.judged == 0
    assert "no longer signs with the key" in str(scenes.warning(PART))


def test_nobody_gets_in_while_the_game_is_on_its_way_to_the_disk(
    mailbox: Mailbox, store: Store, scenes: Scenes
) -> None:
    mailbox.write()
    mailbox.read(BO, KEY, invitation_of_bo())
    game = NewGame("pawn", {}, {Seat.BLACK: "Ada"}, True, afar=RemoteBoard(BO, "Bo's", WHITE_WINS, False))
    scenes.publish(step(Table(), StartGame(KEY, game), 0.0)[0], Seating(KEY), None)
    with pytest.raises(BadMessage, match="no longer signs"):
        mailbox.read(BO, KEY, letter_of_bo(signer=EVE))
    store.append(StoreGame(KEY, game))
    mailbox.read(BO, KEY, letter_of_bo())
    assert store.vouchers(KEY)[PUBLIC_KEY] == BOS.public_key


def test_a_disputed_game_that_is_deleted_after_a_start_is_told_of_no_more(
    mailbox: Mailbox, store: Store, scenes: Scenes
) -> None:
    invite(store)
    store.append(StoreEnd(KEY, 1, (Seat.BLACK,), "time", "time"))
    assert store.on_table() == KEY, "a start finds it there"
    mailbox.write()
    letter = read_letter(letter_of_bo())
    assert isinstance(letter, Letter)
    mailbox.read(BO, KEY, write_letter(replace(letter, state=replace(letter.state, judged=1))))
    mailbox.write()
    assert "has not agreed yet that its time was up" in str(scenes.warning(PART))
    store.delete(KEY)
    mailbox.write()
    assert scenes.warning(PART) is None


def test_a_backup_without_the_game_that_was_on_the_table_disturbs_no_connection(
    mailbox: Mailbox, store: Store, scenes: Scenes
) -> None:
    game = NewGame("pawn", {}, {Seat.WHITE: "Ada"}, True, afar=RemoteBoard(BO, "Bo's", WHITE_WINS, True))
    store.append(StoreGame(KEY, game))
    table, _ = step(Table(), StartGame(KEY, game), 0.0)
    scenes.publish(step(table, ActionStored(0), 0.0)[0], Seating(KEY), None)
    assert (BO, KEY) in mailbox.write()
    with store._changing() as db:
        for each in ("vouchers", "games"):
            db.execute(f"DELETE FROM {each}")
    scenes.publish(Table(), Seating(), None)
    mailbox.write()
    mailbox.read(BO, KEY, letter_of_bo())


@pytest.mark.parametrize(("name", "value"), [
    *((DEALS, bad) for bad in (
        "[[nul", "7", "null", "[]", "[[], []]", "[[7], {}]", "[[], {}, {}]", f'[[], {{"{"a" * 64}": 7}}]',
        '[[], {"a": []}]', "[" * 5_000, '[[{"chain": "a", "commit": "a"}], {}]', f'[[], {{"{"a" * 64}": ["\\ud800"]}}]',
    )),
    *((SECRET, bad) for bad in ("zz", "", "ab", "A" * 64)),
])
def test_a_damaged_row_of_what_a_game_is_dealt_from_stops_that_game_alone_and_is_told(
    mailbox: Mailbox, store: Store, scenes: Scenes, name: str, value: str, logged_errors: list[logging.LogRecord]
) -> None:
    other = "ba9876543210"
    for key in (KEY, other):
        game = NewGame("pawn", {}, {Seat.WHITE: "Ada"}, True, afar=RemoteBoard(BO, "Bo's", WHITE_WINS, True))
        store.append(StoreGame(key, game))
    table, _ = step(Table(), StartGame(KEY, game), 0.0)
    scenes.publish(step(table, ActionStored(0), 0.0)[0], Seating(KEY), None)
    store.keep_voucher(KEY, name, value)
    for _ in range(3):
        written = mailbox.write()
        assert set(written) == {(BO, other), (BO, KEY)} and reason(written[BO, KEY]) == "lost"
        mailbox.read(BO, other, b"")
    assert "stored dice of the game with Bo's are damaged" in str(scenes.warning(PART))
    assert len(logged_errors) == 1 and KEY in logged_errors[0].getMessage()
    store.keep_voucher(KEY, name, "[[], {}]" if name == DEALS else "ab" * 32)
    assert isinstance(read_letter(mailbox.write()[BO, KEY]), Letter), "a backup has brought it back"
    assert scenes.warning(PART) is None


def reason(letter: bytes) -> str:
    read = read_letter(letter)
    assert isinstance(read, Declined)
    return read.reason


@pytest.mark.parametrize(("invited", "judged", "over", "answered"), [
    (False, 0, False, True), (True, 1, False, True), (True, 0, True, True), (True, 0, False, False),
])
def test_a_game_that_is_not_here_any_more_is_told_of_and_one_that_never_was_is_not(
    mailbox: Mailbox, invited: bool, judged: int, over: bool, answered: bool
) -> None:
    mailbox.write()
    letter = read_letter(invitation_of_bo() if invited else letter_of_bo())
    assert isinstance(letter, Letter)
    mailbox.read(BO, KEY, write_letter(replace(letter, state=replace(letter.state, judged=judged, over=over))))
    written = mailbox.write()
    assert (reason(written[BO, KEY]) == "lost") if answered else (BO, KEY) not in written


def test_whoever_writes_of_games_that_are_not_here_has_this_board_write_no_end_of_letters(mailbox: Mailbox) -> None:
    mailbox.write()
    for number in range(2 * MOST_ANSWERED):
        key = f"{number:012x}"
        mailbox.read(EVES, key, letter_of_bo(signer=EVE).replace(KEY.encode(), key.encode()))
    assert len(mailbox.write()) == MOST_ANSWERED


def on_table(store: Store, scenes: Scenes, numbers: bool = True) -> None:
    """A game with Bo's board, on the table and on disk."""
    theirs = WHITE_WINS if numbers else (Seat.BLACK,)
    game = NewGame("pawn", {}, {Seat.BLACK: "Ada"}, True, afar=RemoteBoard(BO, "Bo's", theirs, numbers))
    store.append(StoreGame(KEY, game))
    table, _ = step(Table(), StartGame(KEY, game), 0.0)
    scenes.publish(step(table, ActionStored(0), 0.0)[0], Seating(KEY), None)


TROUBLES = {
    "no longer has this game": lambda: write_declined(Declined("lost")),
    "does not want to play": lambda: write_declined(Declined("no")),
    "signs with the same key": lambda: write_declined(Declined("key")),
    "has ended the game without a score": lambda: letter_of_bo(ended=((), "abandoned")),
    "has a different game": lambda: telling(broken=True),
    "says that the game is over": lambda: letter_of_bo(ended=(WHITE_WINS, "resignation")),
}


def telling(**changes: object) -> bytes:
    letter = read_letter(letter_of_bo())
    assert isinstance(letter, Letter)
    return write_letter(replace(letter, state=replace(letter.state, **changes)))  # type: ignore[arg-type]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_whatever_is_wrong_with_a_game_the_table_may_end_it_alone(
    store: Store, scenes: Scenes, trouble: str
) -> None:
    orders = Orders()
    mailbox = Mailbox(Status(ADA, "Ada's", True, "1"), Signer(b"a" * 32), store, orders, scenes, tuple, lambda: True,
                      lambda: None, lambda key: nullcontext(True))
    on_table(store, scenes)
    mailbox.write()
    mailbox.read(BO, KEY, TROUBLES[trouble]())
    mailbox.write()
    assert trouble in str(scenes.warning(PART))
    assert GameStuck(True) in wishes(orders)


def wishes(orders: Orders) -> list[object]:
    """All that the table is asked for."""
    found = list[object]()
    with suppress(Empty):
        while (order := orders.next(0)) is not None:
            found.append(order.wish)
    return found


@pytest.mark.parametrize("known", [False, True], ids=["an invitation", "a game that is played"])
def test_a_board_that_signs_with_the_key_of_this_one_is_refused_with_what_to_do(
    store: Store, scenes: Scenes, known: bool
) -> None:
    others = [Status(BO, "Bo's", True, "1")]
    mailbox = Mailbox(Status(ADA, "Ada's", True, "1"), Signer(b"a" * 32), store, Orders(), scenes, lambda: others,
                      lambda: True, lambda: None, lambda key: nullcontext(True))
    if known:
        on_table(store, scenes)
    mailbox.write()
    twin = Signer(b"a" * 32)
    with pytest.raises(BadMessage, match="signs with the key of this one"):
        mailbox.read(BO, KEY, letter_of_bo(signer=twin) if known else invitation_of_bo(twin))
    written = mailbox.write()
    told = str(scenes.warning(PART))
    assert "same key as this board" in told and ID_FILE in told and KEY_FILE in told
    assert known or (reason(written[BO, KEY]), mailbox.invitations()) == ("key", ())
    others.clear()
    mailbox.write()
    assert known or scenes.warning(PART) is None, "it is gone, perhaps for good"


@pytest.mark.parametrize("ended", [((), "abandoned"), (WHITE_WINS, "resignation")])
def test_a_game_that_ended_otherwise_on_the_other_board_is_said_to_be_unsigned(
    mailbox: Mailbox, store: Store, scenes: Scenes, ended: tuple[tuple[Seat, ...], str]
) -> None:
    invite(store)
    store.append(StoreEnd(KEY, 1, (Seat.BLACK,), "resignation", "resignation"))
    mailbox.write()
    mailbox.read(BO, KEY, telling(over=True, ended=ended))
    mailbox.write()
    assert "did not end on Bo's as it did here" in str(scenes.warning(PART))


def test_a_letter_that_ends_a_game_while_a_copy_is_put_back_and_that_do_not_wait_for_each_other(
    new_table: Any, tmp_path: Path
) -> None:
    """The thread of the club has the mailbox and wants to keep the end, that of the panel has the table and wants the
    mailbox to begin anew."""
    with new_table(tmp_path, club=ClubConfig(broker="127.0.0.1", port=9)) as running:
        invite(running.store)
        running.store.set_on_table("")
        copies = Backups(running.store, running.directory)
        copies.make(DAILY)
        box = running.desk.club
        box.write()
        mailbox = box._lock = ToldLock(again=True)
        changing = running.desk._games.changing = ToldLock()
        told = letter_of_bo(giving_up=WHITE_WINS)
        with meanwhile(
            Backups, "restore", lambda: box.read(BO, KEY, told),
            lambda: mailbox.awaited.is_set() or changing.awaited.is_set(),
        ):
            running.desk.restore("daily-000001.zip")
        box.write()
        box.read(BO, KEY, told)  # which the broker tells again
        assert kept(running.store) == ((Seat.BLACK,), "resignation")
