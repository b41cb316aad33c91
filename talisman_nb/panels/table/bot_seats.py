"""The seats of a table that the program plays: whose move it is and when it comes, what people see of it; advice.

A view lets them go on: it sends `bot` when its screen says so, again until an answer came. So they play wherever a
panel does, at the pace of whoever looks, and no press waits for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError
from talisman_nb.engine.foresight import MOVE
from talisman_nb.engine.view import EVERYONE, seen_by, view_ask
from talisman_nb.model import EVERYBODY, Answer, Ask, State, read_key
from talisman_nb.model.kinds import BOARD_TEXT, FIGURE
from talisman_nb.panels.sync.message import STALE, ViewMessage, seat_in, unclear
from talisman_nb.table import AnswerRecord, Table
from talisman_nb.table.policy import wishing
from talisman_nb.table.records import BOT, BOTS, POLICY, TEMPOS
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.screen.values import Choice, Moment, Question, Screen
from talisman_nb.text.wording import wording_of

if TYPE_CHECKING:  # what plays is loaded once something is to be played
    from talisman_nb.bots.at_table import Thinking, Thought

SEAT = "bot:"
"""Beginning of the keys of what people may press while the program is to move."""
STEP, PAUSE, ON, OURS = "bot:step", "bot:pause", "bot:on", "bot:ours"
BOT_MOVES, PLAY_FOR, TEMPO, ADVISE = "bot", "play-for", "tempo", "advise"
"""Types of messages: the program goes on; who plays a seat; how fast it plays; what it would do."""
SECONDS: Final = {"quick": 1.0, "calm": 3.0, "slow": 6.0}
"""Seconds before each answer of the program, by tempo."""
MOST_PUT_IN = 3
"""Times that a seat may put something in before one question."""
FOR_PEOPLE = ("hands", "sheets", "over")
"""Kinds of questions that only people can answer: what the program knows no rule for."""
NOBODY: Final = -1
"""In place of a seat that the program plays."""
Made = tuple[AnswerRecord, ...]


class BotSeats:
    """The seats of one table that the program plays, as all its screens share them."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._thinking: dict[str, Thinking] = {}  # by what for: to play, to advise
        self._passed: set[tuple[int, int]] = set()  # head and seat of questions to which nothing is put in
        self._whys: dict[int, tuple[State, Ask, Thought, int]] = {}  # by id of the answer
        self._pace = "calm"  # before it was paused
        self._pressed = self._stuck = NOBODY  # heads at which a step was pressed, and where no answer is taken

    # --- whose move it is ---

    def to_move(self, table: Table) -> int:
        """Return the seat that the program has something to do for now, `NOBODY` for none."""
        settings, found = table.settings, table.ask
        if not any(settings.bots) or settings.sheets_only or found.kind in FOR_PEOPLE or _head(table) == self._stuck:
            return NOBODY
        if found.seat == EVERYBODY:
            return next((seat for seat in self._wishing(table) if settings.bot(seat)), NOBODY)
        if not settings.bot(found.seat) or found.purpose == BOARD_TEXT or found.purpose.startswith(FIGURE):
            return NOBODY
        if found.chance:
            rolls = found.kind == "die" and settings.dice == "virtual"
            return found.seat if rolls or self._may_put_in(table, found.seat) else NOBODY
        return found.seat if found.open() else NOBODY

    def _wishing(self, table: Table) -> list[int]:
        """The seats that want to be asked at a reaction point, those of the program only until they have passed."""
        head = _head(table)
        return [seat for seat in wishing(table.ask, table.state, table.settings) if (head, seat) not in self._passed]

    def _may_put_in(self, table: Table, seat: int) -> bool:
        """Whether a seat may still put something in before its die to move."""
        if table.ask.purpose != MOVE or (_head(table), seat) in self._passed:
            return False
        said = 0
        for line in reversed(table.lines):
            if line.by != POLICY and not (line.by == BOT and line.aside):
                break
            said += line.by == BOT
        from talisman_nb.bots import view_of

        return said < MOST_PUT_IN and bool(view_of(table.state, table.ask, seat).answers())

    def due(self, table: Table) -> int:
        """Return the milliseconds after which a view lets the program go on, -1 where it has nothing to do or waits."""
        seat, found = self.to_move(table), table.ask
        if seat == NOBODY:
            return -1
        silent = found.seat == EVERYBODY or (found.chance and table.settings.dice == "physical")
        if silent or self._pressed == _head(table):
            return 0
        return int(1000 * SECONDS[table.settings.tempo]) if table.settings.tempo in SECONDS else -1

    # --- what it does ---

    def handle(self, message: ViewMessage, table: Table) -> Made | None:
        """Carry out a message about these seats; return the answers it led to, None while somebody still thinks."""
        if message.type == BOT_MOVES:
            return self._go_on(table, message.ply)
        if message.type == TEMPO and message.value in TEMPOS:
            table.set(tempo=message.value)
        elif message.type == PLAY_FOR and message.value in ("", *BOTS) and _is_seat(table, message.seat):
            play_for(table, message.seat, message.value)
        else:
            raise unclear(f"the program plays no seat {message.seat} as {message.value[:20]!r}")
        return ()

    def pressed(self, key: str, table: Table) -> Made:
        """Carry out what was pressed while the program is to move."""
        what, _, seat = key.removeprefix(SEAT).partition("/")
        if key == STEP:
            self._pressed = _head(table)
        elif key == PAUSE and table.settings.tempo in SECONDS:
            self._pace = table.settings.tempo
            table.set(tempo="step")
        elif key == ON:
            table.set(tempo=self._pace)
        elif f"{SEAT}{what}" == OURS and _is_seat(table, seat_in(seat)):
            play_for(table, seat_in(seat), "")
        return ()

    def _go_on(self, table: Table, ply: int | None) -> Made | None:
        """Let the program do one thing; None while it thinks, and where it has nothing to do."""
        seat, found = self.to_move(table), table.ask
        if seat == NOBODY or ply != table.state.ply:
            return None
        try:
            if found.chance and not self._may_put_in(table, seat):
                return table.answer_for_bot(None, ply=ply)
            from talisman_nb.bots import view_of

            thinking = self._thinks(table, "play")
            thought = thinking.thought(view_of(table.state, found, seat), table.settings.bot(seat))
            return None if thought is None else self._give(table, seat, thought)
        except NotAllowedError as refused:
            if refused.reason != STALE:
                raise
            return None  # another window was quicker

    def _thinks(self, table: Table, what: str) -> Thinking:
        """Return who thinks for this table; it remembers nothing of what was undone."""
        from talisman_nb.bots.at_table import Thinking

        ids = {line.id for line in table.lines}
        if self._table is not table or not self._whys.keys() <= ids:
            self._table, self._thinking, self._whys, self._passed = table, {}, {}, set()
        return self._thinking.setdefault(what, Thinking(table.settings.seed))

    def _give(self, table: Table, seat: int, thought: Thought) -> Made:
        """Give the best answer that is taken; pass where none is, or leave the question to the people."""
        from talisman_nb.bots import NOBODY as PASS
        from talisman_nb.bots import open_options

        found, state = table.ask, table.state
        puts_in = found.chance or found.seat == EVERYBODY
        others = () if puts_in else (Answer(state.ply, option.key) for option in open_options(found))
        for answer in (*thought.answers, *others):
            if puts_in and (answer is None or answer.key == PASS):
                break
            if answer is None:
                continue
            try:
                made = table.answer_for_bot(answer, ply=state.ply)
            except NotAllowedError as refused:  # an answer with conditions of its own, such as a bargain
                if refused.reason == STALE:
                    raise
                continue
            self._whys[made[0].id] = state, found, thought, seat
            return made
        self._passed.add((_head(table), seat))
        if found.seat == EVERYBODY and not self._wishing(table):
            return table.answer_for_bot(Answer(state.ply, PASS), POLICY, ply=state.ply)
        if found.chance and table.settings.dice == "virtual":
            return table.answer_for_bot(None, ply=state.ply)
        if not puts_in:
            self._stuck = _head(table)
        return ()

    # --- what is seen of it ---

    def shown(self, made: Screen, table: Table, lang: str, *, leads: bool) -> Screen:
        """Return a screen with the seats that the program plays; one that `leads` lets them go on.

        While the program is to move, people may press nothing but what they do about that.
        """
        if not any(table.settings.bots):
            return made
        asked = made.question
        why = self._why(table, lang) if self.to_move(table) == NOBODY else ""
        return replace(
            made,
            question=asked and self._question(asked, table, lang, presses=leads),
            moment=_with_why(made.moment, why) if asked is None or asked.kind != "over" else made.moment,
            bot=self.due(table) if leads else -1,
            bots={str(seat): kind for seat, kind in enumerate(table.settings.bots) if kind},
            tempo=table.settings.tempo,
        )

    def _question(self, asked: Question, table: Table, lang: str, *, presses: bool) -> Question:
        """Return the question as people see it: while the program is to move, nothing but what they do about that.

        Of a die or card that people throw or draw for it this is said.
        """
        seat, found, settings = self.to_move(table), table.ask, table.settings
        said, who = load_phrases(lang), wording_of(table.state, lang).who(found.seat if seat == NOBODY else seat)
        if seat == NOBODY or (found.chance and settings.dice == "physical"):
            if not settings.bot(found.seat) or found.kind in FOR_PEOPLE:
                return asked
            key = "throws" if found.kind == "die" else "draws" if found.chance else "stuck"
            return replace(asked, circumstance=_joined(asked.circumstance, said.say("bots", key, who=who)))
        key = ON if settings.tempo == "step" else PAUSE
        offers = (
            Choice(key, said.say("bots", key.removeprefix(SEAT))),
            Choice(f"{OURS}/{seat}", said.say("bots", "ours")),
        )
        why, step = self._why(table, lang), said.say("bots", "step", who=who)
        steps = (Choice(STEP, step, detail=why),) if settings.tempo == "step" and presses else ()
        waits = said.first("asks", (f"wait.{found.kind}.{found.purpose}", f"wait.{found.kind}", "wait"), who=who)
        return Question(
            ply=asked.ply, kind="choose" if steps else "wait", who=asked.who, headline=sentence(waits),
            circumstance="" if steps else why, options=steps, offers=offers if presses else (),
            why=asked.why, card=asked.card, fight=asked.fight,
        )  # fmt: skip

    def _why(self, table: Table, lang: str) -> str:
        """Return why the program has given the last answer, "" if it was somebody else's."""
        told = next((line for line in reversed(table.lines) if line.by != POLICY and not line.ask.chance), None)
        if told is None or told.id not in self._whys:
            return ""
        from talisman_nb.bots.at_table import seen_by_all, why

        state, found, thought, seat = self._whys[told.id]
        return why(seen_by_all(state, found, seat), thought, lang)

    # --- what it would do ---

    def advice(self, table: Table, ply: object, lang: str, *, own: bool) -> dict[str, Any]:
        """Return what a player would answer in place of whoever is asked, by what the screen may show.

        `own`: its hidden cards may be named there. Without a `text` it still thinks.
        """
        found, state = table.ask, table.state
        reply: dict[str, Any] = {"type": ADVISE, "ply": ply}
        if ply != state.ply or found.chance or found.seat < 0 or found.kind in FOR_PEOPLE:
            return reply | {"text": load_phrases(lang).say("bots", "advice-none")}
        from talisman_nb.bots import View
        from talisman_nb.bots.at_table import why

        seen = View(
            seen_by(state, (found.seat,) if own else ()), view_ask(found, found.seat if own else EVERYONE), found.seat
        )
        hidden = any(read_key(option.key).verb == "nth" for option in seen.ask.options)
        thought = None if hidden else self._thinks(table, ADVISE).thought(seen, ADVISER)
        if thought is None and not hidden:
            return reply
        text = why(seen, thought, lang, advice=True) if thought else ""
        return reply | {"text": text or load_phrases(lang).say("bots", "advice-none")}


ADVISER = "planner"
"""The kind of player that is asked what it would do."""


def _with_why(moment: Moment | None, why: str) -> Moment | None:
    """The last moment with why the program has answered as it did."""
    if not why:
        return moment
    return replace(moment, detail=_joined(moment.detail, why)) if moment else Moment(why)


def _joined(*sentences: str) -> str:
    return " · ".join(filter(None, sentences))


def _is_seat(table: Table, seat: int) -> bool:
    return 0 <= seat < len(table.state.players)


def _head(table: Table) -> int:
    lines = table.lines
    return lines[-1].id if lines else 0


def play_for(table: Table, seat: int, kind: str) -> None:
    """Let the program play a seat from now on, "" a person."""
    kinds = [table.settings.bot(each) for each in range(len(table.state.players))]
    kinds[seat] = kind
    table.set(bots=tuple(kinds) if any(kinds) else ())
