"""A player at a phone: an engine of its own says what is legal, a finger does it, the record says what was played."""

import random
from typing import Any

from phone import Phone
from replica import Replica
from table_process import TableProcess


class BrowserPlayer:
    """Plays the game on the table by taps, each on a phone that may act for the seat whose turn it is."""

    def __init__(self, process: TableProcess, replica: Replica, phones: list[Phone], chance: random.Random) -> None:
        self.process = process
        self.replica = replica
        self.phones = phones
        self.chance = chance

    def settle(self) -> dict[str, Any]:
        """The scene once the board is in step and every phone has heard of it; the engine follows the record."""
        first, *others = self.phones
        first.until(_as_new_as, self.process.get("/api/table")["scene"]["number"], what="the newest scene")
        scene = first.until_settled()
        for phone in others:
            phone.until(_as_new_as, scene["number"], what="the newest scene")
        self.replica.follow(self.process.get(f"/api/games/{scene['key']}/record"), scene["action_count"])
        return scene

    def phone_of(self, seats: list[str]) -> Phone:
        """A phone that may act for one of these seats."""
        return next(phone for phone in self.phones if set(seats) & set(phone.table["acting"]))

    def play(self, text: str) -> None:
        """An action by taps: on the board if hands can do it, else as the answer to what is asked."""
        scene = self.settle()
        phone = self.phone_of(scene["to_act"])
        by_hand = [action for action in self.replica.by_hand if action.text == text]
        if by_hand:
            phone.play(self.replica.plan(by_hand[0]))
        else:
            phone.answer(text)
        self._until_played(phone, scene["action_count"], text)

    def play_any(self) -> None:
        """Some legal action."""
        self.settle()
        self.play(self.chance.choice(self.replica.legal).text)

    def _until_played(self, phone: Phone, count: int, text: str) -> None:
        """Wait; answer the board if it asks which one it was; end the turn where it waits for more."""
        table = phone.until(_played_or_asked, count, what=f"{text} played")
        if table["scene"]["action_count"] > count:
            return
        if table["scene"]["commits_in_s"] is not None:
            phone.end_turn()
        else:
            phone.answer(text)
        phone.until(_played, count, what=f"{text} played")


def _as_new_as(table: dict[str, Any], number: int) -> bool:
    return bool(table["scene"]["number"] >= number)


def _played(table: dict[str, Any], count: int) -> bool:
    return bool(table["scene"]["action_count"] > count)


def _played_or_asked(table: dict[str, Any], count: int) -> bool:
    scene = table["scene"]
    asked = any(prompt["id"].startswith(("hands:", "thoughts:")) for prompt in scene["prompts"])
    return _played(table, count) or asked or scene["commits_in_s"] is not None



def share(prompt: dict[str, Any], chance: random.Random) -> dict[str, tuple[int, int]]:
    """Some division that gives away all points."""
    given: dict[str, list[int]] = {}
    for _ in range(prompt["points"]):
        given.setdefault(chance.choice(prompt["squares"]), [0, 0])[chance.randrange(2)] += 1
    return {square: (power, tough) for square, (power, tough) in given.items()}


def own_prompt(table: dict[str, Any], seat: str) -> dict[str, Any] | None:
    """The division that a seat is asked for, if it is asked for one."""
    divisions = [each for each in table["scene"]["prompts"] if each["kind"] == "division" and each["seats"] == [seat]]
    return divisions[0] if divisions else None
