"""Random games as they are told: questions, buttons, journal, what hands do, what a screen shows, what is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from talisman_nb.bots import RandomBot
from talisman_nb.chronicle.journal import journal_line
from talisman_nb.engine import NotAllowedError, asides, step
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Answer
from talisman_nb.panels.table.beside_question import with_parts
from talisman_nb.rules.book import open_book
from talisman_nb.table import Table
from talisman_nb.table.records import AnswerRecord
from talisman_nb.text.events import hands
from talisman_nb.text.pages.packing import packing_pages
from talisman_nb.text.questions.question import asides_of, question
from talisman_nb.text.screen.contents import refusal, screen_of
from talisman_nb.text.screen.moment import moment_of

from .told import Place, ToldText, texts_of

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
