"""Something told in every language, line by line, with the phrases of each line; random games as they are told."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.bots import RandomBot
from talisman_nb.chronicle.journal import journal_line
from talisman_nb.engine import NotAllowedError, asides, step
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Answer
from talisman_nb.panels.table.beside_question import end_of, with_parts
from talisman_nb.panels.table.roll_parts import result_of
from talisman_nb.rules.book import open_book
from talisman_nb.table import Table
from talisman_nb.table.records import AnswerRecord
from talisman_nb.text.events import hands
from talisman_nb.text.house_rules import sentences
from talisman_nb.text.pages.packing import packing_pages, places_by_id
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import SaidPhrase, record_phrases
from talisman_nb.text.questions.beside import view_of
from talisman_nb.text.questions.question import asides_of, question
from talisman_nb.text.screen.contents import refusal, screen_of
from talisman_nb.text.screen.moment import moment_of

REMEMBERED = (end_of, places_by_id, result_of, rule_texts, sentences, view_of)
"""Functions that remember what they have worded; they have to word it anew for its phrases to be heard."""

Place = tuple[str | int, ...]
"""Where a text stands in what is told: ("question", "options", 2, "label")."""


class ToldText(NamedTuple):
    """Something told in every language, such as a moment of a game, a page or an entry of a file.

    `where`: what a reader looks for, such as an edition and a card; `tell` gives the texts in a language, by place.
    `entry`: the file and key of a text that is no phrase, "" for what is made of phrases; `as_written`: it is shown as
    it stands in its file, with places in braces.
    """

    kind: str
    where: str
    tell: Callable[[str], Mapping[Place, str]]
    entry: str = ""
    as_written: bool = False


class ToldPart(NamedTuple):
    """One line of what is told: its text, the phrases in it, and those of them that stand in no other.

    `said`: these make up half of it at least, so that it is no name or entry with a word of a phrase in it.
    """

    text: str
    phrases: frozenset[str]
    outer: tuple[str, ...]
    said: bool


def parts(told: ToldText, lang: str) -> dict[Place, ToldPart]:
    """Return every line of what is told in a language, with its phrases: those said for it that can be read in it."""
    for remembering in REMEMBERED:
        remembering.cache_clear()
    with record_phrases() as said:
        texts = told.tell(lang)
    every = tuple(dict.fromkeys(said))
    return {place: _part(text, every) for place, text in texts.items() if text.strip()}


def _part(text: str, said: tuple[SaidPhrase, ...]) -> ToldPart:
    line = text.casefold()
    found = sorted(
        ((piece, one.key) for one in said for piece in _pieces(one) if stands_in(piece, line)),
        key=lambda pair: -len(pair[0]),
    )
    outer: list[tuple[str, str]] = []
    for piece, key in found:
        if not any(len(other) > len(piece) and stands_in(piece, other) for other, _ in outer):
            outer.append((piece, key))
    letters = sum(map(len, {piece for piece, _ in outer}))
    keys = tuple(dict.fromkeys(key for _, key in outer))
    return ToldPart(text, frozenset(key for _, key in found), keys, said=2 * letters >= len(text.strip()))


def _pieces(said: SaidPhrase) -> Iterator[str]:
    """Yield a phrase as it may stand in a line: without its full stop, a text of several lines by line."""
    for piece in said.text.casefold().split("|"):
        if piece := piece.strip().rstrip("."):
            yield piece


def stands_in(piece: str, line: str) -> bool:
    """Return whether a text stands in a line as whole words.

    >>> stands_in("gold", "2 gold, 1 life"), stands_in("old", "2 gold, 1 life")
    (True, False)
    """
    return piece in line and re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", line) is not None


def texts_of(value: Any, place: Place = ()) -> Iterator[tuple[Place, str]]:
    """Yield every string of a value, with its place, names of fields and keys of a mapping left as they are.

    >>> from talisman_nb.text.pages import Page, Section
    >>> dict(texts_of(Page("Bear", (), (Section("It does", ("It attacks.",)),))))[("sections", 0, "lines", 0)]
    'It attacks.'
    """
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from texts_of(getattr(value, field), (*place, field))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from texts_of(inner, (*place, key))
    elif isinstance(value, (list, tuple)):
        for at, inner in enumerate(value):
            yield from texts_of(inner, (*place, at))


# --- random games ---

PEOPLE = ("Ada", "Bruno", "Carla", "Dario")
ANSWERS = 150
"""Answers of a game; four people are in the middle of it by then."""
CORRECTED = 40
"""After so many answers a value is corrected by hand."""


def games(editions: tuple[str, ...], seed: int, each: int = 1) -> Iterator[ToldText]:
    """Yield every moment of random games, `each` of an edition: what is played, what a screen shows, what is refused.

    `editions`: editions, with layers over them, such as `second+my-cards`; the same `seed` always plays the same games.
    """
    for game in range(each):
        for edition in editions:
            lines = _random_game(edition, f"{seed}.{game}.{edition}")
            yield ToldText("screens", edition, partial(_packing_lists, lines[-1]))
            for line in lines:
                where = f"{edition}, {line.n}"
                yield ToldText("play", where, partial(_of_play, line))
                yield ToldText("screens", where, partial(_of_screen, line))
                yield from (
                    ToldText("errors", where, partial(_of_refusal, line, refused)) for refused in _refusals(line)
                )


def _random_game(edition: str, seed: str) -> tuple[AnswerRecord, ...]:
    """Return the lines of the journal of a random game."""
    dice = random.Random(seed)
    bot, known = RandomBot(dice.randrange(1 << 30)), open_book(edition).characters
    characters = dice.sample(known, len(PEOPLE)) if known else [""] * len(PEOPLE)
    table = Table.new(tuple(zip(PEOPLE, characters, strict=True)), edition, seed=dice.randrange(1 << 30))
    while len(table.lines) < ANSWERS and table.ask.kind != "over":
        if len(table.lines) % CORRECTED == CORRECTED - 1:
            alive = [seat for seat, player in enumerate(table.state.players) if player.character]
            table.correct(dice.choice(alive), gold=dice.randrange(1, 9))
        table.answer_all(bot.answer(table.state))
    return tuple(table.lines)


def _of_play(line: AnswerRecord, lang: str) -> Mapping[Place, str]:
    """Return the texts of an answer: its question with what stands beside it, asides, what came of it."""
    before, after = seen_by(line.before), seen_by(line.after)
    asked = with_parts(question(line.before, line.ask, lang), before, line.ask, lang)
    aside = asides_of(line.before, {seat: asides(line.before, seat) for seat in range(len(PEOPLE))}, lang)
    journal = journal_line(line, lang, -1)
    return {
        **dict(texts_of(asked, ("question",))),
        **dict(texts_of(aside, ("aside",))),
        **dict(texts_of({"journal": journal.text, "by": journal.by})),
        **{
            ("hands", at, *place): text
            for at, event in enumerate(line.events)
            for place, text in texts_of(hands(line.after, (event,), lang, steps=True))
        },
        **dict(texts_of(moment_of(before, after, line.events, lang), ("moment",))),
    }


def _of_screen(line: AnswerRecord, lang: str) -> Mapping[Place, str]:
    """Return what a screen shows besides the question: sheets, what lasts, what lies where."""
    screen = screen_of(seen_by(line.before), line.ask, lang)
    return dict(texts_of(replace(screen, question=None, announce="")))


def _packing_lists(line: AnswerRecord, lang: str) -> Mapping[Place, str]:
    """Return the lists to put a game away by."""
    table = ", ".join(player.name for player in line.after.players)
    return dict(texts_of(packing_pages(seen_by(line.after), lang, table)))


def _of_refusal(line: AnswerRecord, refused: NotAllowedError, lang: str) -> Mapping[Place, str]:
    text = refusal(
        lang, refused.reason, max(line.ask.seat, 0), line.before, refused.expected[0] if refused.expected else ""
    )
    return {("refusal",): text}


def _refusals(line: AnswerRecord) -> Iterator[NotAllowedError]:
    """Yield the refusals of answers that are closed, late or none of those open."""
    state, found = line.before, line.ask
    closed = [option.key for option in (*found.options, *found.offers) if option.closed]
    for answer in (
        *(Answer(state.ply, key, found.seat) for key in closed[:1]),
        Answer(state.ply, "cast:no-such-card"),
        Answer(state.ply, "9"),
        Answer(state.ply - 1, "9"),
    ):
        try:
            step(state, answer)
        except NotAllowedError as refused:
            yield refused
