"""The panel's JavaScript: its types, its style, and the tests of its logic, by node and the tools of package.json."""

import importlib.util
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from made_once import made_once

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


SCRIPTS = ROOT / "webpanel" / "static" / "js"
WRONG = f"""
import {{ ask }} from "{SCRIPTS / 'api.js'}";
import {{ data }} from "{SCRIPTS / 'dom.js'}";
/** @param {{Scene}} scene */
export const given = (scene) => scene.nothing;
let {{ scene }} = data("snapshot");
export const held = scene.nothing;
export const known = (await ask("POST", "/api/tap")).nothing;
export const unknown = (await ask("GET", "/api/elsewhere")).nothing;
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the compiler says of all there is and of a script with mistakes: it takes long to begin."""
    return (made_once(tmp_path_factory, "typed", typed) / "said").read_text("utf-8")


def typed(folder: Path) -> None:
    (folder / "wrong.js").write_text(WRONG)
    project = ROOT / "tsconfig.json"
    every = [str(ROOT / each) for each in json.loads(project.read_text("utf-8"))["include"]]
    config = {"extends": str(project), "include": [*every, str(folder / "wrong.js")]}
    (folder / "tsconfig.json").write_text(json.dumps(config))
    done = run(TOOLS / "typescript" / "bin" / "tsc", "--pretty", "false", "--project", folder / "tsconfig.json")
    assert "wrong.js" in done.stdout, done.stdout + done.stderr
    (folder / "said").write_text(done.stdout, "utf-8")


def test_the_types_are_right(said: str) -> None:
    mistakes = [line for line in said.splitlines() if re.match(r"(\S.*: )?error TS\d+: ", line)]
    assert [line for line in mistakes if "wrong.js(" not in line.partition(": ")[0]] == [], said


def test_what_no_type_has_is_found(said: str) -> None:
    """Nor has anybody to name the types of what a page holds and an address answers; where nobody can, nothing may be
    read of it."""
    assert said.count("Property 'nothing' does not exist on type 'Scene'") == 2
    assert "Property 'nothing' does not exist on type 'Done'" in said
    assert "type 'unknown'" in said


def test_style_and_format_are_right() -> None:
    done = run(TOOLS / "@biomejs" / "biome" / "bin" / "biome", "ci", "--error-on-warnings", "--colors=off")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name.removesuffix(".test.js"))
def test_the_logic_does_what_its_tests_say(path: Path) -> None:
    done = run("--test-reporter=tap", path)  # newer versions of node report in another form
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
