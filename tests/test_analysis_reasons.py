"""Does everything that happens, counts or is closed come with its reasons, in four languages?"""

from __future__ import annotations

import pytest

from talisman_nb.analysis import Analysis, Chain, why_closed, why_event, why_total_of
from talisman_nb.engine import asides
from talisman_nb.rules.index import rule
from talisman_nb.rulings.case_types import Case
from talisman_nb.rulings.cases import cases
from talisman_nb.text.names import LANGUAGES

EXAMPLES = [case for case in cases().values() if case.example]
QUESTING = "troll black-knight, quest 5 | thief city, spells healing > 2"


def kinds(chain: Chain) -> list[str]:
    return [reason.kind for reason in chain.reasons]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_closed_option_names_its_rules_the_golden_one_and_their_texts(lang: str) -> None:
    chain = why_closed(Analysis.of(QUESTING, lang), "portal")
    assert kinds(chain)[0] == "closed" and {"rule", "golden", "stands"} <= set(kinds(chain))
    ids = [reason.id for reason in chain.reasons if reason.kind in ("rule", "golden")]
    assert ids == ["portal.quest", "golden.cannot"]
    assert rule("golden.cannot").text(lang) in repr(chain)


def test_an_open_option_has_no_reasons_and_an_unknown_one_is_refused() -> None:
    found = Analysis.of(QUESTING, "en")
    assert why_closed(found, "clockwise").reasons == ()
    with pytest.raises(KeyError, match="is no answer here: expected one of clockwise"):
        why_closed(found, "fly")


def test_a_total_is_the_sum_of_what_counted() -> None:
    chain = why_total_of(Analysis.of("dwarf crags, strength +2 | thief city, has sword", "en"), 0, "strength")
    counted = [reason for reason in chain.reasons if reason.kind == "counted"]
    assert sum(reason.n for reason in counted) == 5 and [reason.text for reason in counted] == ["+3 Dwarf", "+2 Gained"]
    assert any(reason.id == "stat.total" and reason.kind == "rule" for reason in chain.reasons)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda case: case.id)
def test_every_event_and_closed_option_of_a_worked_example_has_a_chain(example: Case) -> None:
    found = Analysis.of(example.situation, "it")
    for step in example.steps:
        found = found.answer(*step.do)
        for event in found.node.events:
            chain = why_event(found, event)
            cited = [reason.id for reason in chain.reasons if reason.kind in ("rule", "golden")]
            assert cited == list(dict.fromkeys(event.cites)), event
            assert ("unknown" in kinds(chain)) == (not event.cites)
            assert all(reason.text for reason in chain.reasons[1:]), chain
        for option in (*found.ask.options, *found.ask.offers, *asides(found.state, max(found.ask.seat, 0))):
            if option.closed:
                assert kinds(why_closed(found, option.key))[:1] == ["closed"], option
