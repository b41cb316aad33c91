"""Does a test notice when a comparison of the engine is turned round? See `flips.py`.

Every 500th of them is tried, other ones whenever the engine has changed; `TALISMAN_FLIPS=3` tries the third part.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from flips import ENGINE, UNNOTICED, comparisons

from talisman_nb.engine import interpreter

PARTS = 500


def test_what_is_known_to_be_unnoticed_is_there_still() -> None:
    gone = set(UNNOTICED.read_text(encoding="utf-8").splitlines()) - set(map(str, comparisons()))
    assert not gone, f"these lines have changed: take them out of {UNNOTICED.name}"


@pytest.mark.campaign
@pytest.mark.skipif(not str(interpreter.__file__).endswith(".py"), reason="the engine is compiled")
def test_a_turned_comparison_is_noticed() -> None:
    texts = b"".join(path.read_bytes() for path in sorted(ENGINE.rglob("*.py")))
    part = os.environ.get("TALISMAN_FLIPS") or str(int(hashlib.sha256(texts).hexdigest(), 16) % PARTS)
    command = [sys.executable, "tests/flips.py", "--every", str(PARTS), "--first", part]
    ran = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True, timeout=3000)
    assert ran.returncode == 0, f"part {part}:\n{ran.stdout[-3000:]}{ran.stderr[-3000:]}"
