"""Journal lines as the screen shows them: the turn they belong to, text, rules, who answered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType

from msgspec.structs import replace

from talisman_nb.engine.fight import PSYCHIC
from talisman_nb.engine.scores import fight_sources
from talisman_nb.engine.stepping import is_aside
from talisman_nb.engine.view import may_read, view_ask, view_event
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import UNSEEN, Answer, Ask, Event, State
from talisman_nb.rules.book import book_of
from talisman_nb.table import AnswerRecord, Table
from talisman_nb.text.definitions.facts import layers_behind
from talisman_nb.text.events import named_rules, say_event, say_glance, sources_of, tell_all
from talisman_nb.text.house_rules import bearing_on
from talisman_nb.text.names import plain
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.questions.labels import label
from talisman_nb.text.questions.question import asked_places
from talisman_nb.text.screen.moment import picture_of, results_of
from talisman_nb.text.screen.values import Glance, JournalLine, LateMoment, Moment
from talisman_nb.text.wording import Wording, wording_of


def describe_answer(state: State, ask: Ask, answer: Answer, lang: str, viewer: int) -> str:
    """Return the answer to an ask in words; what only another seat than the viewer may see is left out.

    >>> from talisman_nb.notation.situation import situation
    >>> from talisman_nb.engine import ask
    >>> bear = situation("dwarf crags | thief city > 1 > anticlockwise > bear")
    >>> describe_answer(bear, ask(bear), Answer(bear.ply, "fight"), "en", -1)
    'P0 faced the Bear.'
    """
    wording, seen = wording_of(state, lang), view_ask(ask, viewer)
    g = working_state(state)
    verb, _, spell = answer.key.partition(":")
    keys = (
        (f"aside.{verb}", "aside")
        if is_aside(answer.key)
        else (f"{ask.kind}.{ask.purpose}.{verb}", f"{ask.kind}.{verb}", f"{ask.kind}.{ask.purpose}", ask.kind, "other")
    )
    said = {**asked_places(wording, g, seen), "answer": _label(wording, seen, answer.key)}
    if is_aside(answer.key):
        if answer.seat >= 0:
            said["who"] = wording.who(answer.seat)
        if verb == "cast":  # it leaves the hand face up, before it has a target
            said["answer"] = _spell(wording, spell)
    return sentence(wording.first("journal", keys, **said))


def _spell(wording: Wording, spell: str) -> str:
    """The name of a Spell that is cast; "" for one that is still to be named."""
    return "" if spell == UNSEEN else str(wording.card(spell))


def _label(wording: Wording, seen: Ask, key: str) -> str:
    """The label of the chosen option; "" for one that the viewer may not see."""
    return next((label(wording, seen, option) for option in (*seen.options, *seen.offers) if option.key == key), "")


LAST = 8
"""Number of lines in a screen."""
OLDER = 16
"""Number of lines sent when older ones are asked for."""
IN_HEADINGS = ("turn_begins", "turn_ends", "round")
"""Kinds of events that the heading of a turn tells."""


class LastLines:
    """The last lines of a screen's journal; keeps how they were said, because an answer that was given stays."""

    def __init__(self) -> None:
        self._said: dict[tuple[int, str, int], tuple[AnswerRecord, JournalLine]] = {}  # by identity, language, viewer
        self._opening: tuple[Table, Wording, int, JournalLine] | None = None

    def lines(self, table: Table, lang: str, viewer: int) -> tuple[JournalLine, ...]:
        """Return the last `LAST` lines of the journal, with the opening if they are fewer."""
        known, self._said, answers = self._said, {}, table.lines
        for line in answers[-LAST:]:
            key = id(line), lang, viewer
            self._said[key] = known[key] if key in known else (line, journal_line(line, lang, viewer))
        lines = _of_setup(table, answers, self._said.values())
        return (*((self._first(table, lang, viewer),) if len(answers) < LAST else ()), *lines)

    def without_text(self, moments: Iterable[LateMoment | None]) -> tuple[LateMoment, ...]:
        """Return the late moments there are, without the text of those that one of these lines tells in its words."""
        said = {(line.n, line.text) for _, line in self._said.values()}
        return tuple(replace(each, text="") if (each.n, each.text) in said else each for each in moments if each)

    def _first(self, table: Table, lang: str, viewer: int) -> JournalLine:
        """The line of the opening, which names people as they are called now."""
        wording = wording_of(table.state, lang)
        if self._opening is None or self._opening[:3] != (table, wording, viewer):
            self._opening = table, wording, viewer, opening(table, lang, viewer)
        return self._opening[3]


def last_lines(table: Table, lang: str, viewer: int) -> tuple[JournalLine, ...]:
    """Return the last `LAST` lines of the journal, with the opening if they are fewer."""
    return LastLines().lines(table, lang, viewer)


def older_lines(
    table: Table, lang: str, viewer: int, before: int, seat: int, least: int = 0, words: str = ""
) -> list[JournalLine]:
    """Return `OLDER` lines before answer `before`, oldest first, of one seat or of all (-1), with these `words`.

    Returns more to reach answer `least` (0: none), and the opening if no older line is left.
    """
    found: list[JournalLine] = []
    people = {person.name: seat for seat, person in enumerate(table.state.players)}
    for made in lines_shown(table, reversed(table.lines[: max(before - 1, 0)]), lang, viewer):
        if len(found) >= OLDER and not 0 < least <= made.n:
            return found[::-1]
        if seat in (-1, made.seat) and has_words(made, words, people):
            found.append(made)
    return [opening(table, lang, viewer), *reversed(found)]


def has_words(line: JournalLine, words: str, people: Mapping[str, int] = MappingProxyType({})) -> bool:
    """Return whether a line has all the words, whatever their accents and capitals, in its text or its heading.

    Of the heading the character counts: whose turn it was says nothing about who rolled in it. The name of one of the
    `people` (name to seat) means what is told of that person: sentences that begin with the name, and those of a line
    of that seat that begin with nobody's.

    >>> has_words(JournalLine(1, "Ada met the Wolf.", whose="Ada · Dwarf"), "WÓLF dwa")
    True
    >>> seats = {"Ada": 0, "Bruno": 1}
    >>> has_words(JournalLine(1, "Bruno rolled 4. Ada lost 1 life.", whose="Ada · Dwarf"), "Ada rolled 4", seats)
    False
    """
    wanted, said = f" {plain(words)} ", line.text
    meant = {plain(name): seat for name, seat in people.items() if f" {plain(name)} " in wanted}
    for name in meant:
        wanted = wanted.replace(f" {name} ", " ")
    if meant:
        said = " ".join(text for text in SENTENCES.split(said) if _subject(text, people, line.seat) in meant.values())
    said = plain(f"{said} {line.whose.partition(' · ')[2]}") if said or not meant else ""
    return bool(said) and all(word in said for word in wanted.split())


SENTENCES = re.compile(r"(?<=[.!?…»”]) (?=\S)")
"""Matches what parts the sentences of a line."""


def _subject(said: str, people: Mapping[str, int], seat: int) -> int:
    """The seat whose name a sentence begins with, else the seat of its line."""
    begins = (n for name, n in people.items() if re.match(rf"{re.escape(plain(name))}(?!\w)", plain(said)))
    return next(begins, seat)


def opening(table: Table, lang: str, viewer: int) -> JournalLine:
    """Return the line of the events before the first answer, number 0; there may be none while characters are dealt."""
    told = " ".join(tell_all(table.state, table.opening, lang, viewer))
    text = told or load_phrases(lang).say("setup", "game-begins")
    entered = tuple(
        Glance(say_glance(table.state, event, lang, viewer), picture=f"character.{event.what}", seats=(event.seat,))
        for event in table.opening
        if event.kind == "enters"
    )
    return JournalLine(0, text, why=_reasons(table.state, table.opening, lang, viewer), glances=entered)


def lines_shown(table: Table, lines: Iterable[AnswerRecord], lang: str, viewer: int) -> Iterator[JournalLine]:
    """Yield lines of a table as shown; those of its setup belong to no turn."""
    yield from _of_setup(table, table.lines, ((line, journal_line(line, lang, viewer)) for line in lines))


def _of_setup(
    table: Table, answers: Sequence[AnswerRecord], lines: Iterable[tuple[AnswerRecord, JournalLine]]
) -> Iterator[JournalLine]:
    before = setup_answers(table, answers)
    return (replace(made, round=0, turn=-1, whose="") if line.n <= before else made for line, made in lines)


def journal_line(line: AnswerRecord, lang: str, viewer: int) -> JournalLine:
    """Return a line as shown: its events, else what was answered; a policy's answer without events is folded.

    Who gave the answer is told where the text does not say it ("By hand: …").
    """
    if _lays_out(line):
        laid_out = _laid_out(line, lang)
        return JournalLine(line.n, laid_out, why=_reasons(line.after, line.events, lang, viewer), id=line.id)
    left = unthrown(line, lang)
    untold = (*IN_HEADINGS, *(("rolled",) if left else ()))
    happened = tuple(event for event in line.events if event.kind not in untold and not _said_by_draw(line, event))
    told = " ".join((*left, *tell_all(line.after, happened, lang, viewer)))
    folded = line.folded and not told
    text, by = told or describe_answer(line.before, line.ask, line.answer, lang, viewer), by_whom(line, lang)
    says_it = by.casefold() in text.casefold() or (line.folded and not folded)
    results, others = glances(line, happened, lang, viewer)
    return JournalLine(
        n=line.n,
        text=text,
        folded=folded,
        by="" if says_it else by,
        why=_reasons(line.after, line.events, lang, viewer, line.ask, _fight_sources(line)),
        seat=_seat(line),
        id=line.id,
        round=line.before.round,
        turn=line.before.turn,
        whose=whose_turn(line.before, lang),
        glances=results or tuple(Glance(glance.text) for glance in others),
        step=not results,
        thrown=(thrown := next((e.faces for e in line.events if e.kind == "rolled" and e.what == MOVE), ())),
        at=_stands(line, lang, always=bool(thrown)),
    )


def _stands(line: AnswerRecord, lang: str, *, always: bool) -> str:
    """Where whoever's turn it is stands after a line; "" where that is told by a line before, unless `always`."""
    before, after = (state.players[line.before.turn].space for state in (line.before, line.after))
    return str(wording_of(line.after, lang).space(after)) if always or before != after else ""


MOVE = "move"
"""Purpose of the dice of a move."""
MINOR = ("discarded", "ignored")
"""Kinds of results that are worth a line of their own only where nothing else came of an answer."""
Glances = tuple[Glance, ...]


def glances(line: AnswerRecord, events: tuple[Event, ...], lang: str, viewer: int) -> tuple[Glances, Glances]:
    """Return events of a line at a glance: those that are results and the others; what hits several alike once."""
    g, found = working_state(line.after), dict[tuple[object, ...], Glance]()
    tones = {id(told.event): told.kind.tone for told in results_of(g, events)}
    if major := {id(event) for event in events if event.kind not in MINOR} & tones.keys():
        tones = {key: tones[key] for key in major}
    for event in events:
        seen = view_event(event, viewer)
        text, picture = say_glance(line.after, seen, lang, viewer), picture_of(g, seen, line.before)
        tone, seats = tones.get(id(event)), (event.seat,) if event.seat >= 0 else ()
        key = (tone, text, event.source or event.seat)
        before = found.get(key, Glance(text, tone or "level", picture))
        found[key] = replace(before, seats=tuple(sorted({*before.seats, *seats})))
    results = tuple(glance for (tone, *_), glance in found.items() if tone)
    return results, tuple(glance for (tone, *_), glance in found.items() if not tone)


def _said_by_draw(line: AnswerRecord, event: Event) -> bool:
    """Return whether an event only says that the one card drawn in this line is encountered, as it is (`meet.order`).

    A psychic combat is told: the draw doesn't say that it is one.
    """
    drawn = [each.card for each in line.events if each.kind == "drawn"]
    met = event.kind == "meets" or (event.kind == "attacks" and event.what != PSYCHIC)
    return met and drawn == list(event.cards or (event.card,))


def passing(press: Sequence[AnswerRecord], lang: str, viewer: int) -> Moment | None:
    """Return a press without a result as a moment: its last event, beside it those before; None if it was a die only.

    >>> from talisman_nb.table import Table
    >>> table = Table.new({"Ada": "dwarf", "Bruno": "troll"})
    >>> _ = table.answer("3"), table.answer("clockwise")
    >>> passing(table.lines[-1:], "en", -1).text, passing(table.lines[:1], "en", -1)
    ('Ada moved to the Fields', None)
    """
    happened = [
        (line, view_event(event, viewer))
        for line in press
        for event in line.events
        if event.kind not in (*IN_HEADINGS, *MINOR, "rolled") and not _said_by_draw(line, event)
        if not any(place.startswith("spells:") for place in (event.origin, event.space))  # a hand is nobody else's
    ]
    if not happened:
        return None
    said = [say_event(line.after, event, lang, viewer).removesuffix(".") for line, event in happened]
    line, event = happened[-1]
    picture = picture_of(working_state(line.after), event, line.before)
    return Moment(said[-1], " · ".join(dict.fromkeys(said[:-1])), picture=picture, quiet=True)


def thrown(press: Sequence[AnswerRecord], lang: str, viewer: int) -> Moment | None:
    """Return what a press threw and for what as a moment, None if it threw nothing.

    >>> from talisman_nb.table import Table
    >>> table = Table.new({"Ada": "dwarf", "Bruno": "troll"})
    >>> _ = table.answer("3")
    >>> thrown(table.lines, "en", -1).text
    'Ada rolled 3 (movement)'
    """
    rolls = [line for line in press if line.ask.kind == "die" and line.answer.key.isdigit()]
    rolled = [(line, event) for line in rolls for event in line.events if event.kind == "rolled"][-1:]
    said = [say_event(line.after, view_event(event, viewer), lang, viewer) for line, event in rolled]
    said = said or [describe_answer(line.before, line.ask, line.answer, lang, viewer) for line in rolls]
    pictures = [picture_of(working_state(line.after), event, line.before) for line, event in rolled]
    told = " · ".join(each.removesuffix(".") for each in said)
    return Moment(told, picture="".join(pictures), quiet=True) if told else None


def after_throws(throws: Sequence[Moment], before: Moment | None) -> Moment | None:
    """Return the newest of some throws, which is the first, with what came before it beside it."""
    if not throws:
        return before
    told = next((each.text for each in (*throws[1:], before) if each is not None), "")
    return replace(throws[0], detail=told, picture=throws[0].picture or (before.picture if before else ""))


def _lays_out(line: AnswerRecord) -> bool:
    """Return whether a line is the beginning of a game that begins elsewhere than a new one does."""
    return line.n == 1 and line.answer.state is not None


def _laid_out(line: AnswerRecord, lang: str) -> str:
    wording = wording_of(line.after, lang)
    return sentence(wording.say("journal", "laid-out", who=wording.who(line.after.turn), n=line.after.round))


def whose_turn(state: State, lang: str) -> str:
    """Return the heading of a turn: the person and the character, if they are called otherwise."""
    wording, player = wording_of(state, lang), state.players[state.turn]
    character = str(wording.source(f"character.{player.character}")) if player.character else ""
    return wording.say("journal", "heading", who=player.name, character="" if character == player.name else character)


def unthrown(line: AnswerRecord, lang: str) -> tuple[str, ...]:
    """Return a sentence for a die that the policy left unthrown, because it can't matter; () for any other answer."""
    if not (line.folded and line.ask.kind == "die"):
        return ()
    wording = wording_of(line.before, lang)
    mine = line.ask.purpose in ("attack", "defend")
    name = wording.who(line.ask.seat) if mine else wording.source(line.ask.source)
    return (sentence(wording.say("asks", "note.unthrown", what=name, n=int(line.answer.key))),)


def _reasons(
    state: State, events: Iterable[Event], lang: str, viewer: int, asked: Ask | None = None, fought: Iterable[str] = ()
) -> tuple[str, ...]:
    """Return the rules the events cite, each once, then sentences of house rules, and whose layers' texts counted.

    Those two are told of the cards and spaces that the events, the question that was `asked` and the terms of the fight
    that was decided (`fought`) are about; of a card that only another seat than the viewer may see nothing is told.
    """
    wording, book = wording_of(state, lang), book_of(state.book)
    seen = [each if may_read(each, viewer) else replace(each, card="", cards=()) for each in events]
    cited = dict.fromkeys(id for event in seen for id in named_rules(wording, event.cites, event.source or event.card))
    sources = (*(key for event in seen for key in sources_of(event)), *fought)
    return (*cited, *bearing_on(book, (*seen, asked) if asked else seen, lang), *layers_behind(book, sources, lang))


def _fight_sources(line: AnswerRecord) -> tuple[str, ...]:
    """Return what the scores of the fight that a line decided were made of; () for any other line."""
    if all(event.kind != "fought" for event in line.events):
        return ()
    return fight_sources(working_state(line.before))


def by_whom(line: AnswerRecord, lang: str) -> str:
    """Return a word for the source of an answer (policy, by hand, rolled …), "" for players."""
    by = line.by.removeprefix("by ").replace("bot rolled", "rolled").replace(" ", "-")
    return load_phrases(lang).say("words", f"by.{by}")


def _seat(line: AnswerRecord) -> int:
    concerned = next((event.seat for event in line.events if event.seat >= 0), -1)
    return concerned if concerned >= 0 else line.ask.seat


TURN_BEGINS = "turn_begins"
"""Kind of the event at the beginning of a turn."""


def begins_turn(line: AnswerRecord) -> bool:
    """Return whether a turn begins with what comes of an answer."""
    return any(event.kind == TURN_BEGINS for event in line.events)


def laid_out(lines: Sequence[AnswerRecord]) -> int:
    """Return how many answers the table gave itself before the first question: where it begins, hidden Spells."""
    return sum(1 for _ in takewhile(lambda line: not line.undo_group, lines))


def setup_answers(table: Table, lines: Sequence[AnswerRecord]) -> int:
    """Return how many of a table's answers belong to the setup; one more than there are while it goes on.

    >>> table = Table.new({"Ada": "dwarf", "Bruno": "troll"})
    >>> setup_answers(table, table.lines)
    0
    """
    if any(event.kind == TURN_BEGINS for event in table.opening) or (lines and lines[0].answer.state is not None):
        return laid_out(lines)
    return next((line.n for line in lines if begins_turn(line)), len(lines) + 1)
