"""Both ends of the link, in a time of their own and over a line as bad as one likes."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.messages import message
from firmware_bridge import link, messages
from firmware_bridge.firmware.uplink import KEPT, Uplink
from firmware_bridge.link import (
    Link,
    LinkLost,
    LinkRefused,
    LinkState,
    LinkUp,
    ReedChanged,
    ReedsRead,
    Send,
    Style,
    TilePicture,
)

ROWS = (0b101, 0, 0, 0, 0, 0, 0, 0x80)
FIRMWARE = 0xF1
CLOSED = 0b101 | 1 << 63
SESSION = 7
BOOT = 0xB007


def alive(boot=BOOT, session=SESSION, version=messages.VERSION):
    return messages.pack(messages.ALIVE, version, boot, session)


def welcome(base=0, boot=BOOT, session=SESSION, rows=ROWS):
    return messages.pack(messages.WELCOME, session, boot, FIRMWARE, base, *rows)


def events(first, *items):
    return messages.pack(messages.EVENTS, first, items=bytes(items))


def ack(expected):
    return Send(messages.pack(messages.ACK, expected))


HELLO = Send(messages.pack(messages.HELLO, messages.VERSION, SESSION))
ON_2, OFF_2, ON_3 = 2 | messages.COVERED, 2, 3 | messages.COVERED


@pytest.fixture
def up():
    """A link that stands, with its first picture confirmed."""
    fresh, _ = link.heard(Link(SESSION, 0.0), welcome(), 1.0)
    return link.heard(fresh, messages.pack(messages.SHOWN, fresh.number), 1.0)[0]


# --- getting to know each other ----------------------------------------------------------------------------------


def test_nothing_is_sent_before_the_tile_speaks():
    assert link.want(Link(SESSION, 0.0), TilePicture(style=Style(scale=9)), 0.0)[1] == ()
    assert link.tick(Link(SESSION, 0.0), 4.9)[1] == ()


def test_the_first_word_of_a_tile_is_greeted_in_our_session():
    assert link.heard(Link(SESSION, 0.0), alive(session=0), 1.0)[1] == (HELLO,)


def test_the_first_reading_sets_the_state_and_then_the_picture_goes_out():
    after, outputs = link.heard(Link(SESSION, 0.0), welcome(base=40), 1.0)
    assert outputs[:2] == (LinkUp(FIRMWARE), ReedsRead(CLOSED))
    assert isinstance(outputs[2], Send)
    assert outputs[2].payload[0] == messages.SHOW
    assert (after.state, after.expected) == (LinkState.UP, 40)


def test_a_welcome_from_another_session_is_not_ours():
    assert link.heard(Link(SESSION, 0.0), welcome(session=8), 1.0)[1] == ()


def test_events_of_a_tile_that_was_not_welcomed_are_not_believed():
    assert link.heard(Link(SESSION, 0.0), events(0, ON_2), 1.0)[1] == ()


def test_a_tile_that_never_answers_is_said_once_to_be_missing():
    missing, outputs = link.tick(Link(SESSION, 0.0), link.FIRST_ANSWER_S)
    assert outputs == (LinkLost(link.UNHEARD),)
    assert link.tick(missing, 60.0)[1] == ()
    assert link.deadline(missing) is None


def test_another_version_is_refused_once_with_the_remedy():
    refused, outputs = link.heard(Link(SESSION, 0.0), alive(version=0xABCD), 1.0)
    (refusal,) = outputs
    assert isinstance(refusal, LinkRefused)
    assert str(refusal.reason) == (
        f"its firmware speaks version 0000abcd, this program {messages.VERSION:08x}: "
        "give it the firmware of this program"
    )
    assert link.heard(refused, alive(version=0xABCD), 2.0) == (refused, ())


def test_a_refused_tile_is_welcome_once_it_has_the_right_firmware():
    refused, _ = link.heard(Link(SESSION, 0.0), alive(version=0xABCD), 1.0)
    _, outputs = link.heard(refused, alive(), 9.0)
    assert outputs == (Send(messages.pack(messages.HELLO, messages.VERSION, refused.session)),)


# --- events ------------------------------------------------------------------------------------------------------


def test_events_come_in_order_and_are_acknowledged(up):
    after, outputs = link.heard(up, events(0, ON_2, OFF_2), 1.1)
    assert outputs == (ReedChanged(2, True), ReedChanged(2, False), ack(2))
    assert link.heard(after, events(2, ON_3), 1.2)[1] == (ReedChanged(3, True), ack(3))


def test_repeated_events_are_acknowledged_again_and_not_told_again(up):
    after, _ = link.heard(up, events(0, ON_2, OFF_2), 1.1)
    assert link.heard(after, events(0, ON_2, OFF_2), 1.2)[1] == (ack(2),)
    assert link.heard(after, events(1, OFF_2, ON_3), 1.2)[1] == (ReedChanged(3, True), ack(3))


def test_events_behind_a_lost_frame_wait_for_it(up):
    assert link.heard(up, events(1, ON_3), 1.1) == (replace(up, heard_s=1.1), (ack(0),))


@pytest.mark.parametrize("payload", [b"\x03", b"\x63junk", messages.pack(messages.ACK, 3), b""])
def test_what_no_tile_says_changes_nothing(up, payload):
    assert link.heard(up, payload, 1.4) == (up, ())


# --- losing and finding ------------------------------------------------------------------------------------------


def test_silence_is_noticed_within_two_seconds(up):
    assert link.tick(up, 2.4)[1] == ()
    (lost,) = link.tick(up, 2.5)[1]
    assert isinstance(lost, LinkLost) and str(lost.reason).startswith("it went silent")
    assert link.deadline(up) == 2.5


def test_a_broken_line_is_said_once(up):
    lost, outputs = link.lost(up, message("its cable is out"))
    assert outputs == (LinkLost(message("its cable is out")),)
    assert link.lost(lost, message("its cable is out")) == (lost, ())


def test_with_power_kept_events_go_on_where_they_stopped(up):
    before, _ = link.heard(up, events(0, ON_2), 1.1)
    lost, _ = link.lost(before, message("gone"))
    back, outputs = link.heard(lost, welcome(base=0, session=lost.session), 3.0)
    assert outputs[0] == LinkUp(FIRMWARE)
    assert not any(isinstance(output, ReedsRead) for output in outputs)
    assert link.heard(back, events(0, ON_2, ON_3), 3.1)[1] == (ReedChanged(3, True), ack(2))


def test_after_lost_power_the_reeds_are_read_anew(up):
    lost, _ = link.lost(up, message("gone"))
    back, outputs = link.heard(lost, welcome(boot=BOOT + 1, session=lost.session), 3.0)
    assert outputs[:2] == (LinkUp(FIRMWARE), ReedsRead(CLOSED))
    assert back.boot == BOOT + 1


def test_events_that_a_tile_could_not_keep_mean_reading_anew(up):
    lost, _ = link.lost(up, message("gone"))
    back, outputs = link.heard(lost, welcome(base=9, session=lost.session), 3.0)
    assert ReedsRead(CLOSED) in outputs
    assert back.expected == 9


@pytest.mark.parametrize(
    "word, reason",
    [(alive(boot=BOOT + 1, session=0), "it restarted"), (alive(session=0), "it closed the connection")],
)
def test_a_tile_that_forgot_us_is_lost_and_greeted_at_once(up, word, reason):
    lost, outputs = link.heard(up, word, 1.2)
    assert outputs == (LinkLost(message(reason)), Send(messages.pack(messages.HELLO, messages.VERSION, lost.session)))
    assert lost.session != up.session


def test_sessions_go_round_without_zero(up):
    assert link.lost(replace(up, session=0xFFFF), message("gone"))[0].session == 1


# --- pictures ----------------------------------------------------------------------------------------------------


def shown(outputs):
    (sent,) = outputs
    message = messages.unpack(sent.payload)
    assert message is not None
    return message


def picture(scale=100, **looks):
    codes = bytearray(64)
    for reed, code in looks.items():
        codes[int(reed[1:])] = code
    return TilePicture(bytes(codes), Style(scale=scale))


def test_only_changes_are_sent(up):
    first, outputs = link.want(up, picture(r3=8, r4=9), 2.0)
    assert shown(outputs)[2] == bytes((3, 8, 4, 9))
    settled, _ = link.heard(first, messages.pack(messages.SHOWN, first.number), 2.1)
    assert link.want(settled, picture(r3=8, r4=9), 2.2) == (settled, ())
    assert shown(link.want(settled, picture(r4=9), 2.2)[1])[2] == bytes((3, 0))


def test_a_picture_waits_for_the_one_under_way_and_the_latest_wins(up):
    first, _ = link.want(up, picture(r3=9), 2.0)
    second, outputs = link.want(first, picture(r5=1), 2.0)
    third, outputs_too = link.want(second, picture(r6=1), 2.0)
    assert (outputs, outputs_too) == ((), ())
    _, outputs = link.heard(third, messages.pack(messages.SHOWN, first.number), 2.1)
    assert shown(outputs)[2] == bytes((3, 0, 6, 1))


def test_an_unconfirmed_picture_is_repeated_ever_more_seldom(up):
    state, _ = link.want(up, picture(r3=9), 2.0)
    gaps, last = [], 2.0
    while len(gaps) < 7:
        state = replace(state, heard_s=last)
        at = state.flight.again_s
        state, outputs = link.tick(state, at)
        assert shown(outputs)[2] == bytes((3, 9))
        gaps.append(round(at - last, 6))
        last = at
    assert gaps == [0.05, 0.1, 0.2, 0.4, 0.8, 0.8, 0.8]


def test_a_stale_confirmation_confirms_nothing(up):
    first, _ = link.want(up, picture(r3=9), 2.0)
    assert link.heard(first, messages.pack(messages.SHOWN, up.number), 2.1)[0].flight == first.flight


def test_after_a_gap_the_whole_picture_is_sent(up):
    lost, _ = link.lost(up, message("gone"))
    _, outputs = link.heard(lost, welcome(session=lost.session), 3.0)
    assert len(list(messages.unpack_looks(shown(outputs[1:])[2]))) == messages.REEDS


# --- both ends together ------------------------------------------------------------------------------------------


def apply(state, items):
    """The closed reeds after these changes."""
    for item in items:
        bit = 1 << (item & 63)
        state = state | bit if item & messages.COVERED else state & ~bit
    return state


class World:
    """A tile and its host, the time, and a line between them that loses payloads."""

    def __init__(self, seed, losing):
        self.rng = random.Random(seed)
        self.losing = losing
        self.now = 0
        self.tile = Uplink(self.rng.getrandbits(32), FIRMWARE, [0] * 8)
        self.host = Link(1 + self.rng.randrange(0xFFFF), 0.0)
        self.done = []
        self.told = []
        self.read = None

    def touch(self):
        item = self.rng.randrange(256) & (63 | messages.COVERED)
        self.done.append(item)
        self.tile.add([item])

    def pass_ms(self, count, plugged=True):
        for _ in range(count):
            self.now += 1
            self.tile.tick(self.now)
            sent, self.tile.out = self.tile.out, []
            for payload in sent:
                if plugged and self.rng.random() >= self.losing:
                    self._take(link.heard(self.host, payload, self.now / 1000), plugged)
            self._take(link.tick(self.host, self.now / 1000), plugged)

    def _take(self, result, plugged):
        self.host, outputs = result
        for output in outputs:
            if isinstance(output, Send):
                if plugged and self.rng.random() >= self.losing:
                    self.tile.heard(output.payload, self.now)
            elif isinstance(output, ReedChanged):
                self.told.append(output.reed | (messages.COVERED if output.covered else 0))
            elif isinstance(output, ReedsRead):
                self.read = output.closed


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([0.0, 0.01, 0.3]), st.lists(st.integers(1, 400), max_size=6))
def test_every_event_comes_once_and_in_order_over_any_line(seed, losing, gaps_10ms):
    world = World(seed, losing)
    while world.read is None:
        world.pass_ms(10)
    for gap in gaps_10ms:
        for _ in range(20):
            world.touch()
            world.pass_ms(2)
        for _ in range(gap):
            if world.rng.random() < 0.3:
                world.touch()
            world.pass_ms(10, plugged=False)
    world.pass_ms(15_000)
    assert world.read == 0
    assert world.told == world.done


def test_more_events_than_a_tile_keeps_end_in_the_right_occupancy():
    world = World(5, 0.05)
    world.pass_ms(1000)
    world.pass_ms(2000, plugged=False)
    for _ in range(KEPT + 500):
        world.touch()
    world.told, world.read = [], None
    world.pass_ms(15_000)
    assert world.read is not None
    assert len(world.told) == KEPT
    assert apply(world.read, world.told) == apply(0, world.done)


def test_a_tile_of_another_version_is_not_greeted_back():
    tile = Uplink(1, FIRMWARE, [0] * 8)
    tile.heard(messages.pack(messages.HELLO, messages.VERSION ^ 1, 5), 0)
    assert (tile.connected(), tile.out) == (False, [])


def test_a_tile_without_a_host_gives_the_link_up():
    tile = Uplink(1, FIRMWARE, [0] * 8)
    tile.heard(messages.pack(messages.HELLO, messages.VERSION, 5), 0)
    tile.tick(messages.SILENCE_MS - 1)
    assert tile.connected()
    tile.tick(messages.SILENCE_MS)
    assert not tile.connected()


def test_an_acknowledgement_of_what_was_never_sent_is_ignored():
    tile = Uplink(1, FIRMWARE, [0] * 8)
    tile.heard(messages.pack(messages.HELLO, messages.VERSION, 5), 0)
    tile.add([ON_2])
    tile.out = []
    tile.heard(messages.pack(messages.ACK, 2), 1)
    tile.tick(1)
    assert events(0, ON_2) in tile.out
