"""Frames: what goes in comes out, and nothing else ever does."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import link, messages
from firmware_bridge.codec import MAX_FRAME, MAX_PAYLOAD, Decoder, crc16, encode

payloads = st.binary(min_size=1, max_size=MAX_PAYLOAD)
zeros_and_others = st.lists(st.sampled_from([0, 0, 1, 3, 0x80, 255]), min_size=1, max_size=40).map(bytes)


def every_single_bit_flip(frame: bytes) -> list[bytes]:
    return [
        frame[:place] + bytes((frame[place] ^ 1 << bit,)) + frame[place + 1 :]
        for place in range(len(frame))
        for bit in range(8)
    ]


def test_the_crc_is_the_catalogued_one():
    assert crc16(b"123456789") == 0x29B1


@given(payloads | zeros_and_others)
def test_a_payload_comes_out_as_it_went_in(payload):
    decoder = Decoder()
    assert decoder.feed(encode(payload)) == [payload]
    assert decoder.refused == 0


@given(payloads)
def test_zero_ends_a_frame_and_occurs_nowhere_else_in_it(payload):
    frame = encode(payload)
    assert frame.index(0) == len(frame) - 1
    assert len(frame) <= MAX_FRAME + 1


@given(st.lists(payloads | zeros_and_others, max_size=5), st.data())
def test_frames_split_anywhere_come_out_whole_and_in_order(sent, data):
    line = b"".join(map(encode, sent))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(line)), max_size=8)))
    decoder = Decoder()
    pieces = [line[start:end] for start, end in zip([0, *cuts], [*cuts, len(line)], strict=True)]
    assert [payload for piece in pieces for payload in decoder.feed(piece)] == sent


@given(st.binary(max_size=600).map(lambda junk: junk + b"\0"), payloads)
def test_junk_before_a_frame_does_not_harm_it(junk, payload):
    assert Decoder().feed(junk + encode(payload))[-1:] == [payload]


@given(st.binary(min_size=1, max_size=60) | zeros_and_others)
def test_every_single_bit_flip_is_refused(payload):
    for flipped in every_single_bit_flip(encode(payload)):
        assert Decoder().feed(flipped + b"\0") == []


@given(zeros_and_others, zeros_and_others)
def test_a_flip_in_the_zero_between_two_frames_refuses_both(first, second):
    for bit in range(8):
        line = bytearray(encode(first) + encode(second))
        line[len(encode(first)) - 1] ^= 1 << bit
        assert Decoder().feed(bytes(line)) == []


@given(payloads)
def test_the_frame_after_a_broken_one_is_believed_again(payload):
    broken = encode(payload)[1:]
    decoder = Decoder()
    assert decoder.feed(broken + encode(payload)) == [payload]
    assert decoder.refused == 1


def test_an_endless_frame_takes_no_memory_and_is_refused():
    decoder = Decoder()
    assert decoder.feed(b"\x07" * 100_000) == []
    assert len(decoder._frame) <= MAX_FRAME + 1
    assert decoder.feed(b"\0" + encode(b"x")) == [b"x"]


@pytest.mark.parametrize("payload", [b"", bytes(MAX_PAYLOAD + 1)])
def test_a_payload_too_short_or_too_long_is_not_sent(payload):
    with pytest.raises(ValueError, match="1 to 200 bytes"):
        encode(payload)


def test_random_bytes_give_no_event(full):
    """A million of them on a link that stands, a tenth by default: a frame may be whole by chance (its CRC, its length
    and its marks must all fit), a message must besides have one of the kinds and its length, an event its number."""
    rng = random.Random(20)
    decoder = Decoder()
    up, _ = link.heard(link.Link(7, 0.0), messages.pack(messages.WELCOME, 7, 1, 0, 0, *[0] * 8), 1.0)
    state = up
    for _ in range(100 if full else 10):
        for payload in decoder.feed(rng.randbytes(10_000)):
            state, outputs = link.heard(state, payload, 1.0)
            assert outputs == ()
    assert state == up
    assert decoder.refused > 300
