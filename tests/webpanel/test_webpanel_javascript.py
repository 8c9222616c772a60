"""The panel's JavaScript: its types, its style, and the tests of its logic, by node and the tools of package.json."""

import importlib.util
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "node_modules"
TESTS = sorted((ROOT / "tests" / "webpanel" / "js").glob("*.test.js"))
TIMEOUT_S = 240


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command of node's.

    Where node or its tools are not there, the test is left out.
    """
    if shutil.which("node") is None:
        pytest.skip("no node is installed (Debian: apt install nodejs npm)")
    if not (TOOLS / ".bin" / "tsc").exists():
        pytest.skip("the tools for JavaScript are not set up (script/bootstrap --dev, with npm installed)")
    return subprocess.run(
        ["node", *map(str, command)], cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )


def typed(project: Path) -> subprocess.CompletedProcess[str]:
    return run(TOOLS / "typescript" / "bin" / "tsc", "--project", project)


def test_the_types_are_right() -> None:
    done = typed(ROOT / "tsconfig.json")
    assert done.returncode == 0, done.stdout


SCRIPTS = ROOT / "webpanel" / "static" / "js"


def test_what_no_type_has_is_found(tmp_path: Path) -> None:
    """Nor has anybody to name the types of what a page holds and an address answers; where nobody can, nothing may be
    read of it."""
    (tmp_path / "wrong.js").write_text(f"""
import {{ ask }} from "{SCRIPTS / 'api.js'}";
import {{ data }} from "{SCRIPTS / 'dom.js'}";
/** @param {{Scene}} scene */
export const given = (scene) => scene.nothing;
let {{ scene }} = data("snapshot");
export const held = scene.nothing;
export const known = (await ask("POST", "/api/tap")).nothing;
export const unknown = (await ask("GET", "/api/elsewhere")).nothing;
""")
    config = {"extends": str(ROOT / "tsconfig.json"),
              "include": [str(tmp_path / "wrong.js"), str(ROOT / "webpanel" / "types")]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    found = typed(tmp_path / "tsconfig.json").stdout
    assert found.count("Property 'nothing' does not exist on type 'Scene'") == 2
    assert "Property 'nothing' does not exist on type 'Done'" in found
    assert "type 'unknown'" in found


def test_style_and_format_are_right() -> None:
    done = run(TOOLS / "@biomejs" / "biome" / "bin" / "biome", "ci", "--error-on-warnings", "--colors=off")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name.removesuffix(".test.js"))
def test_the_logic_does_what_its_tests_say(path: Path) -> None:
    done = run("--test", "--test-reporter=tap", path)  # newer versions of node report in another form
    assert done.returncode == 0, done.stdout
    assert re.search(r"^# pass [1-9]", done.stdout, re.MULTILINE), done.stdout


def test_the_types_of_what_the_server_sends_are_those_of_the_server() -> None:
    spec = importlib.util.spec_from_file_location("panel_types", ROOT / "script" / "panel_types.py")
    assert spec is not None and spec.loader is not None
    panel_types = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(panel_types)
    committed = (ROOT / "webpanel" / "types" / "wire.d.ts").read_text("utf-8")
    assert committed == panel_types.types_text(), "run script/panel_types.py"


def test_the_tools_are_of_exact_versions() -> None:
    tools = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    assert tools and all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in tools.values())
