"""The panel's JavaScript: its types, its style, its bundles, and the tests of its logic, by node and the tools of
package.json."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from made_once import made_once

from webpanel.app import STATIC
from webpanel.server.static_files import files_in

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "node_modules"
JS = ROOT / "tests" / "webpanel" / "js"
TESTS = sorted(JS.glob("*.test.js"))
TIMEOUT_S = 240
NOTED = ROOT / ".tsc_cache"
"""The place where the compiler notes down what it knows of the files: its next run looks only at what has changed."""
REMEMBERS = {"incremental": True, "tsBuildInfoFile": "noted.json"}


def run(*command: str | Path, program: str = "node") -> subprocess.CompletedProcess[str]:
    """Run a command of node's, or a program that needs its tools.

    Where node or its tools are not there, the test is left out.
    """
    if shutil.which("node") is None:
        pytest.skip("no node is installed (Debian: apt install nodejs npm)")
    if not (TOOLS / ".bin" / "tsc").exists():
        pytest.skip("the tools for JavaScript are not set up (script/bootstrap --dev, with npm installed)")
    return subprocess.run(
        [program, *map(str, command)], cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )


SCRIPTS = ROOT / "webpanel" / "static" / "js"
WRONG = f"""
import {{ ask }} from "{SCRIPTS / 'lib/api.js'}";
import {{ data }} from "{SCRIPTS / 'lib/dom.js'}";
/** @param {{Scene}} scene */
export const given = (scene) => scene.nothing;
let {{ scene }} = data("snapshot");
export const held = scene.nothing;
export const known = (await ask("POST", "/api/tap")).nothing;
export const unknown = (await ask("GET", "/api/elsewhere")).nothing;
setImmediate(() => undefined);
"""
WRONG_TEST = f"""
import assert from "node:assert/strict";
import {{ test }} from "node:test";
import {{ scene }} from "{JS / 'wire.js'}";
test("a scene", () => assert.ok(scene({{ elsewhere: 1 }})));
setImmediate(() => undefined);
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile all scripts, all tests of them, and one of each with mistakes: the compiler takes long to start.

    In the folder, ``said`` has the mistakes, ``seen`` the files.
    """
    return made_once(tmp_path_factory, "typed", typed)


@pytest.fixture(scope="module")
def said(compiled: Path) -> str:
    return (compiled / "said").read_text("utf-8")


def typed(folder: Path) -> None:
    for name, project, wrong in (("scripts", ROOT, WRONG), ("tests", JS, WRONG_TEST)):
        (NOTED / name).mkdir(parents=True, exist_ok=True)
        (NOTED / name / "wrong.js").write_text(wrong)
        # All that the project includes, and this.
        config = {"extends": str(project / "tsconfig.json"), "files": ["wrong.js"], "compilerOptions": REMEMBERS}
        (NOTED / name / "tsconfig.json").write_text(json.dumps(config))
    tsc = TOOLS / "typescript" / "bin" / "tsc"
    done = run(tsc, "--build", "--listFiles", "--pretty", "false", NOTED / "scripts", NOTED / "tests")
    assert "scripts/wrong.js(" in done.stdout and "tests/wrong.js(" in done.stdout, done.stdout + done.stderr
    seen = [line for line in done.stdout.splitlines() if re.fullmatch(r"/.*\.[jt]s", line)]
    (folder / "seen").write_text("\n".join(seen), "utf-8")
    (folder / "said").write_text("\n".join(line for line in done.stdout.splitlines() if line not in seen), "utf-8")


def test_a_folder_of_scripts_imports_only_from_those_above_it_in_their_table() -> None:
    folders = re.findall(r"^\| `(\w+)/` +\|", (SCRIPTS / "README.md").read_text("utf-8"), re.M)
    assert sorted(folders) == sorted(each.name for each in SCRIPTS.iterdir() if each.is_dir())
    assert [*SCRIPTS.glob("*.js")] == []
    for script in SCRIPTS.rglob("*.js"):
        for target in re.findall(r"""(?:from|import)\s*\(?\s*"(\.[^"]+)\"""", script.read_text("utf-8")):
            folder = (script.parent / target).resolve().parent.name
            assert folders.index(folder) <= folders.index(script.parent.name), (script, target)


def test_the_types_are_right(said: str) -> None:
    mistakes = [line for line in said.splitlines() if re.match(r"(\S.*: )?error TS\d+: ", line)]
    assert [line for line in mistakes if "wrong.js(" not in line.partition(": ")[0]] == [], said


def test_the_types_of_all_scripts_and_tests_are_looked_at(compiled: Path) -> None:
    seen = (compiled / "seen").read_text("utf-8").splitlines()
    scripts = [each for folder in (SCRIPTS, ROOT / "clubpanel" / "static", JS) for each in folder.rglob("*.js")]
    assert [each for each in scripts if str(each) not in seen] == []


def test_what_no_type_has_is_found(said: str) -> None:
    """Nor has anybody to name the types of what a page holds and an address answers; where nobody can, nothing may be
    read of it."""
    assert said.count("Property 'nothing' does not exist on type 'Scene'") == 2
    assert "Property 'nothing' does not exist on type 'Done'" in said
    assert "type 'unknown'" in said


def test_what_no_type_has_is_found_in_tests(said: str) -> None:
    assert "'elsewhere' does not exist in type 'Partial<Scene>'" in said


def test_tests_alone_have_what_node_has(said: str) -> None:
    assert re.findall(r"(\w+)/wrong\.js.*Cannot find name 'setImmediate'", said) == ["scripts"]


def test_style_and_format_are_right() -> None:
    done = run(TOOLS / "@biomejs" / "biome" / "bin" / "biome", "ci", "--error-on-warnings", "--colors=off")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_bundles_are_made_of_the_scripts_and_styles_that_are_there(tmp_path: Path) -> None:
    done = run(tmp_path / "bundles", program="script/bundle")
    assert done.returncode == 0, done.stderr
    bundles, made = files_in(STATIC / "bundles"), files_in(tmp_path / "bundles")
    assert len(made) > 10
    changed = sorted(name for name in {*bundles, *made} if bundles.get(name) != made.get(name))
    assert changed == [], "run script/bundle"


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name.removesuffix(".test.js"))
def test_the_logic_does_what_its_tests_say(path: Path) -> None:
    done = run("--test-reporter=tap", path)  # newer versions of node report in another form
    assert done.returncode == 0, done.stdout
    assert re.search(r"^# pass [1-9]", done.stdout, re.MULTILINE), done.stdout


def test_the_tools_are_of_exact_versions() -> None:
    tools = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    assert tools and all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in tools.values())
