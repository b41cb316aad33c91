"""Are the panel's modules joined to one that says the same, and is what can't be joined refused with its place?"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from talisman_nb.panels.sync.bundle import load_esm

TWINS = {
    "main.js": """\
import { left } from "./base/left.js";
import {
  right,
} from "./right.js";
const twin = "main";
console.log([twin, ...left(), ...right()].join());
""",
    "base/left.js": """\
import { count } from "./shared.js";
const twin = "left";
export function left() { return [twin, count()]; }
""",
    "right.js": """\
import { count, Kept } from "./base/shared.js";
function twin() { return "right"; }
export const right = () => [twin(), count(), new Kept().two];
""",
    "base/shared.js": """\
let seen = 0;
export const count = () => (seen += 1);
export class Kept { two = 2; }
""",
}
COMMENTED = """\
// @ts-check
/** What it is. */

/**
 * @import { B } from "./b.js"
 */
export const a = () => /** @type {B} */ (1); /** one */
"""
WRONG = {
    "a.js": "export const a = 1;\nexport function* b() {}\n",
    "live.js": "/**\n * Live. */\nexport let d = 1;\n",
    "entry.js": "export default d;\n",
}


def join(folder: Path, files: dict[str, str]) -> str:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return load_esm("main.js", folder)


def test_a_name_is_unique_in_its_module_only(tmp_path: Path, node: str) -> None:
    """Each module sees its own `twin`; one that two import is run once, before both."""
    text = join(tmp_path, TWINS)
    ran = subprocess.run([node, "--input-type=module"], input=text, capture_output=True, text=True)
    assert ran.stdout == "main,left,1,right,2,2\n", ran.stderr


def test_an_entry_point_keeps_its_default_export(tmp_path: Path) -> None:
    files = {
        "main.js": 'import { a } from "./a.js";\nexport default { a };\n',
        "a.js": "export async function a() {}\n",
    }
    assert join(tmp_path, files).endswith('// main.js\nconst { a } = $modules["a.js"];\nexport default { a };\n')


def test_lines_stay_where_they_were_and_comments_of_whole_lines_go(tmp_path: Path) -> None:
    """A place in the browser's message leads to the module: line 7 stands 7 lines below the line with its path."""
    lines = join(tmp_path, {"main.js": 'import { a } from "./a.js";\na();\n', "a.js": COMMENTED}).splitlines()
    head = lines.index('$modules["a.js"] = (() => {')
    said = ["// @ts-check", "", "", "", "", "", "const a = () => /** @type {B} */ (1); /** one */", "return { a };"]
    assert lines[head + 1 : head + 9] == said


def test_modules_that_import_each_other_are_refused(tmp_path: Path) -> None:
    circle = {f"{one}.js": f'import {{ x }} from "./{other}.js";\n' for one, other in ("ma", "ab", "ba")}
    circle["main.js"] = circle.pop("m.js")
    with pytest.raises(ValueError, match=r"^a\.js -> b\.js -> a\.js: imports in a circle: move what both need"):
        join(tmp_path, circle)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('import { c } from "./base/c.js";', r"^main\.js:1: there is no base/c\.js in "),
        ('// main\nimport { a, c } from "./a.js";', r"^main\.js:2: a\.js exports no 'c'; it exports a, b$"),
        ('import * as all from "./a.js";', r"^main\.js:1: 'import \* as all .*': a module says `import \{ a \}"),
        ('import { d } from "./live.js";', r"^live\.js:3: 'export let d = 1;': .* a function, a class or a const$"),
        ('import { d } from "./entry.js";', r"^entry\.js:1: 'export default d;': a module says"),
    ],
)
def test_what_cannot_be_joined_is_told_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        join(tmp_path, {**WRONG, "main.js": text})
