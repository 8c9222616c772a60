"""The faults that axe finds in a page, for all tests that look at one in a browser."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
VIOLATIONS = "options => axe.run(options).then((found) => found.violations)"
"""All that is asked of axe: to tell of each element what is right about it takes as long as to find out."""
AT_REST = """() => document.getAnimations().every(
  (each) => each.playState !== "running" || each.effect.getTiming().iterations === Infinity
)"""


def violations(page: Page, rules: list[str] = TAGS) -> list[str]:
    """Each with its element and the remedy, once the page has its style and nothing fades or slides any more."""
    page.wait_for_load_state()
    page.wait_for_function(AT_REST)
    if page.evaluate("!window.axe"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(VIOLATIONS, {"runOnly": rules, "resultTypes": ["violations"]})
    nodes = [(each["id"], node) for each in found for node in each["nodes"]]
    return [f"{rule}: {node['target']} {node.get('failureSummary', '')}" for rule, node in nodes]
