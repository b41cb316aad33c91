"""Is what a card, space or character says what it does, in sentences, with the numbers of what runs?"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from editions import PLAYED, of
from msgspec.structs import replace
from read_aloud import BOOK, ENGLISH, assert_well, described, every_action, every_node, every_operation, places
from situations import TALISMAN

from talisman_nb.cards import operations as o
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import BASE
from talisman_nb.text.definitions.facts import program_numbers, summary, unsure
from talisman_nb.text.definitions.lines import lines
from talisman_nb.text.definitions.nodes import Context, Fact, Step, SummaryNode, Tree, one_line
from talisman_nb.text.definitions.tree import block_nodes, tree_of
from talisman_nb.text.grammar import BARE
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.wording import NOBODY, Wording

OTHERS = tuple(lang for lang in LANGUAGES if lang != "en")
DARIO = Wording("en").noun("Dario")


# --- what cards do ---


BOOKS = {edition: open_book(edition) for edition in PLAYED}
EDITIONS = pytest.mark.parametrize("edition", PLAYED)


def keys(edition: str) -> tuple[str, ...]:
    """What is told of an edition: of one that stands on the base what it has otherwise."""
    return of(edition, tuple(BOOKS[edition].definitions))


@EDITIONS
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_definition_can_be_told(lang: str, edition: str) -> None:
    for key in keys(edition):
        for line in (*described(key, lang, BOOKS[edition]), unsure(BOOKS[edition], key, lang)):
            assert_well(line.lstrip())


def test_what_it_says_has_the_numbers_of_what_runs() -> None:
    assert described("space.tavern", "en")[1:4] == (
        "  1: misses 1 turn.",
        "  2: fights the Farmer (Strength 3).",
        "  3: loses 1 gold.",
    )
    assert described("solomons-crown", "fr") == ("+2 Intellect.",)
    assert described("space.castle", "pl")[1] == "Może odzyskać punkty Życia, płacąc 1 sztukę złota za każdy."


def test_it_tells_what_the_edition_has_switched_on() -> None:
    assert not any("killed" in line for line in described("runesword", "en"))
    assert described("space.sentinel", "en") == (
        "Crossing to the next Region, the character fights the Sentinel (Strength 9).",
    )


def test_cards_with_options_have_a_line_for_each() -> None:
    wishes = described("fairy", "it")
    assert wishes[wishes.index("  Sceglie una di queste cose:") + 1 :][:2] == (
        "    Guadagna una Magia.",
        "    Guadagna 1 moneta d'oro.",
    )


# --- what cards say reads well ---


def told_lines(lang: str, edition: str) -> Iterator[tuple[str, str]]:
    """Every line that says what a definition of an edition does, with its key."""
    for key in keys(edition):
        for line in described(key, lang, BOOKS[edition]):
            yield key, line.lstrip()


@EDITIONS
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_description_is_made_of_sentences(lang: str, edition: str) -> None:
    for key, line in told_lines(lang, edition):
        assert not re.search(r"[_{}|]|\bNone\b|  |\.\.|,,|: ?:|[(\[] |,\.|;\.", line), (key, line)
        first = line.lstrip("“«„\u00a0")[0]  # a choice is quoted
        assert first.isupper() or first.isdigit() or first in "+≤≥", (key, line)
        figures = key.startswith("character.") or re.fullmatch(r"\S+ \d+", line)
        assert line.endswith((".", ":")) or figures, (key, line)


@EDITIONS
@pytest.mark.parametrize("lang", OTHERS)
def test_no_description_has_english_left(lang: str, edition: str) -> None:
    english = {line for _, line in told_lines("en", edition) if len(re.findall(r"[a-z]{3,}", line)) > 1}
    for key, line in told_lines(lang, edition):
        assert not ENGLISH.search(line) and line not in english, (key, line)


@EDITIONS
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_description_has_a_word_of_the_program(lang: str, edition: str) -> None:
    """Keys with a hyphen, of variables, blocks, choices and effects, are nothing to read."""
    book = BOOKS[edition]
    codes = {name for d in book.definitions.values() for name in d.blocks}
    codes |= {str(getattr(op, "into", "")) for op in every_operation(book)} | {mod.key for mod in every_action(book)}
    codes = {code for code in codes if "-" in code or "_" in code}
    for key, line in told_lines(lang, edition):
        assert not codes & set(re.findall(r"[a-z_-]+", line)), (key, line)


@EDITIONS
@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_agree_with_their_nouns_wherever_they_stand(lang: str, edition: str) -> None:
    said = load_phrases(lang)
    nouns = {key.rpartition(".")[0] for key in said.topics["counted"]}
    forms = {said.count(n, noun).partition(" ")[2] for noun in nouns for n in (1, 2, 5)}
    right = {(n, said.count(n, noun).partition(" ")[2]) for noun in nouns for n in range(100)}
    for key, line in told_lines(lang, edition):
        for found in re.finditer(r"(?<![\d–+])(\d+) ", line):
            nouned = max((form for form in forms if line[found.end() :].startswith(form)), key=len, default="")
            assert not nouned or (int(found[1]), nouned) in right, (key, line)


def test_an_option_that_may_be_left_out_says_so() -> None:
    second = open_book("second")
    assert described("magic-portal", "en", second)[1] == "Go through (optional) – rolls 1 die."
    assert "  Optional: rolls 1 die." in "\n".join(described("space.graveyard", "en", second)), "it has no name"
    assert not any("optional" in line for line in described("space.city", "en")), "one of several says so itself"


def test_a_card_reads_as_people_speak() -> None:
    assert described("holy-lance", "en") == (
        "No evil character may have this card.",
        "Weapon (only one at a time): +1 Strength in battle against any foe but a Dragon.",
        "Weapon (only one at a time): +3 Strength in battle against a Dragon.",
    )
    assert described("mercenary", "it")[1].endswith(
        "(per 1 moneta d'oro, una volta per turno; nel proprio turno o prima di tirare i dadi di uno scontro):"
    )
    assert described("mephistopheles", "fr") == (
        "Si le personnage est mauvais, il gagne 1 pion Intellect\u00a0; sinon, il devient mauvais.",
    )
    assert described("character.warrior", "pl")[-1] == "Może używać naraz o 1 Broń więcej."
    assert described("raft", "en")[1:] == (
        "“Cross by Raft” (at the start of the character's own turn):",
        "  Discards this card.",
        "  Goes to a space directly across the Storm River.",
        "  That counts as crossing the Storm River.",
        "  The move ends.",
    )


# --- one tree, several views ---


@pytest.mark.parametrize(("edition", "least"), [(edition, 400 if edition == BASE else 100) for edition in PLAYED])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_view_of_a_definition_says_the_same(lang: str, edition: str, least: int) -> None:
    """Whatever a fact, a step or a summary says stands in the lines of its page and in its one line alike."""
    seen = 0
    for key in keys(edition):
        tree = tree_of(BOOKS[edition], key, lang)
        views = ("\n".join(lines(tree)).casefold(), one_line(tree.wording, tree.nodes).casefold())
        for texts in leaves(tree):
            seen += 1
            assert all(any(text.casefold() in view for text in texts) for view in views), (key, texts)
    assert seen > least


def leaves(tree: Tree) -> Iterator[tuple[str, ...]]:
    """Everything in a tree that leads nowhere else, as it is said without a subject and with the character as one."""
    wording = tree.wording
    subjects = (NOBODY, *(wording.noun(wording.word(name), BARE) for name in ("pronoun", "character")))
    for node in every_node(tree.nodes):
        if isinstance(node, Fact):
            yield (node.text,)
        elif isinstance(node, Step):
            yield tuple(map(node.say, subjects))
        elif isinstance(node, SummaryNode):
            yield from ((line,) for line in node.lines)


@EDITIONS
@pytest.mark.parametrize("lang", OTHERS)
def test_no_view_has_english_left(lang: str, edition: str) -> None:
    for key in keys(edition):
        tree = tree_of(BOOKS[edition], key, lang)
        assert not ENGLISH.search(one_line(tree.wording, tree.nodes)), key


def test_a_step_is_said_with_the_subject_of_its_sentence() -> None:
    tree = tree_of(BOOK, "space.desert-1", "fr")
    assert one_line(tree.wording, tree.nodes, tree.wording.noun("Dario")) == "Dario perd 1 vie"
    assert lines(tree) == ("Perdre 1 vie.",)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Dario gains 1 gold and discards this card"),
        ("it", "Dario guadagna 1 moneta d'oro e scarta questa carta"),
        ("fr", "Dario gagne 1 pièce d'or et défausse cette carte"),
        ("pl", "Dario otrzymuje 1 sztukę złota i odrzuca tę kartę"),
    ],
)
def test_short_acts_are_one_sentence_with_one_subject(lang: str, said: str) -> None:
    wording = Wording(lang)
    assert one_line(wording, block_nodes(Context(BOOK, BOOK.card("bag-of-gold"), wording), "taken"), DARIO) == said


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Dario picks another character"),
        ("it", "Dario sceglie un altro personaggio"),
        ("fr", "Dario choisit un autre personnage"),
        ("pl", "Dario wskazuje innego Poszukiwacza"),
    ],
)
def test_whoever_picks_among_the_others_picks_one(lang: str, said: str) -> None:
    wording = Wording(lang)
    bag = replace(BOOK.card("bag-of-gold"), blocks={"taken": (o.Pick(of="others", into="other"),)})
    assert one_line(wording, block_nodes(Context(BOOK, bag, wording), "taken"), DARIO) == said


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "If evil, the character suffers no harm from the Chapel."),
        ("it", "Se il personaggio è malvagio, non subisce gli effetti della Cappella."),
        ("fr", "Si le personnage est mauvais, il ne subit aucun effet de la Chapelle."),
        ("pl", "Jeśli Poszukiwacz jest zły, nie podlega działaniu Kaplicy."),
    ],
)
def test_a_condition_stands_before_what_it_limits(lang: str, said: str) -> None:
    assert described("cross", lang)[0] == said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_plural_stands_alone_as_it_stands_with_a_number(lang: str) -> None:
    said = load_phrases(lang)
    bare = [key.partition(".")[0] for key in said.topics["counted"] if key.endswith(".bare")]
    assert bare and all(said.count(2, noun) == f"2 {said.bare_plural(noun)}" for noun in bare)


# --- programs told as a whole ---

SUMMARIES = load_phrases("en").topics["summaries"]
NUMBERED = {
    "space.vampires-tower.visited": (1, 1, 2, 1, 3, 4, 2, 5, 6, 3),
    "space.pits.visited": (1, 4),
    "space.werewolf-den.strong": (1, 8),
    "space.werewolf-den.by_craft": (2,),
    "space.dice-with-death.visited": (2, 2, 1),
    "space.temple.enslaved": (1, 4),
    "space.warlocks-cave.take_on": (1, 1, 2, 3, 1, 4, 1, 5, 3, 6, 2),
    "character.sorceress.beguile": (4, 5, 6, 1),
    "character.minstrel.charm": (1,),
    "character.minstrel.charm_one": (1,),
    "evil-darkness.met": (1, 1),
    "trial.met": (1, 0, 1, 1),
    "alchemy.cast": (1,),
    "alchemist.sell": (1,),
    "space.city.sell": (1,),
}
"""The numbers of these programs in their order: where one comes or goes, the summary has to be written anew."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_of_a_summary_come_from_what_runs(lang: str) -> None:
    for key in SUMMARIES:
        phrase = load_phrases(lang).topics["summaries"][key]
        assert not re.search(r"\d", re.sub(r"\{[^}]*\}", "", phrase)), f"{key}: nobody compares this number"
        assert bool(places(phrase)) == (key in NUMBERED), key


@pytest.mark.parametrize(("key", "expected"), NUMBERED.items())
def test_a_summary_is_about_the_program_as_it_is(key: str, expected: tuple[int, ...]) -> None:
    definition, _, block = key.rpartition(".")
    book = next(book for book in BOOKS.values() if (found := book.find(definition)) and block in found.blocks)
    assert tuple(program_numbers(book, book.card(definition), block).values()) == expected


def test_a_changed_program_is_told_with_its_new_numbers() -> None:
    tower = BOOK.card("space.vampires-tower")
    roll, table, *rest = tower.blocks["visited"]
    assert isinstance(table, o.TableOp)
    worse = replace(table, rows=(*table.rows[:2], replace(table.rows[2], do=(replace(table.rows[2].do[0], to=5),))))
    changed = replace(tower, blocks={**tower.blocks, "visited": (roll, worse, *rest)})
    assert summary(Context(BOOK, changed, Wording("pl")), "visited")[3] == "5–6: traci 5 punktów Życia"


def test_a_program_with_fewer_numbers_is_told_step_by_step() -> None:
    tower = BOOK.card("space.vampires-tower")
    roll, table, *rest = tower.blocks["visited"]
    assert isinstance(table, o.TableOp)
    milder = replace(table, rows=(*table.rows[:2], replace(table.rows[2], do=())))
    changed = replace(tower, blocks={**tower.blocks, "visited": (roll, milder, *rest)})
    assert summary(Context(BOOK, changed, Wording("fr")), "visited") == ()


def test_a_program_that_calls_itself_is_told_once() -> None:
    pits = BOOK.card("space.pits")
    again = replace(pits, blocks={**pits.blocks, "visited": (*pits.blocks["visited"], o.Call(program="visited"))})
    assert program_numbers(BOOK, again, "visited") == program_numbers(BOOK, pits, "visited")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_quests_ask_for_what_the_cave_wants(lang: str) -> None:
    wanted = program_numbers(BOOK, BOOK.card("space.warlocks-cave"), "take_on")
    for quest, n in ((5, wanted["n8"]), (6, wanted["n10"])):
        assert load_phrases(lang).count(n, "gold") in load_phrases(lang).say("words", f"quest.{quest}")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("fact", ["save", "bribe", "tokens", "price"])
@EDITIONS
def test_a_number_printed_on_a_card_is_told(edition: str, fact: str, lang: str) -> None:
    book = BOOKS[edition]
    having = [(d.key, getattr(d.facts, fact)) for d in book.definitions.values() if getattr(d.facts, fact)]
    assert having
    for key, number in having:
        assert any(str(number) in line for line in described(key, lang, book)), (key, fact)


# --- what a card's page says ---


@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("prince", "At the Castle: heals 2 lives, but never above the starting value."),
        ("princess", "At the Castle: heals 2 lives, but never above the starting value."),
        (
            "prince",
            "When visiting the Castle: if the player wishes, the character discards this card and gains 3 gold.",
        ),
        ("cursed-by-a-hag", "In the Village (Mystic): discards this card."),
        ("talisman", "Lets its owner enter the Valley of Fire."),
        (TALISMAN, "Lets its owner enter the Valley of Fire."),
        ("divination", "Looks in secret at the top of the Adventure deck (5 cards)."),
        ("amulet", "No Spell but the Command Spell affects the owner."),
        ("purchase/helmet", "After a lost battle, saves the life on a roll of 6."),
        ("shield", "After a lost battle, saves the life on a roll of 5 or more."),
        ("form.toad", "Keeps all Spells."),
        (
            "preservation",
            "Saves one life from being lost, or a Follower or a creature from being killed; "
            "a fight with that creature ends in a stand-off.",
        ),
        (
            "alchemist",
            "“Sell Objects” (in the character's own turn): discards any number of Objects and gains 1 gold for each.",
        ),
    ],
)
def test_the_page_tells_all_a_card_does(card: str, line: str) -> None:
    assert line in described(card, "en", open_book())


@pytest.mark.parametrize("lang", ["en", "it", "fr", "pl"])
@EDITIONS
def test_every_card_says_what_it_does(edition: str, lang: str) -> None:
    book = BOOKS[edition]
    for card in (*book.deck_cards["adventure"], *book.deck_cards["spell"], *book.stock_cards):
        assert described(card, lang, book), card


def test_a_talisman_is_called_the_magic_object_it_is() -> None:
    assert page(open_book(), "talisman", "en").about[1].startswith("Magic Object – Talisman · number 5 · copies: 2")
