"""Does every card, character, space, Spell and quest still do what was read and approved?

`python -m pytest tests/test_golden.py --bless` approves what they do now, and prints the difference.
"""

from __future__ import annotations

import pytest
from golden.files import bless, changed, files, orphans, written

MOST = 120
"""Lines of a difference that are shown when a test fails."""


@pytest.mark.parametrize("name", files())
def test_what_is_done_is_what_was_approved(
    name: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    now = written(name)
    difference = changed(name, now)
    if difference and request.config.getoption("--bless"):
        bless(name, now)
        with capsys.disabled():
            print("\n" + "\n".join(difference))
        return
    more = [f"… and {len(difference) - MOST} lines more"] if len(difference) > MOST else []
    how = "if that is meant: python -m pytest tests/test_golden.py --bless"
    assert not difference, "\n".join([*difference[:MOST], *more, how])


def test_no_file_is_left_over(request: pytest.FixtureRequest) -> None:
    for path in orphans() if request.config.getoption("--bless") else ():
        path.unlink()
    assert list(orphans()) == []
