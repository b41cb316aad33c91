"""View of a table (`TableView`): its current screen, labels of its language, the form of a new one."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from textwrap import shorten
from time import time
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from talisman_nb.chronicle.journal import LastLines, journal_line
from talisman_nb.drawing.pawns import overlay
from talisman_nb.engine import ask
from talisman_nb.engine.view import EVERYONE, seen_by, shut_ask, shut_hand, view_ask, view_event
from talisman_nb.model import Ask, Event, Seen, State, UserError
from talisman_nb.panels.hosted.gathering import Gathering
from talisman_nb.panels.hosted.hosted import Phone, for_television, stopping_offers, with_others
from talisman_nb.panels.hosted.offturn import BET, PEEK, clock, next_throw
from talisman_nb.panels.setup.setup_form import SettingUp, told_by_name
from talisman_nb.panels.sync.message import unclear
from talisman_nb.rules.book import book_of
from talisman_nb.table import AnswerRecord, Table, TableFileError
from talisman_nb.table.file.saved_tables import close_window, count_windows, progress
from talisman_nb.table.own_cards import entered_cards, own_cards, own_cards_for
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.screen.contents import screen_of, sheets
from talisman_nb.text.screen.labels import Labels
from talisman_nb.text.screen.setup_values import Setup
from talisman_nb.text.screen.values import Choice, LateMoment, Moment, Question, Screen
from talisman_nb.text.wording import wording_of

from .audience import (
    ALONE,
    HIDDEN,
    LOOK,
    SHARED,
    Audience,
    as_last_time,
    besides,
    late_choices,
    late_moment,
    named_by_shelf,
    no_spell,
    put_in,
    with_drawn,
    with_last_text,
    without_drops,
    without_questions,
)  # fmt: skip
from .beside_question import FaceEnd, ends_of_die, is_move, with_parts
from .bot_seats import ADVISE
from .last_moment import HandLines, MomentFinder, last_press
from .looking_back import LookingBack
from .pictures import LocationFinder, labels_with_own

ENDS = "ends"
"""Type of the message that asks where the faces of the die to move lead, and of its reply."""
LONGEST_LINE = 60
"""Characters of a journal line that a note repeats."""


class TableView:
    """View of a table for one audience; without a table, of the form of a new one."""

    def __init__(
        self,
        table: Table | None = None,
        lang: str = "en",
        audience: Audience = ALONE,
        *,
        name: str = "",
        note: str = "",
        resumed: bool = False,
        gathering: Gathering | None = None,
    ) -> None:
        """Show `table`, or the form of a new one called `name`, with a `note`.

        `lang` is the language of the form; `resumed`: the table was opened unasked, because it was played last;
        `gathering`: what a hosted screen shares with the others.
        """
        self.table, self.audience, self.viewer = table, audience, audience.viewer
        self.gathering = gathering or Gathering()
        self.device = ""  # the id of the device that the screen is on, "" for one that nobody had to let in
        self.lang = table.settings.lang if table else lang
        self._begun_as = self.lang, name, note
        self._rev = 0
        self._places = LocationFinder()
        self._moments = MomentFinder()
        self._hand_lines = HandLines()
        self._journal = LastLines()
        self._moments_late: dict[tuple[int, str], LateMoment | None] = {}  # by id of the answer and language
        self._typed = ""  # key of a card that was entered as drawn and is elsewhere
        self._shown = Screen(rev=0, lang=self.lang, table="", round=0, question=None)
        self._note = self._problem()
        self._lost = False  # the file was deleted or replaced
        self._resumed = resumed  # opened unasked, because it was played last
        self._back = resumed or (table is not None and table.can_undo)  # a game in progress was just opened
        self._holding: AnswerRecord | None = None  # hold on: the answer before which an answer is to be inserted
        self._past = LookingBack()
        self._looking = SHARED  # the seat whose Spells are shown on a shared screen
        self._events: tuple[Event, ...] = ()  # events of the last press
        self._moved = False  # the last press was an undo, redo or jump: hand moves come from comparing states
        self._version = self._known = self._head = 0  # of the table, when the last screen was made
        self._file: Path | None = None  # the table's file, while its windows are counted
        self._windows = 1

    @cached_property
    def _form(self) -> SettingUp:
        """The form of a new table, made when somebody sees it."""
        return SettingUp(*self._begun_as)

    def follow(self, *, seen: bool = True) -> bool:
        """Take over what was written to the table without a press here; return whether the screen is out of date.

        Where nobody sees it (not `seen`), it is counted as no window of the table.
        """
        counted, news = self._count_windows(seen), self._take_news()
        return counted or news

    def _take_news(self) -> bool:
        if self.table is None or self.table.version == self._version:
            return False
        lines, known = self.table.lines, self._known
        goes_on = len(lines) >= known and (not known or lines[known - 1].id == self._head)
        if goes_on and len(lines) > known:
            self._made(*lines[known:])
        elif not goes_on:
            self._went()
        if not goes_on or len(lines) > known:
            self._holding, self._looking, self._note, self._back = None, SHARED, "", False
            self._rev += 1
        return True

    def _count_windows(self, seen: bool) -> bool:
        """Count the windows of the table; return whether there are more or fewer than before."""
        before = self._windows
        if self.audience.hosted:
            self._windows = self.gathering.windows
        elif self.audience.counts_windows:
            file = self.table.path if self.table and seen else None
            if self._file and self._file != file:
                close_window(self._file)
            self._file, self._windows = file, count_windows(file) if file else 1
        return self._windows != before

    def screen(self) -> Screen:
        """Return the current screen; if the table can't be read, the last one with the error as its note."""
        try:
            self._shown = self._current()
        except UserError as error:
            self._shown = replace(self._shown, note=told_by_name(error, self.lang))
        if not self.audience.hosted:
            return self._shown
        hosted = with_others(self._shown, self.gathering, self.viewer, self.device, self.lang)
        if self.audience.is_phone:
            return self._phone().screen(hosted)
        return hosted if self.audience.presses else for_television(hosted, self.lang)

    def _phone(self) -> Phone:
        return Phone(self._playing(), self.gathering, self.viewer, self.lang, self._holding)

    def _current(self) -> Screen:
        if self.table is None:
            return Screen(rev=self._rev, lang=self.lang, table="", round=0, question=None, note=self._form.note)
        table, self._version = self.table, self.table.version  # in front of what another window may write meanwhile
        lines, now = table.lines, self._state(table)
        self._known, self._head = len(lines), lines[-1].id if lines else 0
        found, state = ask(now), seen_by(now, self.audience.hands_shown(table, self._looking))
        events = tuple(view_event(event, self.audience.told) for event in self._events)
        asked = shut_ask(found, self.viewer) if self.audience.is_phone else view_ask(found, self._eyes(found))
        shown = shut_hand(state, self.viewer) if self.audience.is_phone else state
        made = screen_of(
            shown, replace(asked, ply=table.state.ply), self.lang, events,
            viewer=self.viewer, rev=self._rev, table=table.name,
        )  # fmt: skip
        hands_before, hands = self._hands(table)
        others, drops = without_drops(self._asides(state))
        whole = replace(
            made,
            question=self._with_elsewhere(
                self._with_look(self._with_ways_on(self._with_parts(made.question, table, now, asked)), found), asked
            ),
            moment=self._moment(table),
            press=None if self._moved or self._holding else last_press(table),
            hands=hands,
            hands_before=hands_before,
            sheets=made.sheets if self._looking == SHARED else sheets(state, self.lang, self._looking),
            journal=self._journal.lines(table, self.lang, self.audience.told),
            late=self._late_moments(table),
            waits=self._holding.n if self._holding else 0,
            overlay=overlay(state, self.lang, cards=False),
            asides=others,
            drops=drops,
            can_undo=table.can_undo or self._holding is not None,
            can_redo=table.can_redo,
            note=self._note or self._where(made.question),
            resumed=self._back and self._resumed,
            demo=table.demo,
            pace=_pace(table, self.lang),
            clock=clock(table, time()),
            windows=self._windows if self.audience.counts_windows else 1,
        )
        whole = replace(whole, hint=self._past.hints.hint(whole, shown, events, self.lang, self.viewer))
        if table.settings.sheets_only:
            return without_questions(whole, shown, self.lang, self.viewer)
        leads = self.audience.leads and not self.gathering.held
        return whole if self._holding else self.gathering.bots.shown(whole, table, self.lang, leads=leads)

    def labels(self) -> Labels:
        """Return words, card names, spaces and board in the current language."""
        if self.table is None:
            return labels_with_own(self._form.book, self.lang, own_cards())
        state = self.table.state
        own, entered = own_cards_for(state, self.viewer), entered_cards(state)
        return labels_with_own(book_of(state.book), self.lang, own, entered, state.texts)

    def setup(self) -> Setup | None:
        """Return the form of a new table, None while a table is played."""
        return self._form.form() if self.table is None else None

    def _made(self, *lines: AnswerRecord) -> None:
        """Record the lines of the last press, whose events the next screen shows."""
        self._events = tuple(event for line in lines for event in line.events)
        self._moved = False

    def _went(self) -> None:
        """Record that the last press was an undo, redo or jump; ends a hold on."""
        self._events, self._moved, self._holding = (), True, None

    def _moment(self, table: Table) -> Moment | None:
        """Return what happened last; in a hold on, that the game is back before an answer."""
        if self._holding:
            line = journal_line(self._holding, self.lang, self.audience.told).text.rstrip(".")
            short = shorten(line, LONGEST_LINE, placeholder=" …")
            return Moment(load_phrases(self.lang).say("setup", "holding", line=short))
        return self._moments.last_moment(table, self.lang, self.audience.told, fresh=not self._moved)

    def _hands(self, table: Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the hands line with physical cards: what the same person's earlier presses asked, and the last one.

        In a hold on, which adds nothing, all of it is earlier.
        """
        if not self._physical(table):
            return (), ()
        before, now = self._hand_lines.lines(table, self.lang, self.audience.told, moved=self._moved)
        return (before + now, ()) if self._holding else (before, now)

    def _late_moments(self, table: Table) -> tuple[LateMoment, ...]:
        """Return where a late Spell may be put in, as it was told; what is past two turns is forgotten."""
        known, now = self._moments_late, dict[tuple[int, str], LateMoment | None]()
        for line in table.late_moments(self.viewer):
            key = line.id, self.lang
            now[key] = known[key] if key in known else late_moment(line, self.lang, self.audience.told)
        self._moments_late = now
        return self._journal.without_text(now.values())

    def _with_parts(self, asked: Question | None, table: Table, state: State, found: Ask) -> Question | None:
        """Add what stands beside a question, of what everybody knows: the sums of a fight, faces, ends of a way."""
        if asked is None:
            return None
        by = table.settings.dice if found.kind == "die" else table.settings.cards
        told = with_parts(asked, seen_by(state), found, self.lang)
        told = with_drawn(with_last_text(told, table, found, self.lang), table, found, self.lang)
        leads = is_move(found) and bool(asked.options) and not self._holding
        return replace(named_by_shelf(told), dealt=asked.roll and by == "virtual", leads=leads)

    def _beside(self, message: object) -> dict[str, Any] | None:
        """Reply to a message that is no press, None to another one: not even the note of the next screen is another.

        A view asks for where the faces of the die to move lead and for advice, a phone for its Spells, and bets.
        """
        if not isinstance(message, dict) or message.get("type") not in (ENDS, BET, PEEK, ADVISE):
            return None
        table, kind = self.table, message["type"]
        if kind == ADVISE and table:
            shown = () if self.audience.is_phone else self.audience.hands_shown(table, self._looking)
            return self.gathering.bots.advice(table, message.get("ply"), self.lang, own=table.ask.seat in shown)
        phone = self._phone() if table and self.audience.is_phone else None
        if kind != ENDS:
            return phone.beside(message) if phone else {"type": kind}
        faces, own = dict[str, tuple[FaceEnd, ...]](), list[dict[str, Any]]()
        if table and not self._holding and message.get("ply") == table.state.ply:
            faces = ends_of_die(seen_by(table.state), table.ask, self.lang)
            own = next_throw(table.state, self.viewer, self.lang) if phone else own
        return {"type": ENDS, "faces": to_builtins(faces), **({"own": own} if phone else {})}

    def _with_elsewhere(self, asked: Question | None, found: Ask) -> Question | None:
        """Add the locations of cards that can't be drawn to a draw's question."""
        if asked is None or found.kind != "card" or self._holding:
            return asked
        table = self._playing()
        eyes = EVERYONE if self.audience.is_phone else self._eyes(found)  # nothing there tells what is in one's hand
        locations = self._places.cards_elsewhere(table, found, self.lang, eyes, self._typed)
        return replace(asked, elsewhere=locations.elsewhere, where=locations.where)

    def _with_look(self, asked: Question | None, found: Ask) -> Question | None:
        """Add the offer to show what lies face down with a seat to a question that chooses among it.

        Where there are phones for it, add the offer to let a stopped game go on.
        """
        table = self._playing()
        if asked is not None and self.audience.hides_looks:
            stopping = stopping_offers(self.gathering, self.viewer, table.state.ply, self.lang)
            return replace(asked, offers=(*asked.offers, *stopping))
        if asked is None or not self.audience.hides(table) or all(o.owner != found.seat for o in found.options):
            return asked
        if found.seat < 0 or self._looking == found.seat:
            return asked
        what = "look-characters" if found.kind == "character" else "look"
        wording = wording_of(table.state, self.lang)
        said = wording.say("setup", what, who=wording.who(found.seat))
        return replace(asked, offers=(*asked.offers, Choice(f"{LOOK}{found.seat}", said, "P")))

    def _with_ways_on(self, asked: Question | None) -> Question | None:
        """Add the table's own offers: a late reroll; save anew if its file is lost; ways on while answers wait."""
        if asked is None or self._holding:
            return asked
        keys = (
            *(("save-anew",) if self._lost else ()),
            *self._ways_with_waiting(),
        )
        said = load_phrases(self.lang)
        late = late_choices(self._playing(), self.lang, self.viewer, {offer.hint for offer in asked.offers})
        again = as_last_time(self._playing(), self._playing().ask, self.lang)
        back = no_spell(self._playing(), self._playing().ask, self.lang)
        ways_on = tuple(Choice(f"table:{key}", said.say("setup", key)) for key in keys)
        return replace(asked, offers=(*asked.offers, *again, *late, *back, *ways_on))

    def _ways_with_waiting(self) -> tuple[str, ...]:
        """Return the ways on while answers wait; how it lies is not known where they no longer fit."""
        table = self._playing()
        return ("let-go",) if table.unfit else ("let-go", "keep-by-hand") if table.pending else ()

    def _problem(self) -> str:
        """Return the sentence for `Table.problem`, "" for none."""
        problem = self.table.problem if self.table else None
        return told_by_name(problem, self.lang) if problem else ""

    def _state(self, table: Table) -> State:
        """Return the state shown: the current one, in a hold on the one before the answer held on to."""
        return self._holding.before if self._holding else table.state

    def _physical(self, table: Table) -> bool:
        return table.settings.cards == "physical"

    def _where(self, asked: Question | None) -> str:
        """Return the note on the situation of the screen: resumed, replay stopped, Spells shown; else ""."""
        said = load_phrases(self.lang)
        if self._back and self._resumed and self.table:
            state = self.table.state
            how_far = progress(self.lang, state.round, state.players[state.turn].name)
            return said.say("setup", "resumed", table=self.table.settings.name, progress=how_far)
        if self._back and asked and asked.kind != "over" and not self._playing().settings.sheets_only:
            return said.say("words", "you-were-here", headline=asked.headline)
        if not self._holding and (waiting := len(self._playing().pending)):
            return said.say("setup", "unfit-waiting" if self._playing().unfit else "new-question", n=waiting)
        if self._looking != SHARED and self.table:
            return said.say("setup", "looking", who=self.table.state.players[self._looking].name)
        return ""

    def _asides(self, state: Seen) -> tuple[Choice, ...]:
        table = self._playing()
        people = [seat for seat in range(len(state.players)) if not table.settings.bot(seat)]
        seats = people if self.viewer == SHARED else (self.viewer,)
        hidden = self.audience.hides(table)
        found = put_in(state, seats, self.lang, lambda seat: hidden and seat != self._looking)
        if self.audience.hides_looks:
            found = tuple(choice for choice in found if not choice.key.endswith(f"/{HIDDEN}"))
        return found if self._holding else (*found, *besides(table, self.lang))

    def _eyes(self, found: Ask) -> int:
        return self.audience.eyes(self._playing(), found, self._looking)

    def _seat_of(self, seat: int) -> int:
        seats = len(self._playing().state.players)
        if not 0 <= seat < seats:
            raise unclear(f"no seat {seat}: there are {seats}")
        return seat

    def _playing(self) -> Table:
        if self.table is None:
            raise TableFileError("none-open")
        return self.table


def _pace(table: Table, lang: str) -> str:
    """Return how a game goes against the wish for its length; "" without a wish."""
    if not table.settings.minutes:
        return ""
    from talisman_nb.chronicle.group import told_against_wish

    return told_against_wish(table, lang)
