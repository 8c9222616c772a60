"""`script/bench page`: from opening the table on a slow phone with a poor network until its board is seen.

A first visit (cold) and a later one (warm), in Chromium: 400 ms until an answer, 50 KiB/s, a sixth of this processor.
Option: --visits N.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from measuring.figures import say, say_times
from measuring.touches import Match
from playwright.sync_api import Browser, BrowserContext, sync_playwright

sys.path.append(str(Path(__file__).parents[2] / "tests" / "support"))

from chromium import path  # noqa: E402

LATENCY_MS, BYTES_A_S, SLOWER = 400, 50 * 1024, 6
"""The phone and its network."""
WATCH = """
  new MutationObserver((_, watching) => {
    if (!document.querySelector("[data-square] .piece use")) return;
    watching.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.built = performance.now(); }));
  }).observe(document, { childList: true, subtree: true });
"""
"""Notes down when the board with its first scene has been painted, since the visit began."""
SEEN = """() => {
  const drawings = performance.getEntriesByType("resource").find(({ name }) => name.includes("/pieces"));
  return window.built && drawings?.responseEnd && Math.max(window.built, drawings.responseEnd) / 1000;
}"""
"""The moment from which its pieces are seen: their drawings come from a file."""


def visit(context: BrowserContext, address: str) -> float:
    """Open the table; seconds until its board is seen."""
    page = context.new_page()
    phone = context.new_cdp_session(page)
    phone.send("Network.enable")
    network = {"offline": False, "downloadThroughput": BYTES_A_S, "uploadThroughput": BYTES_A_S}
    phone.send("Network.emulateNetworkConditions", {"latency": LATENCY_MS, **network})
    phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(WATCH)
    page.goto(address, wait_until="commit")
    seen_s = page.wait_for_function(SEEN, timeout=60_000).json_value()
    page.wait_for_load_state()
    page.close()
    return float(seen_s)


def measured(browser: Browser, visits: int) -> tuple[list[float], list[float]]:
    """Visit a table with a game, each time with a phone that has never been here, and once more with the same."""
    found: tuple[list[float], list[float]] = [], []
    with tempfile.TemporaryDirectory() as directory:
        match = Match(Path(directory), 0.0)
        with match.running() as port:
            match.begin()
            for _ in range(visits):
                with browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True) as context:
                    for times_s in found:
                        times_s.append(visit(context, f"http://127.0.0.1:{port}"))
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="script/bench page", description="Measures the page of the table.")
    parser.add_argument("--visits", type=int, default=5, help="how many phones to measure (5)")
    visits = parser.parse_args().visits
    with sync_playwright() as playwright:
        cold_s, warm_s = measured(playwright.chromium.launch(executable_path=path()), visits)
    say_times("table on a slow phone, first visit", cold_s, "target: 3500 ms")
    say_times("table on a slow phone, later visit", warm_s, "target: 1500 ms")
    say(f"load of this computer, with {os.cpu_count()} cores", f"{os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
