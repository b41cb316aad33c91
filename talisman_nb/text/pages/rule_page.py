"""The page of a rule, the texts of all rules, and the list of doubts: what was decided, what the editions say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from talisman_nb.cards.decode import operations_of
from talisman_nb.cards.engine_needs import DIES, READ_BOARD
from talisman_nb.cards.operations.flow import Call
from talisman_nb.rules.book import Book
from talisman_nb.rules.box_readings import keywords_read
from talisman_nb.rules.certainty import GUESSED, Doubt
from talisman_nb.rules.citations import definitions_citing, events_citing, told_by
from talisman_nb.rules.index import EDITIONS, Rule, TextDifference, rule, rule_index
from talisman_nb.rules.layers import BASE, editions
from talisman_nb.text.definitions.facts import MARK, doubts_of, group_of, layer_told
from talisman_nb.text.definitions.lines import lines
from talisman_nb.text.definitions.nodes import Context, Tree
from talisman_nb.text.definitions.tree import block_nodes
from talisman_nb.text.grammar import join_list
from talisman_nb.text.house_rules import figure_told, instead, of_the_house
from talisman_nb.text.names import edition_name
from talisman_nb.text.pages import Page, Section, sections_of
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Wording


def rule_page(book: Book, id: str, lang: str, rulings: Sequence[str] = ()) -> Page:
    """The page of a rule; `rulings` are those that touch it, in words. Raises `UnknownRuleError` with the nearest ids.

    >>> from talisman_nb.rules.book import open_book
    >>> print(rule_page(open_book(), "toad.meet", "en").about[0])
    A Toad has encounters as a character does.
    """
    wording, found = Wording(lang, book=book), rule(id)
    told = [
        ("differ", tuple(_decision_lines(wording, found))),
        ("death", death_told(book, lang) if DEATH in definitions_citing(book, id) else ()),
        ("sources", tuple(_sources(wording, found))),
        ("editions", tuple(line for edition in EDITIONS if (line := _says(wording, found, edition)))),
        ("cited", tuple(_named_by(book, wording, id))),
        ("events", tuple(dict.fromkeys(line for kind in events_citing(id) for line in _event(wording, kind)))),
        ("rulings", tuple(rulings)),
    ]
    standing = "official" if book.rules_of in found.clear_in else found.standing
    text = sentence(found.text_in(book.rules_of, lang))
    return Page(id, (text, wording.say("pages", standing)), sections_of(told, lang))


DEATH = DIES.removesuffix(".do")
"""The program of a death, which the pages of its rules tell as a table plays it."""


def death_told(book: Book, lang: str) -> tuple[str, ...]:
    """Return the lines on what becomes of a killed character and its belongings, as the layers of a book say.

    >>> from talisman_nb.rules.book import open_book
    >>> death_told(open_book(), "en")[0]
    'Objects and Followers and gold stay on the space.'
    """
    wording = Wording(lang, book=book)
    return lines(Tree(wording, block_nodes(Context(book, book.card(DEATH), wording), "do")))


def _decision_lines(wording: Wording, found: Rule) -> Iterator[str]:
    """Yield the decision about a rule, and the texts that are followed in each point on which they differ."""
    if found.decision:
        yield wording.say("pages", "decision", text=found.decision.text(wording.lang))
    yield from (told_difference(wording, difference) for difference in found.texts_differ)


def told_difference(wording: Wording, difference: TextDifference) -> str:
    """Return a line on a difference between the texts: its entry, why it is decided so, the texts followed."""
    follows = join_list([wording.say("pages", f"followed.{text}") for text in difference.follows], wording.lang)
    why = wording.say("pages", f"why.{difference.why}")
    return wording.say("pages", "difference", entry=difference.entry, why=why, follows=follows)


def _sources(wording: Wording, found: Rule) -> Iterator[str]:
    for text, section in found.source.named():
        yield wording.say("pages", "section", text=wording.say("pages", f"text.{text}"), section=section)


def _edition_repeated(found: Rule, edition: str) -> str | None:
    """Return the edition whose words an edition repeats, itself or through others; None if it has its own."""
    same = found.same_as(edition)
    return (_edition_repeated(found, same) or same) if same else None


def _says(wording: Wording, found: Rule, edition: str) -> str:
    """Return an edition's words on a rule; "" for groups it has no part in: one of the game lacks a base rule."""
    name, words = wording.names.name("edition", edition, wording.lang), found.says(edition, wording.lang)
    if words is None:
        return wording.say("pages", "says.nothing", edition=name) if found.has(BASE) and edition in editions() else ""
    if same := _edition_repeated(found, edition):
        return wording.say("pages", "says.same", edition=name, other=wording.names.name("edition", same, wording.lang))
    return wording.say("pages", "says", edition=name, text=words)


def _named_by(book: Book, wording: Wording, id: str) -> Iterator[str]:
    """The cards, characters and spaces that name the rule; the programs of the turn as one."""
    keys = definitions_citing(book, id)
    names = dict.fromkeys(str(wording.source(key)) for key in keys if not key.startswith("turn."))
    if names:
        yield ", ".join(names)
    if any(key.startswith("turn.") for key in keys):
        yield wording.say("pages", "the-turn")


def _event(wording: Wording, kind: str) -> Iterator[str]:
    """Yield the sentences an event of that kind is told with; what differs from time to time is named in brackets."""
    topic = wording.phrases.topics["events"]
    for key, phrase in topic.items():
        if key == kind or key.startswith(f"{kind}."):
            always = re.sub(r"\[[^\[\]]*\]", "", phrase)
            yield re.sub(r"\{(\w+)[^{}]*\}", lambda place: f"[{wording.say('pages', f'place.{place[1]}')}]", always)


UNSURE = ("open", "judgement")
"""Standings of rules that the texts leave open, or that were read here."""


DOUBTS = "doubts"
"""The key of the page of all doubts, where pages are asked for by their key."""


def doubts_page(book: Book, lang: str) -> Page:
    """Return the page of doubts: what is in no list and how a box fills it, every doubt, rules open or our reading.

    >>> from talisman_nb.rules.book import open_book
    >>> doubts_page(open_book(), "fr").title
    'Ce que nous ne savons pas, et comment votre boîte le complète'
    """
    wording, known = Wording(lang, book=book), book.certainty
    told: dict[str, list[str]] = {group: [] for group in known.basis}
    for key, doubts in known.doubt.items():
        lines = (doubt_line(book, doubt, lang) for doubt in doubts.values())
        name = wording.source(key)
        told.setdefault(group_of(book, key), []).extend(
            wording.say("pages", "fact", fact=name, text=line) for line in lines
        )
    untold = wording.say("pages", "untold")
    sections = [
        Section(known.basis[group].text(lang) if group in known.basis else untold, tuple(lines))
        for group, lines in told.items()
        if lines
    ]
    rules = tuple(_rules(book, lang))
    every = [doubt for doubts in known.doubt.values() for doubt in doubts.values()]
    settled = sum(not doubt.doubtful for doubt in every)
    summary = wording.say("pages", "counted-doubts", n=len(every) - settled, settled=settled, rules=len(rules))
    open_rules = Section(wording.say("pages", "open-rules"), rules)
    told_of = (edition_name(book, lang), summary, *_gap_lines(book, wording))
    return Page(wording.say("pages", DOUBTS), told_of, (*_in_no_list(book, wording), *sections, open_rules))


def _gap_lines(book: Book, wording: Wording) -> Iterator[str]:
    """How a table fills what is in doubt, and what no rule answers."""
    panel = wording.phrases.topics["panel"]
    yield wording.say("pages", "fill-doubt", straight=panel["set-straight"])
    if book.table["golden.yes_no"]:
        yield wording.say("pages", "fact", fact=panel["ask-rules"], text=panel["die-ruling"])


def _in_no_list(book: Book, wording: Wording) -> tuple[Section, ...]:
    """How many cards and characters are in no list, which spaces only the board tells, and how a box fills it."""
    known, say, left_out = book.certainty.basis, wording.say, set[str]()
    for layer in book.layers:
        left_out = (left_out | {*layer.head.without}) - {*layer.head.with_}
    decks = {deck: n for deck, n in book.unknown_cards.items() if n}
    groups = [*map(book.whole_deck, decks), *(("stock",) if "stock" in left_out else ())]
    counts = (say("pages", "fact", fact=sentence(wording.deck(deck)), text=n) for deck, n in decks.items())
    cards = (*counts, *(known[group].text(wording.lang) for group in dict.fromkeys(groups) if group in known))
    what, number = figure_told(book, AT_BOX, wording.lang)
    characters = (sentence(say("pages", "fact", fact=what, text=number)), say("pages", "fill-character"))
    spaces = dict.fromkeys(
        str(wording.space(space)) for space in book.board.spaces if _only_the_board_tells(book, space)
    )
    told = [
        ("unknown-cards", (*cards, say("pages", "fill-card")) if decks else ()),
        ("unknown-characters", characters if book.usual[AT_BOX] else ()),
        ("unread-spaces", (", ".join(spaces), say("pages", "fill-space")) if spaces else ()),
    ]
    return sections_of(told, wording.lang)


AT_BOX = "setup.unknown"
"""How many characters of the box are in no list."""


def _only_the_board_tells(book: Book, space: str) -> bool:
    """Whether nothing is known of what a space says."""
    found = operations_of(book.card(f"space.{space}"))
    return any(isinstance(op, Call) and op.program == READ_BOARD for op in found)


def _rules(book: Book, lang: str) -> Iterator[str]:
    """The rules of a book's edition that are open or read here, with what was decided; not those its text decides."""
    wording = Wording(lang)
    for one in rule_index().values():
        if not {edition for edition in (*told_by(book), "house") if one.has(edition)} - {*one.clear_in}:
            continue
        if one.open or one.standing in UNSURE:
            decided = one.decision.text(lang) if one.decision else one.text(lang)
            yield f"{one.id}  {decided} ({wording.say('pages', 'open' if one.open else one.standing)})"


def certainty_lines(book: Book, key: str, lang: str) -> Iterator[str]:
    """Yield the sources a definition rests on, and every doubt about it."""
    say, group, layer = Wording(lang).say, group_of(book, key), book.layer_of(key)
    if told := layer_told(book, key, lang):
        yield told
    if _rests(book, group, layer):
        yield book.certainty.basis[group].text(lang)
    elif layer in editions():
        yield say("pages", "untold")
    doubts = doubts_of(book, key)
    for doubt in doubts.values():
        yield doubt_line(book, doubt, lang)
    yield from _readings(book, key, lang, "keywords" in doubts)


def _readings(book: Book, key: str, lang: str, told: bool) -> Iterator[str]:
    """Yield the readings of a card, and the keywords that only it says; `told`: a doubt is about those it has here."""
    wording, facts, read = Wording(lang, book=book), book.card(key).facts, book.certainty.read
    for what in (*GUESSED, *keywords_read(book, key)):
        text, named = read.get(f"{key}.{what}", ""), what in facts.keywords
        if text.isdecimal():
            yield wording.say("pages", "read-figure", what=wording.word(what), n=text)
        elif text:
            yield wording.say("pages", f"read-{text}", what=wording.keyword(what))
        elif what not in GUESSED and not (told and named):
            line = wording.say("pages", "unread-with" if named else "unread-without", what=wording.keyword(what))
            yield f"{MARK} {line}"


def _rests(book: Book, group: str, layer: str) -> bool:
    """Whether the sources of a group are those of a definition that a layer wrote: it, or one above it, names them."""
    names = [each.name for each in book.layers]
    told_by = book.certainty.told_by.get(group, "")
    return told_by in names and (layer not in names or names.index(told_by) >= names.index(layer))


def doubt_line(book: Book, doubt: Doubt, lang: str) -> str:
    """A reason with how sure the fact is, whose decision it is and its house rules; ≈ while it is in doubt.

    >>> from talisman_nb.rules.book import open_book
    >>> doubt = doubts_of(open_book(), "siren")["met"]
    >>> doubt_line(open_book(), doubt, "en").partition("). ")[2]
    'House rule to play otherwise: “The character who draws the card finishes the turn and misses the next one”'
    """
    wording = Wording(lang)
    sure, standing = wording.say("pages", doubt.sure), wording.say("pages", doubt.standing)
    line = wording.say("pages", "doubt", text=sentence(doubt.text(lang)), sure=sure, standing=standing)
    if doubt.switches:
        others = " ".join(instead(book, name, lang) for name in doubt.switches).removesuffix(".")
        line = wording.say("pages", "switch", text=line, switch=others)
    return f"{MARK} {line}" if doubt.doubtful else line


@cache
def rule_texts(book: Book, lang: str) -> Mapping[str, str]:
    """Every rule by its id, as the edition of a book has it; one of the house is said to be so.

    >>> from talisman_nb.rules.book import open_book
    >>> rule_texts(open_book(), "en")["table.die"]
    'A die shows a number from 1 to 6.'
    """
    return MappingProxyType({id: _rule_text(book, id, lang) for id in rule_index()})


def _rule_text(book: Book, id: str, lang: str) -> str:
    text = sentence(rule(id).text_in(book.rules_of, lang))
    return of_the_house(text, lang) if rule(id).has("house") else text
