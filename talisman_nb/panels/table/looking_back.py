"""Replies about past and possible play: trials, pages looked up, exports, the chronicle, all saved games.

The rooms that only these replies need are imported when one is asked for: no first paint waits for them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from talisman_nb.chronicle.journal import older_lines
from talisman_nb.engine.covers import covers_of
from talisman_nb.engine.view import seen_by, unveil_key, view_ask
from talisman_nb.model import Ask, OwnCard, State, UserError
from talisman_nb.model.situation import SaidError
from talisman_nb.panels.setup.setup_form import SettingUp
from talisman_nb.panels.sync.bundle import drawn_face
from talisman_nb.panels.sync.message import ViewMessage, unclear
from talisman_nb.rules.book import Book, book_of, plain_card
from talisman_nb.rules.box_readings import book_as_read, keywords_read
from talisman_nb.rules.certainty import GUESSED
from talisman_nb.table import AnswerRecord, Replay, Table
from talisman_nb.table.answerable_table import die_rulings
from talisman_nb.table.own_cards import OWN_PREFIX, own_cards
from talisman_nb.text.errors import describe_error
from talisman_nb.text.events import say_event
from talisman_nb.text.moves import say_moves
from talisman_nb.text.names import plain
from talisman_nb.text.pages.definition_page import own_page
from talisman_nb.text.pages.packing import packing_pages, place_told
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.questions.beside import view_of
from talisman_nb.text.questions.labels import label
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.contents import here
from talisman_nb.text.screen.fight_sums import figure_card, fought_sums
from talisman_nb.text.screen.values import Moment
from talisman_nb.text.wording import Wording, wording_of

from .audience import SHARED
from .beside_question import with_parts
from .roll_parts import percents
from .teaching import Hints, put_away

if TYPE_CHECKING:
    from talisman_nb.chronicle.evenings import Evenings
    from talisman_nb.chronicle.fights import FightChances
    from talisman_nb.rulings.look_up import Found

PART_OF_FIGHT = 60
"""Answers in front of the end of a fight among which it began."""
WORDS_OF_QUESTION = 3
"""Words of a text that may be a question to be decided by a die; fewer are a name."""


def looked_up(
    book: Book, key: str, text: str, lang: str, own: Iterable[OwnCard] = (), rulings: Sequence[str] = (),
    texts: Sequence[tuple[str, str]] = (),
) -> dict[str, Any]:  # fmt: skip
    """Return the page of `key`, else that of the one thing `text` may mean, else the list of all it may mean.

    `own` are the cards in no list that may be looked up too, of the same name the first; `rulings` what the table has
    decided by a die, in sentences; `texts` what it has read off its box (`State.texts`).

    The reply has `type` "page", `key`, `page` (None for a list), `found` (`Found`, of each) and `sorry`: that a
    text is unknown, with names like it; without such names `found` is what is nearest to it, and what it names.
    `decided` are the rulings of the table on a text, `ours` whether it has any to be saved, `die` whether one may be
    made on it (`golden.yes-no`), `question` whether it may be decided in words; `verdicts` is what the engine answers
    to a sentence about cards; `readings` is what only the card of a page says, to be set there: what it is, its name,
    and its number, 1 or 0 for a keyword.
    """
    from talisman_nb.rulings.answer_questions import verdicts
    from talisman_nb.rulings.look_up import nearest, page_of, search, similar
    from talisman_nb.rulings.own_rulings import own_rulings
    from talisman_nb.rulings.question_reading import has_most_words

    ours = {f"{OWN_PREFIX}{_bare(card)}": card for card in reversed([*own])}
    meant = tuple(_ours_meant(ours, text)) if text and not key else ()
    found = (*meant, *search(book, text, lang, question=not meant)) if text and not key else ()
    known = book_as_read(book, texts)
    asks = len(text.split()) >= WORDS_OF_QUESTION
    one = found[0].key if len(found) == 1 else ""
    answered = verdicts(text, known, lang, unread=not one) if text and not key and (asks or not one) else ()
    key = key or ("" if answered else one)
    page = own_page(book, ours[key], lang) if key in ours else page_of(known, key, lang) if key else None
    sorry = ""
    if text and not (page or found):
        found = () if (alike := similar(book, text, lang)) else nearest(book, text, lang)
        plainly = load_phrases(lang).say("answers", "no-ruling" if found else "nothing-near")
        sorry = plainly if found or (asks and not alike) else _unknown(book, text, lang)
    asked = asks and not page
    return {
        "type": "page",
        "key": (key if key in ours else plain_card(key)) if page else "",
        "text": text,
        "page": msgspec.to_builtins(page),
        "found": [one._asdict() for one in found] if not page else [],
        "sorry": sorry,
        "decided": [ruling for ruling in rulings if has_most_words(ruling, text)] if not page else [],
        "readings": [*_readings(known, plain_card(key), lang)] if page else [],
        "ours": bool(not page and (rulings or own_rulings()[0])),
        "verdicts": answered,
        "die": bool(book.table["golden.yes_no"]) and asked,
        "question": asked,
    }


def _readings(book: Book, card: str, lang: str) -> Iterator[dict[str, Any]]:
    """Yield what only a card of the box says, as the table knows it now: figures that were guesses, keywords."""
    if not (found := book.find(card)):
        return
    wording, facts, read = Wording(lang, book=book), found.facts, book.certainty.read
    for what in GUESSED:
        if what in book.certainty.guessed(card) or f"{card}.{what}" in read:
            yield {"what": what, "name": wording.word(what), "n": getattr(facts, what), "keyword": False}
    known = {name.rpartition(".")[2] for name in read if name.rpartition(".")[0] == card}
    for word in dict.fromkeys((*keywords_read(book, card), *(word for word in known if word in book.keywords))):
        yield {"what": word, "name": wording.keyword(word), "n": int(word in facts.keywords), "keyword": True}


def own_to_look_up(state: State) -> tuple[OwnCard, ...]:
    """Return the cards in no list of a game, its Spells aside, which may lie face down, then those of the box."""
    return (*(card for card in state.own if card.type != "spell"), *own_cards())


def _ours_meant(ours: Mapping[str, OwnCard], text: str) -> Iterator[Found]:
    """Yield the cards in no list whose name begins with a text."""
    from talisman_nb.rulings.look_up import Found

    for key, card in ours.items():
        if plain(_bare(card)).startswith(plain(text)):
            yield Found(key, _bare(card))


def _bare(card: OwnCard) -> str:
    """Return the name of a card in no list, which has a prefix in a game."""
    return card.name.removeprefix(OWN_PREFIX)


def _unknown(book: Book, text: str, lang: str) -> str:
    from talisman_nb.rulings.look_up import similar

    said = load_phrases(lang)
    sorry, names = said.say("pages", "unknown.anything", name=text), similar(book, text, lang)
    quoted = ", ".join(said.say("pages", "quoted", name=name) for name in names)
    return said.say("pages", "meant", sorry=sorry, names=quoted) if names else sorry


def trial(table: Table, line: AnswerRecord, asked: Ask, key: str, lang: str, viewer: int) -> dict[str, Any]:
    """Return the trial of answering `line` with `key`: {"key", "label", "told", "hands"}.

    "told" are sentences on the result, "hands" the hand moves. `asked` is the ask of the line as the viewer may see it
    (`view_ask`).
    """
    real, cards, said = unveil_key(line.ask, key), table.settings.cards, load_phrases(lang)
    replay = table.amend(line.n, real, try_only=True)
    found, hands = {"key": key, "label": _label(line, asked, key, lang), "told": (), "hands": ()}, tuple[str, ...]()
    if real != key:
        return found | {"told": (said.say("errors", "table.secret", who=line.before.players[line.ask.seat].name),)}
    if cards == "physical" and replay.stopped_at is None:
        hands = say_moves(replay.state, replay.differences, lang) or (said.say("setup", "trial-same"),)
    return found | {"told": replay_sentences(replay, cards == "virtual", lang, viewer), "hands": hands}


def asked_before(table: Table, line: AnswerRecord, key: str, lang: str, viewer: int, eyes: int) -> dict[str, Any]:
    """Return the question that `line` answers as the reply to a view, with a `key` beside the trial of that answer.

    `eyes` is the seat whose hand may be named.
    """
    veiled = view_ask(line.ask, eyes)
    asked = with_parts(question(line.before, veiled, lang, viewer), seen_by(line.before), veiled, lang)
    tried = {"trial": trial(table, line, veiled, key, lang, viewer)} if key else {}
    return {"type": "line", "n": line.n, "question": msgspec.to_builtins(asked), **tried}


def replay_sentences(replay: Replay, draws: bool, lang: str, viewer: int) -> tuple[str, ...]:
    """Return sentences on what becomes of the later answers; `draws`: cards are virtual."""
    said = load_phrases(lang)
    lines = [said.say("setup", "replay-fits", n=replay.kept)]
    if replay.skipped:
        lines.append(said.say("setup", "trial-skipped", n=len(replay.skipped)))
    found, n = replay.stopped_at, len(replay.remaining)
    if found and found.chance and found.kind != "die" and draws:
        lines.append(said.say("setup", "trial-draws", n=n))
    elif found:
        headline = question(replay.state, view_ask(found, viewer), lang, viewer).headline
        lines.append(said.say("setup", "trial-stops", headline=headline, n=n))
    return tuple(lines)


def _label(line: AnswerRecord, asked: Ask, key: str, lang: str) -> str:
    """Return the label of an answer, its key if it is no option or offer."""
    voice = wording_of(line.before, lang)
    return next((label(voice, asked, option) for option in (*asked.options, *asked.offers) if option.key == key), key)


LOOKED_AT = 40
"""Answers that are looked through for the last turn's fights; a turn has fewer."""


def with_past(found: Moment, table: Table, lines: tuple[AnswerRecord, ...], lang: str) -> Moment:
    """Return a moment with what is staged of the time before it: the chance that there was, the road to the Crown.

    `lines` are those up to the moment.
    """
    staged = found.staged
    if staged is None or staged.who is None:
        return found
    wording, seat, met = wording_of(lines[-1].after, lang), staged.who.seat, staged.met
    if found.level == "crown":
        from talisman_nb.chronicle.chronicle import length, road
        from talisman_nb.chronicle.evenings import minutes_played

        minutes = minutes_played(table.times)
        took = (staged.said, length(wording, minutes) if minutes else "")
        staged = replace(staged, said=" · ".join(filter(None, took)), road=road(lines, seat, lang))
    elif met:
        from talisman_nb.chronicle.fights import chance_of_won

        if known := chance_of_won(lines[-LOOKED_AT:], seat, met.picture, staged.scores):
            scores = "" if staged.scores else " {} : {}".format(*known[1].scores)
            chance = wording.say("shown", "staged.chance", n=percents(known[0]).won)
            staged = replace(staged, met=replace(met, text=met.text + scores, note=chance))
    return replace(found, staged=staged)


class LookingBack:
    """Replies to messages of `READING`, to "evenings" and "keep-ruling"; keeps what was read and reckoned before."""

    def __init__(self) -> None:
        self.hints = Hints()

    @cached_property
    def _chances(self) -> FightChances:
        """The chances of the fights, as far as they were reckoned."""
        from talisman_nb.chronicle.fights import FightChances

        return FightChances()

    @cached_property
    def _evenings(self) -> Evenings:
        """The evenings that were read."""
        from talisman_nb.chronicle.evenings import Evenings

        return Evenings()

    def reply(self, message: ViewMessage, table: Table, lang: str, viewer: int) -> dict[str, Any]:
        """Return the reply to a message about a table."""
        match message.type:
            case "journal":
                return _journal(table, message, lang, viewer)
            case "earlier":
                lines = older_lines(table, lang, viewer, message.before, -1)
                return {"type": "earlier", "lines": msgspec.to_builtins(lines)}
            case "export":
                return _make_export(table, message.value, lang, viewer)
            case "situation":
                return _told_situation(table, message.n, lang, viewer)
            case "card":
                return {"type": "card", "key": message.key, "card": _short(table.state, message.key, lang)}
            case "hint":
                put_away(message.key)
                after = self.hints.next()
                return {"type": "hint", "key": message.key, **({"next": msgspec.to_builtins(after)} if after else {})}
            case "told":
                return {"type": "told", "n": message.n, "fight": self._fight(table, message.n, lang)}
            case "packing":
                from talisman_nb.chronicle.page import title

                pages = packing_pages(seen_by(table.state), lang, title(table, lang))
                return {"type": "packing", "pages": msgspec.to_builtins(pages)}
            case "chronicle":
                from talisman_nb.chronicle.chronicle import chronicle_of

                return {"type": "chronicle", "chronicle": msgspec.to_builtins(chronicle_of(table, lang, self._chances))}
        own, state, wrong = own_to_look_up(table.state), table.state, ""
        if message.type == "keep-ruling":
            from talisman_nb.rulings.own_rulings import keep_in_words

            if not message.name.strip():
                raise unclear("a decision in words has no words")
            wrong = keep_in_words(message.value, message.name, book_of(state.book).rules_of, lang)
        rulings = tuple(say_event(state, event, lang) for event in die_rulings(table))
        found = looked_up(book_of(state.book), message.key, message.value, lang, own, rulings, state.texts)
        found |= {"sorry": wrong} if wrong else {}
        now = _now(state, found["key"], lang)
        return found | {"page": found["page"] | {"about": (*found["page"]["about"], now)}} if now else found

    def _fight(self, table: Table, n: int, lang: str) -> dict[str, Any] | None:
        """Return the sums of the fight that line `n` decided, with its chances before the dice; None for none."""
        from talisman_nb.chronicle.fights import fights

        lines = table.lines[max(n - PART_OF_FIGHT, 0) : n]
        found = next((fought for fought in fights(lines) if fought.n == n), None)
        sums = fought_sums(lines[-1].before, found.event, lang) if found else None
        if not (found and sums):
            return None
        self._chances.reckon((found,), 1)
        odds = self._chances.of(found)
        return dict(msgspec.to_builtins(replace(sums, chances=percents(odds) if odds else None)))

    def evenings(self, lang: str, what: str) -> dict[str, Any]:
        """Return all evenings as the reply to a view; `what`: "csv" as a file."""
        from talisman_nb.chronicle.evenings_told import BOM, all_evenings, as_csv

        if what == "csv":
            found, _ = self._evenings.read(sys.maxsize)
            name = load_phrases(lang).say("panel", "all-evenings")
            return {"type": "export", "name": f"{name}.csv", "kind": "text/csv", "text": f"{BOM}{as_csv(found, lang)}"}
        return {"type": "evenings", "evenings": msgspec.to_builtins(all_evenings(self._evenings, lang))}

    def group(self, message: object, form: SettingUp) -> dict[str, Any] | None:
        """Reply to a form that asks what it tells its group, for a short card or the lessons; None to another message.

        Leaves the pace with the form. It is no press: it changes nothing, not even what the next screen notes.
        """
        if not isinstance(message, dict) or message.get("type") not in (GROUP, LESSONS, "card"):
            return None
        if message["type"] == LESSONS:
            from talisman_nb.lessons.read_through import listed

            return {"type": LESSONS, "lang": form.lang, "lessons": listed(form.lang)}
        if message["type"] == "card":
            key = message.get("key")
            known = isinstance(key, str) and form.book.find(key)
            return {"type": "card", "key": key, "card": _card_of(form.book, str(key), form.lang) if known else None}
        from talisman_nb.chronicle.group import Group, group_of

        try:
            told, form.pace = group_of(self._evenings, form.group(), form.lang, form.book)
        except UserError:  # the folder can't be used: the form says so
            told = Group()
        return {"type": GROUP, "group": msgspec.to_builtins(told)}


GROUP, LESSONS = "group", "lessons"
"""Types of the messages with which a form asks what it tells its group, and for the lessons; and of the replies."""


def _short(state: State, key: str, lang: str) -> dict[str, Any] | None:
    """Return the short card of a definition, as a question about it shows it, or a figure; None without one."""
    if figure := figure_card(state, key, lang):
        return dict(msgspec.to_builtins(figure))
    book = book_as_read(book_of(state.book), state.texts)
    return _card_of(book, key, lang) if book.find(key) else None


def _card_of(book: Book, key: str, lang: str) -> dict[str, Any]:
    return dict(msgspec.to_builtins(view_of(book, key, lang)))


def _now(state: State, key: str, lang: str) -> str:
    """Return what lies on the space of a page now, or what the card of a page covers; "" for neither."""
    said, lying = wording_of(state, lang), here(state, lang)
    names = lying.get(key.removeprefix("space."), ()) if key.startswith("space.") else ()
    covered = [place_told(state, said, space) for space, card in covers_of(state) if card == key]
    if covered:
        return said.say("pages", "covers-now", what=" · ".join(covered))
    return said.say("pages", "here-now", what=" · ".join(names)) if names else ""


def _journal(table: Table, message: ViewMessage, lang: str, viewer: int) -> dict[str, Any]:
    lines = older_lines(table, lang, viewer, message.before, message.seat, message.n, message.value)
    return {"type": "lines", "seat": message.seat, "value": message.value, "lines": msgspec.to_builtins(lines)}


def _make_export(table: Table, form: str, lang: str, viewer: int) -> dict[str, Any]:
    """Return an export of a table as the reply to a view.

    Raises the error of `unclear` for an unknown form, and for one with secrets that a single seat asks for.
    """
    from talisman_nb.chronicle.exports import FORMS, export

    if form not in FORMS:
        raise unclear(f"no form {form!r}: expected one of {', '.join(FORMS)}")
    if FORMS[form].secret and viewer != SHARED:
        raise unclear(f"the form {form!r} holds everybody's secrets: it is for the shared screen")
    return {"type": "export", **export(table, form, lang, viewer, drawn_face())._asdict()}


def _told_situation(table: Table, n: int, lang: str, viewer: int) -> dict[str, Any]:
    """Return the question of line `n` as a text, and the address of the bench with it, as the reply to a view.

    The text names what the viewer may see, a shared screen no hidden cards; `sorry` is the reason if no text says it.
    """
    from talisman_nb.analysis.from_table import line_text
    from talisman_nb.analysis.tree import link_of

    seats = (viewer,) if viewer >= 0 else ()
    try:
        text, _ = line_text(table, n, seats)
    except SaidError as wrong:
        return {"type": "situation", "n": n, "text": "", "link": "", "sorry": describe_error(wrong, lang)}
    return {"type": "situation", "n": n, "text": text, "link": f"{link_of(text)}&lang={lang}", "sorry": ""}
