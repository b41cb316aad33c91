"""Is every kind of question whole at every size, light and dark, in four languages: none cut, small, pale or scrolled?

A share of it is played, `TALISMAN_CAMPAIGN=all` plays the whole: about ten minutes.
"""

from __future__ import annotations

from typing import Any

import pytest
from measured import TOUCH, measuring, measuring_television
from staged import SCENES, staged

from talisman_nb.panels.table.audience import AT_TELEVISION
from talisman_nb.text.names import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.campaign, pytest.mark.usefixtures("own_home")]

SIZES = [(1366, 625), (1366, 768), (1536, 730), (1600, 900), (1920, 1080), *sorted(TOUCH)]
GROUPS = 12
"""Parts of the scenes, each of which is a case of its own."""


@pytest.mark.parametrize("group", range(GROUPS))
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_all_of_it_is_read(browser: Any, size: tuple[int, int], lang: str, group: int) -> None:
    found: dict[str, list[str]] = {}
    with measuring(browser, size) as panel:
        for name in list(SCENES)[group::GROUPS]:
            if SCENES[name].is_of(size):
                panel.paint(staged(name, lang), SCENES[name].keys)
                found[name] = panel.faults()
    assert not {name: faults for name, faults in found.items() if faults}


@pytest.mark.parametrize("group", range(GROUPS))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_of_it_is_read_at_four_metres(browser: Any, lang: str, group: int) -> None:
    found: dict[str, list[str]] = {}
    with measuring_television(browser) as television:
        for name in [name for name, scene in SCENES.items() if scene.is_televised][group::GROUPS]:
            television.paint(staged(name, lang, AT_TELEVISION))
            found[name] = television.faults()
    assert not {name: faults for name, faults in found.items() if faults}
