"""Do pieces that lie on spaces for somebody do what they say, and do the killed come back by them?"""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from haunting import CARDS, DIES, haunted
from msgspec.structs import replace

from talisman_nb import play
from talisman_nb.cards.decode import CardError
from talisman_nb.drawing.pawns import overlay
from talisman_nb.engine import NotAllowedError, step
from talisman_nb.engine.by_hand_cards import change_of
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Answer, Change, State, decode, encode
from talisman_nb.notation.situation import SituationError, situation, situation_text
from talisman_nb.notation.text_play import Situation
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import Layer
from talisman_nb.simulate.invariants import play_game, violations
from talisman_nb.text.events import hands, say_event
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.pages.rule_page import death_told
from talisman_nb.text.screen.contents import lasting


@pytest.fixture(autouse=True)
def layer() -> Layer:
    return haunted()


IN = "edition revised4 + haunted | "
CAIRNS = " | cairn crags, of dwarf | cairn crags, of thief"


def lie(state: State) -> list[tuple[int, str]]:
    return [(effect.seat, effect.space) for effect in state.effects]


def kinds(game: Situation) -> list[str]:
    return [event.kind for event in game.told]


# --- pieces of somebody's on a space ---


def test_it_lies_where_its_owner_died() -> None:
    game = play(IN + "dwarf chasm, life 1, fate 0, arrived | thief city").answer("roll", "1")
    assert lie(game.state) == [(0, "chasm")] and not violations(game.state)
    assert decode(encode(game.state)) == game.state


def test_or_on_a_space_that_is_named() -> None:
    dies = DIES.replace("inner", "middle").replace("portal-of-power", "tavern")
    haunted(**{"programs/dies.toml": dies})
    game = play(IN + "dwarf chasm, life 1, fate 0, arrived | thief city").answer("roll", "1")
    assert lie(game.state) == [(0, "tavern")] and game.state.players[0].space == "chasm"


def test_two_may_lie_on_one_space_and_each_is_its_owners() -> None:
    game = play(IN + "dwarf fields-1, as shade, life 1, arrived | thief city, as shade, life 1" + CAIRNS)
    game = game.answer("dawn")
    assert lie(game.state) == [(1, "crags")] and game.state.players[0].form == "", "its own alone is taken off"
    assert [event.kind for event in game.told if event.kind == "ended"] and not violations(game.state)


def test_the_same_is_not_laid_twice() -> None:
    again = DIES.replace(
        'form = "shade" },', 'form = "shade" }, { op = "begin", what = "cairn", on = "here", whose = "you" },'
    )
    haunted(**{"programs/dies.toml": again})
    game = play(IN + "dwarf chasm, life 1, fate 0, arrived | thief city").answer("roll", "1")
    assert lie(game.state) == [(0, "chasm")]


def test_it_goes_with_who_is_out() -> None:
    out = play(IN + "dwarf chasm, as shade, life 0, fate 0, arrived | thief city | elf crags" + CAIRNS).answer("1")
    assert out.state.players[0].out and lie(out.state) == [(1, "crags")] and not violations(out.state)
    state = situation(IN + "dwarf temple, as shade, life 0 | thief city | elf crags" + CAIRNS)
    left, _ = step(state, Answer(state.ply, "hand", changes=(Change("leave", 0, to="piles"),)))
    assert lie(left) == [(1, "crags")] and not violations(left)


def test_situations_read_and_write_whose_it_is() -> None:
    text = IN + "dwarf temple | *thief city | cairn crags, of dwarf | cairn crags"
    state = situation(text)
    assert lie(state) == [(0, "crags"), (1, "crags")] and situation_text(state) == text
    assert situation(situation_text(state)) == state


def test_a_correction_by_hand_takes_it_off() -> None:
    state = situation(IN + "dwarf temple | thief city" + CAIRNS)
    after, _ = step(state, Answer(state.ply, "hand", changes=(change_of(state.effects[1]),)))
    assert lie(after) == [(0, "crags")]


def test_or_lays_one() -> None:
    state = situation(IN + "dwarf temple | thief city")
    (piece,) = situation(IN + "dwarf temple | thief city | cairn crags, of dwarf").effects
    laid, told = step(state, Answer(state.ply, "hand", changes=(replace(change_of(piece), n=1),)))
    assert laid.effects == (piece,) and told[0].kind == "began" and told[0].cites == ("table.correction",)
    assert any("Cairn" in line for line in hands(laid, told, "en"))
    for wrong in ({"card": "turn.dies.carn"}, {"to": "nowhere"}, {"seat": 5, "origin": "5"}, {"n": 2}):
        with pytest.raises(NotAllowedError):
            step(state, Answer(state.ply, "hand", changes=(replace(change_of(piece), **{"n": 1, **wrong}),)))


def test_one_may_be_sent_to_where_it_lies() -> None:
    game = play(IN + "dwarf fields-1, arrived | thief city" + CAIRNS).answer("call-home")
    assert game.state.players[0].space == "crags"
    nobody = play(IN + "dwarf fields-1, arrived | thief city | cairn crags, of thief").answer("call-home")
    assert nobody.state.players[0].space == "fields-1"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_told_shown_and_drawn(lang: str) -> None:
    named = {"en": "Cairn", "it": "Tumulo", "fr": "Cairn", "pl": "Kurhan"}[lang]
    before = play(IN + "dwarf chasm, life 1, fate 0, arrived | thief city").answer("roll").state
    after, events = step(before, Answer(before.ply, "1"))
    began = next(event for event in events if event.kind == "began")
    assert named in say_event(after, began, lang) and began.cites
    assert len([line for line in hands(after, events, lang) if named in line]) == 1
    assert any(named in str(one) and "P0" in str(one) for one in lasting(after, lang))
    drawn = ElementTree.fromstring(overlay(seen_by(after, (0, 1)), lang)["chasm"])
    assert any("stone" in part.get("class", "") for part in drawn.iter("g"))
    told = death_told(open_book("revised4+haunted"), lang)
    assert any(named in line for line in told) and not any("{" in line for line in told), told
    assert "{" not in str(page(open_book("revised4+haunted"), "call-home", lang))
    ended = play(IN + "dwarf fields-1, as shade, life 1, arrived | thief city" + CAIRNS).answer("dawn")
    assert len([line for line in hands(ended.state, ended.told, lang) if named in line]) == 1


# --- rising again ---


def test_who_is_told_to_rise_does_with_life_only() -> None:
    text = IN + "dwarf fields-1, as shade, life {}, has sword oath-ring, gold 2, arrived | thief city" + CAIRNS
    game = play(text.format(2)).answer("dawn")
    p = game.state.players[0]
    assert (p.form, p.life, p.goods, p.gold, p.space) == ("", 2, ("oath-ring",), 0, "fields-1")
    assert game.state.gold[open_book().board.index["fields-1"]] == 2 and kinds(game).count("dropped") == 2
    dead = play(text.format(0)).answer("dawn").state
    assert dead.players[0].form == "shade" and len(dead.effects) == 2


@pytest.mark.parametrize(("house", "form"), [("", ""), ("house own.walk_back=false | ", "shade")])
def test_coming_back_to_it_is_enough_or_not(house: str, form: str) -> None:
    text = (
        IN + house + "dwarf temple, as shade, life 1 | thief city | cairn fields-1, of dwarf | cairn fields-2, of thief"
    )
    game = play(text.replace("dwarf temple", "dwarf fields-1, arrived").replace("as shade", "as shade, has oath-ring"))
    assert game.state.players[0].form == form and game.state.players[0].goods == ("oath-ring",)
    none = play(text.replace("dwarf temple", "dwarf fields-2, arrived"))
    assert none.state.players[0].form == "shade", "what lies there is somebody else's"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'whose = "you", word',
            "word",
            r"\.whose: what lies on a space for somebody has a name in \[turn\.dies\.cairn\]",
        ),
        (
            'name = { en = "Cairn"',
            'type = "event"\n[dies.other]\nname = { en = "Cairn"',
            r"whose: what lies on a space",
        ),
        ('on = "here", whose', 'on = "you", whose', r"whose: only what lies on a space is somebody's there"),
        ('on = "portal-of-power"', 'on = "portal"', r"on: expected seats, here, a space or its variable"),
        ('end", what = "cairn"', 'end", what = "carn"', r"what: expected an effect, got 'carn'.*did you mean"),
    ],
)
def test_mistakes_are_told(old: str, new: str, said: str) -> None:
    layer = haunted()
    assert old in DIES
    with pytest.raises(CardError, match=said):
        open_book(["revised4", Layer("bad", {**layer.texts, "programs/dies.toml": DIES.replace(old, new)})])


def test_a_condition_names_an_effect() -> None:
    layer = haunted()
    form = layer.texts["form/shade.toml"].replace('mine_here = "cairn"', 'mine_here = "carn"')
    with pytest.raises(CardError, match=r"mine_here: expected an effect, got 'carn'"):
        open_book(["revised4", Layer("bad", {**layer.texts, "form/shade.toml": form})])


def test_random_games_lay_them_and_rise_again() -> None:
    cards = CARDS.replace("number = 1\n", "number = 1\ncopies = 6\n")
    cards = cards.replace('met = [{ op = "call"', 'met = [{ op = "gain", what = "life" }, { op = "call"')
    open_book(["revised4", haunted(**{"adventure/haunts.toml": cards})])
    seen, wrong, risen = set(), [], []

    def watch(seed: int, state: State) -> None:
        seen.update(lie(state))
        risen.extend(p.born for p in state.players if p.born > 1 and p.character and not p.form)
        wrong.extend(violations(state) if state.ply % 7 == 0 else ())
        if state.ply % 40 == 0 and state.winner < 0:
            decode(encode(state))

    for seed in range(3):
        play_game(seed, 3, 1200, "revised4 + haunted", watch)
    assert not wrong and seen and risen


# --- as text, shortly ---


def test_a_piece_stands_among_the_clauses_of_its_owner() -> None:
    state = situation(IN + "dwarf temple, cairn crags | *thief city, cairn fields-1")
    assert lie(state) == [(0, "crags"), (1, "fields-1")]
    text = situation_text(state)
    assert situation(text) == state and situation_text(situation(text)) == text
    same = situation(IN + "dwarf temple | *thief city | cairn crags, of dwarf | cairn fields-1")
    assert same == state


def test_a_form_in_place_of_the_space_stands_where_its_piece_lies() -> None:
    state = situation(IN + "dwarf shade, cairn crags | thief city")
    p = state.players[0]
    assert (p.form, p.space, p.life, lie(state)) == ("shade", "crags", 0, [(0, "crags")])
    assert situation(situation_text(state)) == state
    assert situation(IN + "dwarf shade, cairn crags, life 2 | thief city").players[0].life == 2
    assert situation(IN + 'dwarf "Mara", cairn crags | thief city').players[0].form == "shade", "by its name too"
    for wrong, said in (("dwarf shade", 'expected the space of dwarf: "dwarf crags, as shade"'),
                        ("dwarf shade, cairn crags, as shade", "as is said twice"),
                        ("dwarf shade crags, cairn crags", "a comma is missing")):  # fmt: skip
        with pytest.raises(SituationError) as refused:
            situation(f"{IN}{wrong} | thief city")
        assert said in str(refused.value)
