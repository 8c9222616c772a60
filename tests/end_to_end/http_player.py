"""A player who moves the pieces of the screen board over the HTTP interface, without eyes or fingers."""

import random
from contextlib import suppress
from typing import Any

from done_by_hand import bare
from replica import Plan, Replica, divide
from table_process import Answered, TableProcess, ask_until

from engine.core.actions import Action

GUIDED = ("setup", "happening", "undo")
VOLATILE = ("number", "motions", "overlay", "commits_in_s", "tips")
"""Fields of a scene that tell about this moment, or what has just happened, not about the game."""


def lasting(scene: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a scene that must be the same after another start of the program. It asks its questions anew:
    an answer that a page gave before is to none of them."""
    prompts = [_topic_alone(prompt) for prompt in scene["prompts"]]
    secret = {seat: _topic_alone(prompt) for seat, prompt in scene.get("secret", {}).items()}
    kept = {name: value for name, value in scene.items() if name not in VOLATILE}
    return kept | {"prompts": prompts, "secret": secret}


def _topic_alone(prompt: dict[str, Any]) -> dict[str, Any]:
    return {**prompt, "id": prompt["id"].partition(":")[0]}


class HttpPlayer:
    """Plays for all seats of the game on the table. ``by_hand``: whether the board's own hand is off."""

    def __init__(self, process: TableProcess, replica: Replica, by_hand: bool, chance: random.Random) -> None:
        self.process = process
        self.replica = replica
        self.by_hand = by_hand
        self.chance = chance
        self.number = 0
        self.seen: list[dict[str, Any]] = []
        self.settled: dict[str, Any] = {}
        """The last scene at which the board was in step and everything stored."""
        self.taking_back = False

    # --- looking -------------------------------------------------------------------------------------------------

    def look(self) -> dict[str, Any]:
        table: dict[str, Any] = self.process.get("/api/table")
        self.number = table["scene"]["number"]
        self.seen.append(table["scene"])
        return table

    def settle(self) -> dict[str, Any]:
        """The scene once the board is in step, all is stored and chance has decided."""
        scene = ask_until(self._settled, "settled")
        assert scene is not None
        self.replica.follow(self.process.get(f"/api/games/{scene['key']}/record"), scene["action_count"])
        secret = {prompt["seats"][0]: prompt for prompt in scene["prompts"] if prompt["kind"] == "division"}
        self.settled = scene | {"secret": {seat: self._unveiled(prompt) for seat, prompt in secret.items()}}
        return self.settled

    def _settled(self) -> dict[str, Any] | None:
        table = self.look()
        scene, wood = table["scene"], table["wood"]
        if scene["status"] in GUIDED:
            if self.by_hand:
                with suppress(Answered):  # the board went on meanwhile: a phone would look again, too
                    self._follow_lights(table)
            return None
        if wood["hand"]:
            if self.by_hand and scene["status"] != "over":
                self.tap("give")
            return None
        in_step = {square: bare(piece) for square, piece in wood["stands"].items()} == {
            square: bare(piece) for square, piece in scene["pieces"].items()
        } and sorted(scene["covered"]) == sorted(scene["pieces"])
        typed = any(prompt["id"].startswith("throw:") for prompt in scene["prompts"])
        decided = scene["to_act"] != ["chance"] or typed
        calm = scene["commits_in_s"] is None and scene["overlay"] == "none" and scene["confirmed"]
        return scene if in_step and decided and calm and scene["status"] in ("play", "over") else None

    def _follow_lights(self, table: dict[str, Any]) -> None:
        """Do what the lights of a goal ask for: clear first, then fill."""
        scene, wood = table["scene"], table["wood"]
        for square in scene["extra"]:
            if square in wood["stands"]:
                self.tap("lift", square)
                self.tap("give")
        for square in scene["missing"]:
            if square not in wood["stands"]:
                piece = bare(scene["pieces"][square])
                self.tap("take", piece=piece)
                self.tap("place", square, piece)

    # --- touching ------------------------------------------------------------------------------------------------

    def tap(self, kind: str, square: str | None = None, piece: str | None = None) -> None:
        answer = self.process.post("/api/tap", kind=kind, square=square, piece=piece, scene=self.number)
        self.number = answer["scene"]

    def do(self, plan: Plan) -> None:
        """The touches of an action."""
        for square in plan.lifts | plan.returns:
            self.tap("lift", square)
        for square in plan.touches:
            target = self._standing(square)
            self.tap("lift", square)
            self.tap("place", square, target)
        for square, piece in (plan.places | plan.returns).items():
            self.tap("place", square, self._in_hand(piece))

    def _in_hand(self, piece: str) -> str:
        """The piece in the hand that is this one, with or without its Shield; if there is none, out of the tray."""
        held = next((each for each in self.look()["wood"]["hand"] if bare(each) == piece), None)
        if held is None:
            self.tap("take", piece=piece)
        return held or piece

    def _standing(self, square: str) -> str:
        return str(self.look()["wood"]["stands"][square])

    # --- deciding ------------------------------------------------------------------------------------------------

    def decide(self) -> bool:
        """One decision and all that follows from it; ``False``: the game is over."""
        scene = self.settle()
        if scene["winners"] is not None:
            return False
        prompts = [each for each in scene["prompts"] if each["id"].startswith(("game:", "throw:"))]
        if self.chance.random() < 0.1 and scene["undo_refusal"] is None:
            self.take_back()
        elif prompts and (not self.replica.by_hand or self.chance.random() < 0.3):
            self.answer(self.chance.choice(prompts))
        else:
            self.act()
        return True

    def answer(self, prompt: dict[str, Any]) -> None:
        """Answer a prompt of the game at random."""
        if prompt["kind"] == "division":
            value = divide(self._unveiled(prompt), self.chance)
        else:
            value = self.chance.choice(prompt["choices"])["value"]
        count = self.settled["action_count"]
        self.process.post("/api/answer", prompt=prompt["id"], value=value)
        ask_until(lambda: self.look()["scene"]["action_count"] > count, f"answered {prompt}")

    def _unveiled(self, prompt: dict[str, Any]) -> dict[str, Any]:
        """A prompt as the seat may see it that it is for."""
        scene = self.process.get(f"/api/table?seat={prompt['seats'][0]}")["scene"]
        return dict(next(each for each in scene["prompts"] if each["id"] == prompt["id"]))

    def take_back(self) -> None:
        """Undo on the phone."""
        self.taking_back = True
        count = self.settled["action_count"]
        self.process.post("/api/take-back", scene=self.process.get("/api/table")["scene"]["number"])
        ask_until(lambda: self.look()["scene"]["action_count"] < count, "taken back")
        self.settle()
        self.taking_back = False

    def act(self, action: Action | None = None) -> None:
        """An action by hand; ``None``: some legal one."""
        plan = self.replica.plan(action or self.chance.choice(self.replica.by_hand))
        count = self.settled["action_count"]
        self.do(plan)
        ask_until(lambda: self._taken(plan, count), f"played {plan.action}")

    def _taken(self, plan: Plan, count: int) -> bool:
        scene = self.look()["scene"]
        if scene["action_count"] > count:
            return True
        for prompt in scene["prompts"]:
            if prompt["id"].startswith(("hands:", "thoughts:")):
                with suppress(Answered):  # the board went on meanwhile
                    self.process.post("/api/answer", prompt=prompt["id"], value=plan.action.text)
        if scene["commits_in_s"] is not None:
            self._end_turn()
        return False

    def _end_turn(self) -> None:
        try:
            self.process.post("/api/end-turn", scene=self.process.get("/api/table")["scene"]["number"])
        except Answered:
            pass  # it counted by itself meanwhile
