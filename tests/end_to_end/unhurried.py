"""The program as tests start it: patient with itself. Some of its parts wait for others only so long, for the sake of
people, and then refuse, complain, or go on without them; on a busy computer such a delay is no fault."""

import sys

LONG_S = 60.0
"""What those waits are made here: longer than anything should take, shorter than a test's patience."""
_PATIENT = f"""
import daemon.games, daemon.orders, daemon.screen.board, daemon.wiring
for module, names in (
    (daemon.wiring, ("STOP_S", "KEEP_S")), (daemon.screen.board, ("FELT_S",)), (daemon.games, ("KEPT_S", "STORED_S")),
):
    for name in names:
        getattr(module, name)  # else nothing would be any longer
        setattr(module, name, {LONG_S})
ask = daemon.orders.Orders.ask
assert ask.__defaults__ == (None, None, daemon.orders.ANSWER_S)
ask.__defaults__ = (None, None, {LONG_S})
"""


def unhurried(changed: str = "") -> list[str]:
    """The command of the program. ``changed``: Python that changes more of it before it begins."""
    return [sys.executable, "-c", f"{_PATIENT}\n{changed}\nfrom daemon.__main__ import main\nmain()"]
