"""Is everything to be read and pressed in sight on a tablet and a laptop, and nothing told twice?"""

from __future__ import annotations

import panel_samples as samples
import pytest
from msgspec.structs import replace
from panel_page import Panel
from test_question_parts import SCENES

from talisman_nb.panels.table.beside_question import with_parts
from talisman_nb.text.screen.contents import screen_of
from talisman_nb.text.screen.values import CardView, Choice, CounterChange, Lasting, Moment, Question, Screen, Sum

pytestmark = [pytest.mark.browser, pytest.mark.one_page]
TABLET, ACROSS, LAPTOP, DESKTOP = (820, 1180), (1180, 820), (1366, 768), (1920, 1080)
HIDDEN = "e => Math.max(0, e.scrollHeight - e.clientHeight)"
LEFT_OUT = "e => [...e.querySelectorAll('.thing.unseen')].length"
CUT = "e => [Math.max(0, e.scrollWidth - e.clientWidth - 1), Math.max(0, e.scrollHeight - e.clientHeight - 2)]"


def fight_in_french() -> tuple[Screen, Question]:
    """The screen of a fight, and its question with its sums and chances."""
    game = SCENES["fight"]()
    shown = screen_of(game.state, game.ask, "fr")
    assert shown.question is not None
    return shown, with_parts(shown.question, game.state, game.ask, "fr")


@pytest.mark.parametrize("size", [TABLET, LAPTOP])
def test_four_answers_beside_a_card_are_seen_at_once(panel: Panel, size: tuple[int, int]) -> None:
    told = samples.screen("take").question
    why = "Non ora, solo se il personaggio non è neutrale. Chi è buono, neutrale o malvagio lo cambia una volta."
    options = (
        Choice("good", "Buono", detail="passa all'Allineamento buono"),
        Choice("neutral", "Neutrale", closed=why, detail="passa all'Allineamento neutrale"),
        Choice("evil", "Malvagio", detail="passa all'Allineamento malvagio"),
        Choice("no", "No, grazie"),
    )
    panel.open(samples.screen("choose", question=replace(told, kind="choose", options=options)), *size)
    assert panel.page.locator(".options").evaluate(HIDDEN) <= 1


@pytest.mark.parametrize("size", [TABLET, LAPTOP])
def test_the_chances_of_every_sum_are_seen_at_once(panel: Panel, size: tuple[int, int]) -> None:
    long = "al posto del prossimo movimento, tira per liberarsi: con 4 o più, il tiro vale come movimento"
    sums = tuple(Sum(n, n, 9, long if n == 5 else "guadagna 1 punto Astuzia", "good") for n in range(2, 13))
    told = replace(samples.screen("die").question, sums=sums)
    panel.open(samples.screen("die", question=told, hands=(), hands_before=(), lasting=()), *size)
    assert panel.page.locator(".dice-sums > ul").evaluate(HIDDEN) <= 1
    assert_whole(panel, ".dice-sums > .words")


@pytest.mark.parametrize("size", [TABLET, ACROSS, LAPTOP, DESKTOP])
def test_the_chances_of_a_roll_are_whole_under_more_sums_than_fit(panel: Panel, size: tuple[int, int]) -> None:
    long = "senza effetto: scarta uno dei suoi Seguaci, poi ancora uno, e perde il prossimo turno e il successivo " * 4
    shares = (3, 5, 8, 11, 14, 17, 14, 11, 9, 5, 3)
    sums = tuple(Sum(n, n, of, long, "bad" if n < 5 else "level") for n, of in enumerate(shares, 2))
    told = replace(samples.screen("die").question, sums=sums)
    panel.open(samples.screen("die", question=told), *size)
    assert_whole(panel, ".dice-sums > .words")
    rows = panel.page.locator(".dice-sums .sum")
    assert {row.get_attribute("title") for row in rows.all()} == {long}, "the whole of it is told at a touch"


@pytest.mark.parametrize("size", [TABLET, ACROSS, LAPTOP, DESKTOP])
def test_nothing_of_a_fight_lies_over_anything_else(panel: Panel, size: tuple[int, int]) -> None:
    """Not even where its headline has two lines, its circumstance a third, and its chances two."""
    shown, told = fight_in_french()
    why = "Rien de ce que Dario possède ne le permet. On peut échapper à tout ce qui attaque. " * 3
    options = (told.options[0], Choice("evade", "S'échapper", closed=why))
    high = {"headline": "Ada · " + "le Spectre du Cimetière " * 3, "circumstance": "Combat psychique"}
    offers = (Choice("destroy", "Détruire l'Esprit"),)
    panel.open(replace(shown, question=replace(told, options=options, offers=offers, **high)), *size)
    assert_whole(panel, ".ask .odds")
    sums, odds = (panel.page.locator(f".ask .{part}").bounding_box() for part in ("sums", "odds"))
    assert sums["y"] + sums["height"] <= odds["y"] + 1
    if size != TABLET:
        fight, evade = (option.bounding_box() for option in panel.page.locator(".ask .option").all())
        assert evade["height"] <= fight["height"] + 12


@pytest.mark.matrix
@pytest.mark.parametrize("size", [TABLET, ACROSS, LAPTOP, DESKTOP])
@pytest.mark.parametrize("kind", ["take", "fight"])
def test_a_card_beside_its_question_ends_with_its_border(panel: Panel, kind: str, size: tuple[int, int]) -> None:
    game = SCENES["fight"]()
    shown = screen_of(game.state, game.ask, "pl") if kind == "fight" else samples.screen(kind)
    told = with_parts(shown.question, game.state, game.ask, "pl") if kind == "fight" else shown.question
    card = CardView("ape", "Małpa", "Wróg – Zwierzę", ())
    for lines in (4, 40):
        long = replace(card, lines=("Kto przegra, traci 1 punkt Życia i kończy turę.",) * lines)
        panel.open(replace(shown, question=replace(told, card=long)), *size)
        assert_whole(panel, ".card-beside")
        assert panel.page.locator(".card-text").evaluate(HIDDEN) <= 1, "no line is cut in its middle"
        hidden = panel.page.locator(".card-text > [hidden]").count()
        assert (lines == 4 or hidden) and panel.page.locator(".card-more").is_visible() == bool(hidden)
        edge, room = (panel.page.locator(part).bounding_box() for part in (".card-beside", ".ask > .shown"))
        free = room["y"] + room["height"] - edge["y"] - edge["height"]
        below = panel.page.locator(".ask .odds")
        assert not hidden or free < 54 + (below.bounding_box()["height"] if below.count() else 0), (
            "no room is left for its next line"
        )


def assert_whole(panel: Panel, part: str) -> None:
    """It ends inside what is shown beside the question."""
    room, inside = (panel.page.locator(each).bounding_box() for each in (".ask > .shown", part))
    assert room["y"] <= inside["y"] and inside["y"] + inside["height"] <= room["y"] + room["height"] + 1


def test_a_long_place_stays_above_the_figures_of_a_sheet_that_holds_much(panel: Panel) -> None:
    told = samples.screen("die").sheets[0]
    who = replace(told.who, character="Czarnoksiężnik")
    much = replace(told, who=who, space="Puszcza", state="", trophy_points=(4, 1), most_spells=2, spells=(), unseen=2)
    everybody = tuple(replace(much, who=replace(who, seat=n)) for n in range(4))
    panel.open(samples.screen("die", sheets=everybody), *TABLET)
    for sheet in panel.page.locator(".sheet").all():
        where, held = (sheet.locator(part).bounding_box() for part in (".where", ".held"))
        tops = [figure.bounding_box() for figure in sheet.locator(".figure").all()]
        assert where["y"] + where["height"] <= min(top["y"] for top in tops) + 1
        assert held["y"] >= max(top["y"] + top["height"] for top in tops) - 1
        assert sheet.evaluate(HIDDEN) <= 1


@pytest.mark.parametrize("size", [TABLET, ACROSS, LAPTOP])
def test_where_everybody_is_stands_on_the_sheet(panel: Panel, size: tuple[int, int]) -> None:
    first, *others = samples.screen("die").sheets
    who = replace(first.who, character="Guerriero")
    far = replace(first, who=who, space="Caverna dello Stregone", state="")
    panel.open(samples.screen("die", sheets=(far, *others, *(others[-1:] * (3 - len(others))))), *size)
    where = panel.page.locator(".sheet .where").first
    assert where.is_visible()
    assert where.evaluate(CUT) == [0, 0]


def test_the_people_of_a_laptop_s_journal_share_a_row_until_one_is_chosen(panel: Panel) -> None:
    first, *others = samples.screen("die").sheets
    four = tuple(replace(first, who=replace(first.who, seat=seat, name=f"P{seat}")) for seat in range(4))
    panel.open(samples.screen("die", sheets=four), *LAPTOP)
    people = panel.page.locator(".journal .filters .who")
    tops = {round(each.bounding_box()["y"]) for each in people.all()}
    assert people.count() == 4 and len(tops) == 1 and others is not None
    people.first.click()
    everybody = panel.page.locator('.journal [data-id="only:-1"]')
    everybody.click()
    assert everybody.is_hidden() and people.first.is_visible()


@pytest.mark.parametrize("size", [LAPTOP, (1920, 1080)])
def test_the_key_of_the_journal_leads_to_its_newest_line(panel: Panel, size: tuple[int, int]) -> None:
    """`J` and Enter open the line that somebody asks about."""
    panel.open(samples.screen("die"), *size).press("j")
    lines = panel.page.locator(".journal .line").locator("visible=true")
    assert panel.page.evaluate("() => document.activeElement.dataset.id") == lines.last.get_attribute("data-id")
    panel.press("Enter")
    assert panel.find("amend").locator("visible=true").count() == 1


@pytest.mark.parametrize("size", [TABLET, ACROSS, LAPTOP, (1920, 1080)])
def test_a_band_with_much_to_tell_keeps_its_headline_whole(panel: Panel, size: tuple[int, int]) -> None:
    """A detail of several lines' length, with names in it, ends in an ellipsis on its one line."""
    changes = (CounterChange(1, "craft", 3, 5), CounterChange(1, "gold", 0, 1))
    detail = "Bruno takes the Wild Boar · Bruno takes the Ape · Bruno takes the Wolf · Bruno takes the Bear"
    fight = samples.screen("fight").question.fight
    told = Moment("Bruno beats the Ape, 9 to 8", detail, "good", "ape", fight=fight, changes=changes)
    panel.open(samples.screen("die", moment=told), *size)
    band, text, more = (
        panel.page.locator(part).bounding_box() for part in (".moment", ".moment .text", ".moment .more")
    )
    assert text["y"] >= band["y"] and more["y"] + more["height"] <= band["y"] + band["height"]


@pytest.mark.parametrize("size", [TABLET, ACROSS])
def test_a_lasting_state_leaves_the_figures_of_a_sheet_free(panel: Panel, size: tuple[int, int]) -> None:
    first, *others = samples.screen("die").sheets
    stays = replace(first, state="Gospoda: ciąg dalszy przy następnym ruchu")
    lasting = (Lasting("Ada Tavern: goes on at the next move", ""),)
    panel.open(samples.screen("die", sheets=(stays, *others, others[-1]), lasting=lasting), *size)
    where, figures = (panel.page.locator(f".sheet .{part}").first.bounding_box() for part in ("where", "figures"))
    assert where["y"] + where["height"] <= figures["y"] + 1


@pytest.mark.matrix
@pytest.mark.parametrize("people", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("size", [(700, 1100), TABLET, (1024, 768), ACROSS, LAPTOP])
def test_sheets_of_everybody_are_whole(panel: Panel, size: tuple[int, int], people: int) -> None:
    told = samples.screen("die").sheets
    named = (replace(told[0].who, seat=n, name=f"Person {n}") for n in range(people))
    everybody = tuple(replace(told[n % len(told)], who=who) for n, who in enumerate(named))
    panel.open(samples.screen("die", sheets=everybody), *size)
    for sheet in panel.page.locator(".sheet").all():
        edge = sheet.bounding_box()
        for each in sheet.locator(".figure, .thing, .limit").all():
            box = each.bounding_box()
            assert edge and box and box["x"] + box["width"] <= edge["x"] + edge["width"] - 2, each.inner_text()
    where, figures = (panel.page.locator(f".sheet .{part}").all() for part in ("where", "figures"))
    for above, below in zip(where, figures, strict=True):
        top, under = above.bounding_box(), below.bounding_box()
        assert top and under and top["y"] + top["height"] <= under["y"] + 2
    assert panel.page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("size", [TABLET, ACROSS, LAPTOP])
def test_the_list_of_spaces_stays_in_the_cell_of_the_board(panel: Panel, size: tuple[int, int]) -> None:
    panel.open(samples.screen("die"), *size).press("m")
    places, bar, ask, sheets = (
        panel.page.locator(part).first.bounding_box() for part in (".places", ".bar", ".moment", ".sheets")
    )
    end = places["y"] + places["height"]
    assert places["y"] >= bar["y"] + bar["height"] and end <= (ask if size == TABLET else sheets)["y"]
    assert panel.page.locator(".places").evaluate(HIDDEN) > 0, "it scrolls"


@pytest.mark.parametrize("size", [TABLET, ACROSS, LAPTOP, DESKTOP])
def test_open_answers_of_a_fight_have_the_room_of_their_words(panel: Panel, size: tuple[int, int]) -> None:
    shown, told = fight_in_french()
    fight = told.options[0]
    why = "Rien de ce que Dario possède ne le permet. On peut échapper à tout ce qui attaque. " * 3
    evade, pay = Choice("evade", "S'échapper", closed=why), Choice("pay", "Payer 1 pièce d'or : Bandit")
    panel.open(replace(shown, question=replace(told, options=(fight, evade, pay))), *size)
    for option in panel.page.locator(".options .option:not(.closed)").all():
        label, edge = option.locator(".label").bounding_box(), option.bounding_box()
        assert label["x"] + label["width"] <= edge["x"] + edge["width"] - 8
        assert label["height"] < (60 if size == TABLET else 30), "on one line"
    assert panel.page.locator(".option.closed .note").bounding_box()["height"] <= 62


@pytest.mark.matrix
@pytest.mark.parametrize("people", [2, 4, 6])
@pytest.mark.parametrize("size", [(390, 844), TABLET, ACROSS, LAPTOP, DESKTOP])
def test_goods_are_whole_or_counted(panel: Panel, size: tuple[int, int], people: int) -> None:
    """No half picture, none under the limit, and as many besides as are left out."""
    told = samples.screen("die").sheets[0]
    goods = tuple(f"sword#{n}" for n in range(11))
    most = {"goods": goods, "goods_keys": goods, "most_objects": 8, "trophy_points": (5, 6), "most_spells": 3}
    loaded = replace(told, spells=(), unseen=2, **most)
    everybody = tuple(replace(loaded, who=replace(told.who, seat=n, name=f"Person {n}")) for n in range(people))
    panel.open(samples.screen("die", sheets=everybody), *size).settle()
    for row in panel.page.locator(".things").locator("visible=true").all():
        edge, limit = row.bounding_box(), row.locator(".limit").bounding_box()
        for thing in row.locator(".thing:not(.unseen)").all():
            box = thing.bounding_box()
            assert box["x"] + box["width"] <= limit["x"] and box["y"] >= edge["y"] - 1
        assert limit["x"] + limit["width"] <= edge["x"] + edge["width"] + 1
        left = row.evaluate(LEFT_OUT)
        assert row.locator(".more-things").text_content() == (f"+{left}" if left else "")


@pytest.mark.parametrize("size", [TABLET, LAPTOP])
def test_three_ways_are_seen_whole_above_a_closed_offer(panel: Panel, size: tuple[int, int]) -> None:
    told = samples.screen("way").question
    why = "Ada non ha abbastanza oro. Lo dice la carta stessa."
    ways = tuple(
        Choice(f"way-{n}", label, detail=detail, note=note, space="fields", picture="fields", tone="bad")
        for n, (label, detail, note) in enumerate(
            (
                ("Senso orario: Campi", "Pesca 1 carta", ""),
                ("Senso antiorario: Campi", "Pesca 1 carta", ""),
                (
                    "Attraverso il ponte: Sentinella",
                    "Per passare bisogna battere la Sentinella: Forza 9 contro 3",
                    "ancora 5 caselle",
                ),
            )
        )
    )
    offers = (Choice("reroll", "Ritira", note="1 pedina Fato"), Choice("hire", "Ingaggia il Mercenario", closed=why))
    asked = replace(told, options=ways, offers=offers)
    panel.open(samples.screen("way", question=asked, hands=(), hands_before=(), lasting=()), *size)
    rows = panel.page.locator(".options.ways")
    assert rows.evaluate("e => e.scrollTop") == 0 and rows.evaluate(HIDDEN) <= 1
    assert panel.page.locator(".offers .label").last.evaluate(CUT) == [0, 0]


def test_a_first_answer_higher_than_the_room_is_read_from_its_beginning(panel: Panel) -> None:
    told = samples.screen("take").question
    long = Choice("long", "Sì", note="La carta ha un testo lungo, che si legge dalla prima parola. " * 30)
    panel.open(
        samples.screen("choose", question=replace(told, kind="choose", options=(long, Choice("no", "No")))), *LAPTOP
    )
    assert panel.page.locator(".options").evaluate("e => [e.scrollTop, e.scrollHeight > e.clientHeight]") == [0, True]


@pytest.mark.matrix
@pytest.mark.parametrize("people", [4, 6])
@pytest.mark.parametrize("size", [TABLET, ACROSS, LAPTOP, DESKTOP])
def test_a_long_state_ends_before_the_figures(panel: Panel, size: tuple[int, int], people: int) -> None:
    told = samples.screen("die").sheets[0]
    state = "Tempio: continua al posto del prossimo movimento, poi perde 1 turno"
    stays = replace(told, state=state, space="Tempio", goods=(), goods_keys=())
    everybody = tuple(replace(stays, who=replace(told.who, seat=n, name=f"Małgorzata {n}")) for n in range(people))
    panel.open(samples.screen("die", sheets=everybody), *size)
    for sheet in panel.page.locator(".sheet").all():
        where, figure = sheet.locator(".where").bounding_box(), sheet.locator(".figure .n").first.bounding_box()
        assert where["y"] + where["height"] <= figure["y"] + 1
        assert sheet.evaluate(HIDDEN) <= 1
        assert sheet.locator(".where").get_attribute("title").endswith(f"{state} · Tempio")
