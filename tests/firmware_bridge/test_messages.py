"""The one table of messages, and its names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.pieces import Seat
from firmware_bridge import messages
from firmware_bridge.codec import MAX_PAYLOAD
from table.messages.lights import Badge, Light, Overlay, Role


def test_the_names_on_the_wire_are_the_words_of_the_table():
    assert messages.ROLES == tuple(Role)
    assert messages.BADGES == tuple(Badge)
    assert messages.SEATS == tuple(Seat)
    assert messages.OVERLAYS == tuple(Overlay)


ALL_LIGHTS = [Light(role, badge, seat) for role in (None, *Role) for badge in (None, *Badge) for seat in (None, *Seat)]


@pytest.mark.parametrize("light", ALL_LIGHTS, ids=str)
def test_every_light_fits_in_a_byte_and_comes_out_again(light):
    """But for the seat of a role that does not shine in a seat's colour."""
    code = messages.look(light.role, light.badge, light.seat)
    seat = light.seat if light.role in messages.SEATED_ROLES else None
    assert named(messages.role_number(code), Role) == light.role
    assert named((code & 3) - 1, Badge) == light.badge
    assert named(messages.seat_number(code), Seat) == seat
    assert 0 <= code <= 255


def named(number, names):
    return None if number < 0 else tuple(names)[number]


def test_different_lights_are_different_bytes_and_dark_is_zero():
    codes = {messages.look(light.role, light.badge, light.seat) for light in ALL_LIGHTS}
    seated_roles = len(messages.SEATED_ROLES)
    seatless, seated = 1 + len(Role) - seated_roles, seated_roles * (len(Seat) + 1)
    assert len(codes) == (seatless + seated) * (len(Badge) + 1)
    assert messages.look(None, None, None) == 0


def test_a_byte_that_no_light_has_is_dark():
    assert messages.role_number(0xFC) == messages.seat_number(0xFC) == -1


def test_an_unknown_name_is_refused():
    with pytest.raises(ValueError):
        messages.look("sparkle", None, None)


@given(st.dictionaries(st.integers(0, 63), st.integers(0, 255)))
def test_looks_come_out_as_they_went_in(looks):
    assert dict(messages.unpack_looks(messages.pack_looks(list(looks.items())))) == looks


def test_squares_that_look_alike_take_a_byte_each():
    items = messages.pack_looks([(5, 9), (7, 8), (6, 9)])
    assert items == bytes((7, 8, 5, 9, 6 | messages.SAME_LOOK))
    assert len(messages.pack_looks([(reed, 9) for reed in range(24)])) == 25


@given(st.binary(max_size=200))
def test_any_items_of_a_show_are_read_without_harm(items):
    assert all(reed in range(64) and code in range(256) for reed, code in messages.unpack_looks(items))


@pytest.mark.parametrize("kind", sorted(messages.MESSAGES))
def test_every_message_comes_out_as_it_went_in(kind):
    name, _, fields, has_items = messages.MESSAGES[kind]
    values = tuple(range(1, len(fields.split()) + 1))
    items = b"abc" if has_items else b""
    assert messages.unpack(messages.pack(kind, *values, items=items)) == (kind, values, items), name


@pytest.mark.parametrize("kind", sorted(messages.MESSAGES))
def test_a_message_cut_short_is_none_nor_may_one_without_items_grow(kind):
    _, _, fields, has_items = messages.MESSAGES[kind]
    payload = messages.pack(kind, *[1] * len(fields.split()))
    assert messages.unpack(payload[:-1]) is None
    assert (messages.unpack(payload + b"\0") is None) is not has_items


@pytest.mark.parametrize("payload", [b"", b"\x00", b"\x05abc", b"\xff"])
def test_an_unknown_kind_is_none(payload):
    assert messages.unpack(payload) is None


def test_the_longest_messages_fit_in_a_frame():
    motley = messages.pack_looks([(reed, reed) for reed in range(messages.REEDS)])
    whole_board = messages.pack(messages.SHOW, *[0] * 8, items=motley)
    assert len(whole_board) <= MAX_PAYLOAD
    assert len(messages.pack(messages.EVENTS, 0, items=bytes(messages.MAX_EVENTS))) <= MAX_PAYLOAD


def test_the_version_changes_with_anything_declared(monkeypatch):
    versions = {messages._fnv1a(messages._declared())}
    for name, value in [
        ("ROLES", (*messages.ROLES[1:], messages.ROLES[0])),
        ("SEATS", messages.SEATS[:3]),
        ("MAX_EVENTS", 33),
        ("MESSAGES", {**messages.MESSAGES, messages.ACK: ("ack", "<H", "expected", False)}),
    ]:
        with monkeypatch.context() as changed:
            changed.setattr(messages, name, value)
            versions.add(messages._fnv1a(messages._declared()))
    assert messages.VERSION in versions
    assert len(versions) == 5


def test_another_version_can_be_read_whatever_follows_it():
    ours = messages.pack(messages.ALIVE, messages.VERSION, 1, 0)
    theirs = messages.pack(messages.ALIVE, messages.VERSION ^ 1, 1, 0) + b"more than we know"
    assert messages.foreign_version(ours) is None
    assert messages.foreign_version(theirs) == messages.VERSION ^ 1
    assert messages.foreign_version(b"\x01\x02") is None
