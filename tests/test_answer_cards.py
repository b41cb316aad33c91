"""Does an answer card say what the engine plays, per edition, and leave open what no text decides?"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace
from read_aloud import ENGLISH, assert_well

from talisman_nb.app import cli
from talisman_nb.cards.modifiers import Cannot
from talisman_nb.engine import ask
from talisman_nb.notation.text_play import play
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import rule_index
from talisman_nb.rules.layers import Layer, with_known_cards
from talisman_nb.rulings.answer_probes import ProbeSetting, find, verbs_of
from talisman_nb.rulings.answer_questions import AnswerError, answer, answer_card, verdicts
from talisman_nb.rulings.answer_reasons import figure_counted
from talisman_nb.rulings.why import why_total
from talisman_nb.text.definitions.facts import doubts_of
from talisman_nb.text.errors import describe_error
from talisman_nb.text.find import name_of
from talisman_nb.text.grammar import Noun
from talisman_nb.text.house_rules import instead
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

SENTENCES = tomllib.loads((Path(__file__).parent / "answers.toml").read_text("utf-8"))["question"]
BOTH = ("revised4", "second")
LENT = with_known_cards("third")
"""The third edition, whose own cards are in no list."""


def answers(who: str, card: str) -> dict[tuple[str, str], str]:
    return {(cell.verb, cell.edition): cell.answer for cell in answer_card(who, card).cells}


def test_the_monk_s_lance() -> None:
    """The revised sheet forbids every Weapon; the older one names two, by one source, and the Lance is neither."""
    said = answers("monk", "holy-lance")
    assert said["use", "revised4"] == "no" and said["use", "second"] == said["use", LENT] == "open"
    for verb in ("have", "take", "sell"):
        assert said[verb, "revised4"] == said[verb, "second"] == "yes"
    assert answers("monk", "sword")["have", "revised4"] == "yes"


def test_an_alignment_forbids_a_card_and_all_that_is_done_with_it() -> None:
    assert set(answers("assassin", "holy-grail").values()) == {"no"}
    assert "no" not in answers("monk", "holy-grail").values()


def test_an_enemy_must_be_fought_unless_something_lets_it_be() -> None:
    assert answers("troll", "bear")["fight", "revised4"] == answers("minstrel", "wraith")["fight", "second"] == "must"
    assert answers("minstrel", "bear")["fight", "revised4"] == "yes"


def test_strangers_and_places_must_be_visited_in_one_edition_and_may_be_in_the_other() -> None:
    for card in ("fairy", "shrine"):
        said = answers("wizard", card)
        assert said["meet", "revised4"] == "must" and said["meet", "second"] == "yes"


@pytest.mark.parametrize("edition", BOTH)
def test_a_quest_takes_followers_and_magic_objects_that_one_may_have(edition: str) -> None:
    for card, given in {"maiden": "yes", "cross": "yes", "sword": "no", "runesword": "no"}.items():
        assert answers("monk", card)["quest", edition] == given, card
    assert answers("troll", "runesword")["quest", edition] == "yes"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_which_craft_psionic_blast_adds(lang: str) -> None:
    """The revised card says the value; of the older one two transcriptions disagree, so a table may choose."""
    card = answer("psionic craft", lang)
    assert [(cell.edition, cell.answer, cell.played) for cell in card.cells] == [
        ("revised4", "printed", "printed"),
        ("second", "open", "moment"),
        (LENT, "open", "moment"),
    ]
    told, book = repr(card), open_book("second")
    assert doubts_of(book, "psionic-blast")["blast"].text(lang) in told and card._say("is.printed") in told
    assert instead(book, "switch.blast_printed", lang) in told
    assert repr(answer(f"{load_phrases(lang).say('words', 'craft')} psionic", lang)) == told


def test_a_figure_is_found_out_by_playing() -> None:
    """A card that adds as much as is printed by chance is told apart from one that adds what is printed."""
    text = "[magic-belt]\nlike = 'magic-belt'\nheld = [{ mod = 'add', to = 'strength', n = %s }]\n"
    for amount, which in {"3": "no", "{ value = 'craft' }": "printed"}.items():
        book = open_book(["revised4", Layer("odd", {"adventure/c.toml": text % amount})])
        found = figure_counted(book, "magic-belt", "craft")
        assert found is not None and found.which == which, amount
    assert figure_counted(open_book(), "hex", "craft") is None and figure_counted(open_book(), "bear", "craft") is None


def test_a_character_without_enough_craft_has_no_spell_to_cast() -> None:
    assert answers("troll", "hex")["cast", "revised4"] == "no" and answers("wizard", "hex")["cast", "revised4"] == "yes"


def test_nobody_evades_without_a_card_or_ability() -> None:
    cells = answer_card("troll", "bear", "evade").cells
    assert {cell.answer for cell in cells} == {"no"} and {cell.rules for cell in cells} == {("evade.what",)}


@pytest.mark.matrix
@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("who", ["monk", "assassin", "troll", "wizard", "druid", "priest"])
def test_every_card_is_answered_with_known_rules_and_a_situation_that_can_be_laid_out(who: str, edition: str) -> None:
    book = open_book(edition)
    asked = 0
    for card in book.deck_of:
        for verb in verbs_of(book, card):
            found = find(ProbeSetting(book, who, card), verb)
            asked += 1
            assert found.rules and set(found.rules) <= set(rule_index()), (card, verb)
            assert book.find(found.source) if found.source else True
            assert ask(play(found.text).state).kind != "over"
    assert asked > 200


@pytest.mark.parametrize("edition", (*BOTH, LENT))
def test_what_may_be_taken_is_taken_and_what_may_not_stays(edition: str) -> None:
    book = open_book(edition)
    for who in ("assassin", "monk", "wizard"):
        for card in ("holy-lance", "holy-grail", "runesword", "sword", "axe", "princess", "mule"):
            found = find(ProbeSetting(book, who, card), "take")
            option = next(option for option in play(found.text).ask.options if option.key == card)
            assert found.may == (not option.closed)
            if found.may:
                assert card in play(found.text).answer(card).state.players[0].goods


def test_it_follows_the_data_and_not_a_list() -> None:
    """The same character with another sheet has another answer."""
    sheet = "[monk]\nlike = 'monk'\nheld = []\n"
    book = open_book(["revised4", Layer("meek", {"character/c.toml": sheet})])
    assert find(ProbeSetting(book, "monk", "holy-lance"), "use").may
    assert not find(ProbeSetting(open_book(), "monk", "holy-lance"), "use").may


def test_the_numbers_are_those_of_the_game() -> None:
    card = answer_card("monk", "holy-lance", "use")
    told = [[one.told for one in card.sums(cell)] for cell in card.cells]
    assert told == [["Monk 2 + Monk 3 = 5"], *[["Monk 2 + Monk 3 + Holy Lance 1 = 6"]] * 2]
    assert [situation.state.book.partition("|")[0] for _, situation in card.situations()]


def test_the_sums_of_each_way_to_play_are_those_of_the_story() -> None:
    """A Monk with Craft 3 and 2 gained: the printed figure, that of the moment, and what a table may choose of both."""
    card = answer("monk lance psionic craft")
    assert (card.who, card.card, card.beside) == ("craft", "psionic-blast", ("character.monk", "holy-lance"))
    revised, second, third = (card.sums(cell) for cell in card.cells)
    assert [one.told for one in third] == [one.told for one in second], "whose cards it plays with"
    assert [one.told for one in revised] == ["Monk 2 + Psionic Blast 3 + Monk 3 = 8"]
    assert [one.told for one in second] == [
        "Monk 2 + Psionic Blast 5 + Monk 3 + Holy Lance 1 = 11",
        "Monk 2 + Psionic Blast 5 + Monk 5 + Holy Lance 1 = 13",
        "Monk 2 + Psionic Blast 3 + Monk 3 + Holy Lance 1 = 9",
        "Monk 2 + Psionic Blast 3 + Monk 5 + Holy Lance 1 = 11",
    ]
    assert [len(one.house) for one in second] == [0, 1, 1, 2], "each other way says which house rules it needs"
    for one in (*revised, *second, *third):
        state = play(one.text).state
        assert one.told.endswith(f"= {sum(part.n for part in why_total(state, 0, 'strength'))}")
    for words in ("craft psionic lance monk", "astuzia monaco lancia sacra psionic"):
        assert answer(words).sums(answer(words).cells[1]) == second
    assert repr(answer("psionic craft")) != repr(card), "the title names who it is tried with"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_told_in_every_language_with_rule_section_and_doubt(lang: str) -> None:
    card = answer("monk lance", lang)
    told, paragraph = repr(card), card.as_paragraph()
    assert_well(paragraph)
    for text in (told, paragraph):
        assert "have-use" in text and "5.2" in text and "≈" in text and "{" not in text
        assert lang == "en" or not ENGLISH.search(re.sub(r"\w+\.[\w-]+|[“„«]\W*edition[^”»]*[”»]", "", text))
    assert "\n" not in paragraph and "monk fields-1, has holy-lance" in paragraph
    assert len({line.find(card._say("is.no")) for line in told.splitlines()[3:4]}) == 1


@pytest.mark.parametrize(
    "question", ["monk lance", "lance monk", "Mnich Święta Lanca", "monaco lancia sacra", "MOINE LANCE"]
)
def test_who_and_card_are_found_in_any_language_and_order(question: str) -> None:
    found = answer(question)
    assert (found.who, found.card) == ("monk", "holy-lance") and len(found.verbs) == 6


@pytest.mark.parametrize(
    "question", ["monk use lance", "use monk lance", "monaco usare lancia", "moine utiliser lance"]
)
def test_a_verb_asks_for_its_row_alone(question: str) -> None:
    assert answer(question).verbs == ("use",)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("", "how"),
        ("lance", "who"),
        ("lance mqnqk", "who"),
        ("monk", "card"),
        ("monk swqrqd", "card"),
        ("does the thief steal from the wizard's mule", "act"),
        ("monk evade lance", "verb"),
        ("hex craft", "figure"),
    ],
)
def test_what_is_not_understood_is_told(question: str, key: str, lang: str) -> None:
    with pytest.raises(AnswerError) as wrong:
        answer(question, lang)
    assert wrong.value.key == key
    assert_well(describe_error(wrong.value, lang))


def test_an_edition_without_the_character_says_so() -> None:
    card = answer_card("monk", "holy-lance", "use")
    gone = replace(card, cells=(*card.cells, replace(card.cells[0], answer="absent", rules=(), text="")))
    assert "not in this edition" in gone.as_paragraph()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_prints_it(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["answer", "monk", "lance", "--editions", "--lang", lang]) == 0
    assert repr(answer("monk lance", lang)) in capsys.readouterr().out
    assert cli.main(["answer", "qqqq", "--lang", lang]) == 1 and "qqqq" in capsys.readouterr().err


# --- why ---


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("monk lance", "Revised 4th edition, Monk: Cannot use Weapons."),
        ("minstrel dragon", "Revised 4th edition, Minstrel: Is not attacked by any Animal or Dragon."),
        ("assassin wraith", "ruling.assassin-spirit: "),
        ("assassin holy lance", "Revised 4th edition, Holy Lance: No evil character may have this card."),
    ],
)
def test_the_ability_that_decides_is_named_before_the_rules(question: str, told: str) -> None:
    notes = list(answer(question).notes())
    first_rule = next(at for at, note in enumerate(notes) if ", meet." in note or ", carry." in note)
    assert any(note.startswith(told) for note in notes[:first_rule]), notes[:first_rule]


@pytest.mark.parametrize("act", ["use_weapon", "use_armour"])
def test_whoever_may_not_use_a_card_is_told_by_which_ability(act: str) -> None:
    """Every character with such an ability, with a card of the kind, in every edition."""
    card = {"use_weapon": "axe", "use_armour": "shield"}[act]
    for who in open_book().characters:
        held = open_book().card(f"character.{who}").held
        if any(isinstance(mod, Cannot) and mod.act == act and not mod.cards and not mod.when for mod in held):
            found = answer_card(who, card, "use")
            assert next(cell.answer for cell in found.cells) == "no"
            assert any(list(found.abilities(cell)) for cell in found.cells), who


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_space_alone_is_said_to_be_one(lang: str) -> None:
    with pytest.raises(AnswerError) as refused:
        answer("temple", lang)
    assert refused.value.key == "space" and "talisman-nb space Temple" in describe_error(refused.value, lang)


# --- sentences ---


@pytest.mark.parametrize("asked", SENTENCES, ids=lambda asked: f"{asked['edition']}: {asked['ask']}")
def test_a_sentence_is_answered_by_the_engine_with_rule_ability_and_ruling(asked: dict[str, str]) -> None:
    edition, lang = asked["edition"], asked["lang"]
    found = answer(asked["ask"], lang, edition)
    cell = next(one for one in found.cells if one.verb == asked["verb"] and one.edition == edition)
    assert found.who == asked["who"] and found.card == (asked["card"] or found.card)
    assert (cell.answer, asked["rule"] in cell.rules) == (asked["answer"], True), cell
    told, book = repr(found), open_book(edition)
    if by := asked.get("by"):
        notes = [*found.abilities(cell)]
        assert any(f"{name_of(book, by, lang)}" in note for note in notes) and notes[0] in told
    if ruling := asked.get("ruling"):
        assert f"ruling.{ruling}" in told
    assert asked.get("found", "") in told
    assert_well(found.verdict)
    assert asked.get("verdict", "") in found.verdict
    assert play(cell.text).state.book.partition(":")[0].partition("|")[0] == edition


def test_sentences_are_asked_in_all_languages_of_the_second_edition_and_an_expansion_too() -> None:
    assert {(one["lang"], one["edition"]) for one in SENTENCES} == {
        (lang, edition) for lang in LANGUAGES for edition in ("revised4", "second", "revised4+souls")
    }
    assert len(SENTENCES) > 60


def test_the_act_that_is_asked_is_answered_alone() -> None:
    """A Follower is sold in one edition and not in the other: neither is silent, and nothing else is told."""
    found = answer("may the thief sell the mule?")
    assert found.verbs == ("sell",)
    assert [cell.answer for cell in found.cells] == ["kind", "yes", "yes"]
    assert "Follower" in found.verdict and sum(line.startswith("Sell") for line in str(found).splitlines()) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_verb_of_each_kind_of_card_is_answered_in_a_sentence_of_its_own(lang: str) -> None:
    """No code of a rule, nobody who was not named, and each verb in words."""
    book, seen = open_book(), set[str]()
    for card in ("sword", "hex", "bear", "fairy", "mule", "space.temple", "character.thief"):
        for verb in verbs_of(book, card):
            told = answer_card("troll", card, verb, lang).verdict
            assert_well(told)
            name = name_of(book, card, lang)
            named = name in told or (lang == "pl" and Noun(name, lang).form("genitive") in told)
            assert named and not re.search(r"[a-z]+\.[a-z]", told), told
            seen.add(told)
    assert len(seen) == 18


def test_a_sentence_says_what_of_it_was_not_understood() -> None:
    found = answer("can the troll pick up the princess and fling her over a hedge")
    assert found.verbs == ("take",) and {"fling", "hedge"} <= {*found.unheard}
    assert "“fling”" in found.begins()[-1]
    assert verdicts("does the thief steal from the wizard's mule", open_book(), "en")[0].count("steal") == 1
    for asked in (
        "can the assassin attack me by surprise when I'm just sitting in the tavern?",
        "elf in the village at noon",
    ):
        assert not any("Encounter" in line for line in verdicts(asked, open_book(), "en"))


def test_a_ruling_on_a_pair_names_both() -> None:
    for question in ("elf vs troll", "monk sword"):
        found = answer(question)
        assert not [
            line
            for line in str(found).splitlines()
            if line.startswith("ruling.") and found.title.split()[0] not in line
        ]


def test_an_answer_in_short_is_of_the_edition_in_force_and_in_the_language_of_the_question(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["answer", "il monaco puo usare la spada?"]) == 0
    told = capsys.readouterr().out
    assert "Usare la Spada? No. Monaco: " in told and "Second" not in told and len(told.splitlines()) < 10
    assert cli.main(["answer", "monk", "lance", "--editions"]) == 0
    assert "Italian text" not in capsys.readouterr().out


def test_what_a_sentence_means_follows_the_data() -> None:
    """The same words about a character with another sheet, and about a card that nobody knew."""
    cards = "[odd-spear]\nlike = 'sword'\nname = 'Odd Spear'\n"
    sheet = "[monk]\nlike = 'monk'\nheld = []\n"
    layer = Layer("odd", {"adventure/c.toml": cards, "character/c.toml": sheet})
    book = open_book(["revised4", layer])
    laid = ProbeSetting(book, "monk", "odd-spear", against="bear")
    assert find(laid, "help").rules == ("combat.score",) and find(laid, "help").may
    assert find(replace(laid, against="wraith"), "help").rules == ("combat.psychic",)
    assert find(replace(laid, form="toad"), "use").source == "form.toad"


def test_a_sentence_about_something_else_is_no_question_about_a_card() -> None:
    for question in ("someone takes my mule, do the objects go too", "May I spend fate on the monster's die?",
                     "Does a standoff end my turn?"):  # fmt: skip
        with pytest.raises(AnswerError):
            answer(question)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_several_characters_and_cards_are_each_answered(lang: str) -> None:
    found = answer("monk troll use sword shield", lang)
    pairs = [(one.who, one.card) for one in (found, *found.more)]
    assert pairs == [("monk", "sword"), ("troll", "sword"), ("monk", "shield"), ("troll", "shield")]
    assert [one.cells[0].answer for one in (found, *found.more)] == ["no", "yes", "no", "yes"]
    assert all(one.title in repr(found) for one in found.more)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_game_asks_on_a_space_is_told(lang: str) -> None:
    village = answer("thief village", lang)
    asked = next(line for line in village.notes() if " · " in line)
    assert_well(asked)
    assert village.cells[0].answer == "yes" and len(asked.split(" · ")) >= 3


def test_the_nearest_three_names_are_proposed() -> None:
    with pytest.raises(AnswerError) as wrong:
        answer("wizqqard monqqk dwarqqf")
    assert wrong.value.fields["near"] == ("Wizard", "Monk", "Dwarf")
    for lang in LANGUAGES:
        assert_well(told := describe_error(wrong.value, lang))
        assert "Wizard" in told and "Monk" in told and "Dwarf" in told
