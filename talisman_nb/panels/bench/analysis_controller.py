"""Controller of an analysis: takes messages, keeps the tree of what was tried, and makes the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.analysis import Analysis, editions, outcomes, what_if
from talisman_nb.analysis.changes import apply_change
from talisman_nb.analysis.from_table import NoMomentError
from talisman_nb.analysis.replies import carry_over, told_answer
from talisman_nb.analysis.tree import USUAL
from talisman_nb.drawing.pawns import overlay
from talisman_nb.engine import NotAllowedError
from talisman_nb.engine.view import seen_by
from talisman_nb.model import UserError
from talisman_nb.model.situation import SituationError
from talisman_nb.notation.name_lookup import cut
from talisman_nb.notation.text_play import by_character
from talisman_nb.panels.bench import (
    AnalysisScreen,
    Answered,
    ClassPage,
    FrozenRuling,
    Possible,
    Proposal,
    RulingFound,
    TreeBranch,
)
from talisman_nb.panels.lesson.lesson_maker import LessonMaker
from talisman_nb.panels.sync.message import unclear
from talisman_nb.panels.table.beside_question import with_parts
from talisman_nb.rules.book import Book, book_of
from talisman_nb.rulings.answer_questions import AnswerError
from talisman_nb.rulings.answer_questions import answer as answered
from talisman_nb.rulings.case_types import Case
from talisman_nb.rulings.cases import cases_of, most_asked
from talisman_nb.rulings.own_rulings import file_text, freeze_ruling, own_rulings, ruling_in_words, save_ruling
from talisman_nb.rulings.search import asked_where, find_answers
from talisman_nb.table.house_files import keep_in_house
from talisman_nb.text.errors import describe_error, describe_refusal
from talisman_nb.text.events import tell_all
from talisman_nb.text.grammar import Noun
from talisman_nb.text.names import edition_name
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.contents import sheets, trophy_price
from talisman_nb.text.wording import Wording, wording_of

from .chance_charts import charts
from .compared_shown import answer_shown, editions_shown, what_if_shown, why_shown
from .laid_by_hand import by_hand, definition, proposals, put, space_of

CHARACTER_AND_CARD = 2
"""Words of a text that is meant as a character and a card."""
MOST_RULINGS, MOST_DISPUTES = 12, 10
"""Rulings that are shown of those found; of those asked most, on an empty bench."""
ANSWERING = ("text", "link", "change", "lay", "put", "what-if", "ask", "editions", "ruling")
"""Types of messages whose refusal takes away what was answered before, as if that were their answer."""


class AnalysisMessage(Struct, frozen=True):
    """One press; the table `MESSAGES` lists the types and the fields that each takes."""

    type: str
    value: str = ""
    n: int = 0
    insist: bool = False
    decision: str = ""
    keep: bool = False


class AnalysisController:
    """An analysis as a panel drives it: `handle` takes a message and returns what is shown then.

    A refused message changes nothing but `refused`. What the hand changes is a change of the text, of which all that
    was tried is tried again; a typed text is laid out and begins a new tree.

    >>> panel = AnalysisController("dwarf crags | thief city", "en")
    >>> panel.handle({"type": "change", "value": "dwarf, has + axe"}).text
    'dwarf crags, has axe | thief city'
    >>> panel.handle({"type": "answer", "value": "3"}).question.headline
    'The Dwarf, 3 steps: which way?'
    >>> panel.handle({"type": "propose", "value": "elf"}).proposals[0]
    Proposal(kind='character', key='elf', label='Elf')
    """

    def __init__(self, text: str, lang: str = "en") -> None:
        """Lay out a situation; raises `SituationError`."""
        self.analysis = Analysis.of(text, lang)
        self._unfolded = False
        self._proposals: tuple[Proposal, ...] = ()
        self._compared: tuple[Answered, ...] = ()
        self._compared_type = ""
        self._rulings: tuple[RulingFound, ...] = ()
        self._ruling: Answered | None = None
        self._frozen: FrozenRuling | None = None
        self._kept = ""
        self._class: ClassPage | None = None
        self._left_out = 0
        self._aim = ""
        self._charted = False

    def handle(self, message: object) -> AnalysisScreen:
        """Do what a message says. Raises `NotAllowedError` "table.message" for one that no panel sends."""
        try:
            read = msgspec.convert(message, AnalysisMessage)
            act = MESSAGES[read.type]
        except (msgspec.ValidationError, KeyError) as wrong:
            raise unclear(str(wrong)) from None
        before, self._proposals, self._kept, self._class, self._left_out = self.analysis, (), "", None, 0
        try:
            act(self, read)
            if self.analysis is not before:
                self._compared, self._rulings, self._frozen = (), (), None
            if self.analysis.nodes[0] is not before.nodes[0] and read.type != "ruling":
                self._ruling = None
        except UserError as wrong:
            return self._refused(read, describe_error(wrong, self._lang))
        except NotAllowedError as wrong:
            return self._refused(read, describe_refusal(wrong, *self._asked()))
        return self.screen()

    def _refused(self, message: AnalysisMessage, why: str) -> AnalysisScreen:
        if message.type in ANSWERING:
            self._compared, self._rulings, self._ruling = (), (), None
        return self.screen(message, why)

    def screen(self, asked: AnalysisMessage | None = None, refused: str = "") -> AnalysisScreen:
        """Return what is shown; the message `asked` was refused, with the reason."""
        found = self.analysis
        lang, first = found.node.situation.lang, found.nodes[0].state
        spaces = book_of(found.state.book).board.spaces
        state = seen_by(by_character(found.state, lang, first), tuple(range(len(first.players))))
        hand = by_hand(first, self._aim, lang)
        return AnalysisScreen(
            lang=lang,
            text=found.text,
            link=found.link,
            edition=edition_name(book_of(found.state.book), lang),
            insisted=found.insisted,
            told=_node_lines(found, found.node.at),
            left_out=load_phrases(lang).say("analysis", "left-out", n=self._left_out) if self._left_out else "",
            question=with_parts(question(state, found.ask, lang), state, found.ask, lang),
            tree=tuple(_branches(found)),
            outcomes=tuple(_possible(found)) if self._unfolded else (),
            unfolded=self._unfolded,
            proposals=self._proposals,
            back=found.depth > 0,
            forth=found.depth + 1 < len(found.line),
            why=tuple(why_shown(found)),
            compared=self._compared,
            compared_type=self._compared_type,
            rulings=self._rulings,
            asked_most=tuple(self._asked_most()),
            ruling=self._ruling,
            frozen=self._frozen,
            kept=self._kept,
            asked_class=self._class,
            charts=charts(found.state, lang, space_of(hand.aim)) if self._charted else (),
            charted=self._charted,
            hand=hand,
            typed=asked.value if asked else "",
            refused=refused,
            refused_type=asked.type if asked else "",
            sheets=sheets(state, lang, -1),
            overlay=overlay(state, lang, cards=False),
            lies={space: cards for space, cards in zip(spaces, state.spaces, strict=True) if cards},
            trophy_price=trophy_price(state),
        )

    # --- messages ---

    def _text(self, message: AnalysisMessage) -> None:
        self.analysis = Analysis.of(message.value, self._lang, insist=message.insist)

    def _link(self, message: AnalysisMessage) -> None:
        self.analysis = Analysis.of_link(message.value, self._lang)

    def _change(self, message: AnalysisMessage) -> None:
        """Change the situation at the root, and give the answers again that fit."""
        new = apply_change(self.analysis.text, message.value)
        laid = Analysis.of(new.text, self._lang, insist=message.insist)
        self.analysis, self._left_out = carry_over(self.analysis, laid, new.orders)

    def _aim_at(self, message: AnalysisMessage) -> None:
        """Aim at a character or a space, or at nothing if it is aimed at already; who is aimed at goes to a space."""
        if self._aim.startswith("character.") and message.value.startswith("space."):
            return self._put(message)
        self._aim = "" if message.value == self._aim else message.value
        return None

    def _put(self, message: AnalysisMessage) -> None:
        """Put a character, a space or a card where the aim is, by its key or name; raises `SituationError`."""
        book, root = book_of(self.analysis.state.book), self.analysis.nodes[0].state
        key = message.value
        if not book.find(key):
            key = next((definition(each.kind, each.key) for each in proposals(book, key, self._lang)), "")
        if not key:
            raise SituationError(
                "nothing-called", 'no card, character or space is called "{name}"', name=cut(message.value)
            )
        aim = by_hand(root, self._aim, self._lang).aim
        if change := put(root, aim, key):
            self._change(replace(message, value=change))
        if key.startswith("character.") or not change:
            self._aim = key

    def _language(self, message: AnalysisMessage) -> None:
        self.analysis = Analysis.of(self.analysis.text, message.value)

    def _answer(self, message: AnalysisMessage) -> None:
        self.analysis = self.analysis.answer(message.value)

    def _outcome(self, message: AnalysisMessage) -> None:
        """Go to an outcome by its number among those unfolded."""
        rows = outcomes(self.analysis).rows
        if not 0 <= message.n < len(rows):
            text = "there is no outcome {n}: expected a number from 0 to {most}"
            raise NoMomentError("no-outcome", text, n=message.n, most=len(rows) - 1)
        self.analysis = self.analysis.answer(*rows[message.n].keys)

    def _step(self, message: AnalysisMessage) -> None:
        self.analysis = self.analysis.step()

    def _back(self, message: AnalysisMessage) -> None:
        self.analysis = self.analysis.back()

    def _forth(self, message: AnalysisMessage) -> None:
        self.analysis = self.analysis.forth()

    def _go(self, message: AnalysisMessage) -> None:
        self.analysis = self.analysis.go(message.n)

    def _unfold(self, message: AnalysisMessage) -> None:
        self._unfolded = not self._unfolded

    def _likely(self, message: AnalysisMessage) -> None:
        self._charted = not self._charted

    def _propose(self, message: AnalysisMessage) -> None:
        self._proposals = tuple(proposals(book_of(self.analysis.state.book), message.value, self._lang))

    def _what_if(self, message: AnalysisMessage) -> None:
        found = what_if(self.analysis, message.value, insist=message.insist)
        title = load_phrases(self._lang).say("panel", "what-if")
        self._compared = (what_if_shown(found, f"{title} {message.value}", self._lang),)
        self._compared_type = message.type

    def _ask(self, message: AnalysisMessage) -> None:
        """Show what is answered about the characters and cards of a question, and the rulings and rules that answer it.

        Where nothing answers it that is said, with what is near. Raises `AnswerError` for a word or two that nobody
        knows, and where a name was nearly right; what was answered before is gone then.
        """
        book, lang = book_of(self.analysis.state.book), self._lang
        self._compared, self._rulings, self._ruling, self._compared_type = (), (), None, message.type
        found = find_answers(message.value, book, own_rulings()[0], lang)
        words = len(message.value.split())
        cards: tuple[Answered, ...] = ()
        try:
            card = answered(message.value, lang, book.edition)
            cards = tuple(answer_shown(one) for one in (card, *card.more))
        except AnswerError as wrong:
            if words <= CHARACTER_AND_CARD and (wrong.fields.get("near") or not found.hits):
                raise
        if found.sure or not cards:
            if lines := tuple(found.lines(book, lang, rulings=False)):
                cards = (*cards, Answered(message.value.strip(), lines))
            self._rulings = tuple(_ruling_found(case, book, lang) for case in found.cases[:MOST_RULINGS])
        self._compared = cards

    def _asked_most(self) -> Iterator[RulingFound]:
        """Yield the disputes that an empty bench begins with: nothing else is laid out, tried or asked."""
        found, answered = self.analysis, self._compared or self._rulings or self._ruling
        if found.text == USUAL and len(found.nodes) == 1 and not answered:
            book = book_of(found.state.book)
            yield from (_ruling_found(case, book, self._lang) for case in most_asked(book, MOST_DISPUTES))

    def _open_ruling(self, message: AnalysisMessage) -> None:
        """Lay the situation of a ruling out, and show the ruling above it for as long as that is looked into."""
        book, lang = book_of(self.analysis.state.book), self._lang
        case = {**cases_of(book), **own_rulings()[0]}.get(message.value)
        if case is None:
            raise unclear(f"no ruling {message.value!r}")
        found = _ruling_found(case, book, lang)
        self.analysis = Analysis.of(found.text, lang) if found.text else self.analysis
        texts = rule_texts(book_of(self.analysis.state.book), lang)
        self._ruling = Answered(found.asks, (found.decides, *(f"{texts[id]} [{id}]" for id in case.rules)))

    def _freeze(self, message: AnalysisMessage) -> None:
        """Make a ruling of what was played, or of words on an empty bench, and save it if it is to be kept.

        Raises `SituationError` without a question, `RulingFileError` for one without letters, and for a ruling that is
        there already.
        """
        if not message.value.strip():
            raise SituationError("no-question", "write the question first")
        asked, decided, found = message.value.strip(), message.decision.strip(), self.analysis
        if decided and found.text == USUAL:
            case = ruling_in_words(asked, decided, book_of(found.state.book).rules_of, self._lang)
        else:
            case = freeze_ruling(found.node.situation, asked, decided)
        self._frozen = FrozenRuling(file_text(case), str(save_ruling(case)) if message.keep else "")

    def _keep(self, message: AnalysisMessage) -> None:
        """Keep the choice of a number among those of the answer card, as a house rule under a name.

        Raises `HouseFileError` for a name none may have, and for a file of that name with a mistake.
        """
        choices = [choice for card in self._compared for choice in card.keep]
        if not 0 <= message.n < len(choices):
            raise unclear(f"no choice {message.n} of {len(choices)}")
        kept, name = choices[message.n], message.value.strip()
        path = keep_in_house(name, kept.edition, kept.figure, kept.value, self._lang)
        self._kept = load_phrases(self._lang).say("house_files", "kept", name=name, text=kept.label, path=path)

    def _ask_class(self, message: AnalysisMessage) -> None:
        """Make a page of the position for a class, and save it in a lesson of the reader's own.

        Raises `LessonError` if its file can't be read or written.
        """
        maker = LessonMaker(message.decision, self._lang)
        maker.ask(self.analysis.text, message.value)
        self._class = ClassPage(maker.key, maker.page + 1, str(maker.save()))

    def _editions(self, message: AnalysisMessage) -> None:
        title = load_phrases(self._lang).say("panel", "in-editions")
        self._compared, self._compared_type = (editions_shown(editions(self.analysis), title),), message.type

    def _asked(self) -> tuple[Wording, Noun]:
        """Return the wording of the question, and what whoever is asked is called."""
        state = by_character(self.analysis.state, self._lang, self.analysis.nodes[0].state)
        wording = wording_of(state, self._lang)
        return wording, wording.who(self.analysis.ask.seat)

    @property
    def _lang(self) -> str:
        return self.analysis.node.situation.lang


MESSAGES: Mapping[str, Callable[[AnalysisController, AnalysisMessage], None]] = {
    "text": AnalysisController._text,  # value: a situation; insist
    "link": AnalysisController._link,  # value: an address with a situation
    "change": AnalysisController._change,  # value: as `changes.changed` reads it; insist
    "aim": AnalysisController._aim_at,  # value: the definition of a character or a space
    "put": AnalysisController._put,  # value: a definition or a name; insist
    "lay": AnalysisController._change,  # value: a change that `LaidByHand` offers; insist
    "lang": AnalysisController._language,  # value: en, it, fr, pl
    "answer": AnalysisController._answer,  # value: a key, a name, or an order; `1: cast:hex` for an aside
    "outcome": AnalysisController._outcome,  # n: of the outcomes
    "step": AnalysisController._step,
    "back": AnalysisController._back,
    "forth": AnalysisController._forth,
    "go": AnalysisController._go,  # n: of the node
    "unfold": AnalysisController._unfold,  # the outcomes, or fold them again
    "likely": AnalysisController._likely,  # show the charts of chances, or hide them again
    "what-if": AnalysisController._what_if,  # value: as `changes.changed` reads it; insist
    "editions": AnalysisController._editions,
    "ask": AnalysisController._ask,  # value: "monk lance", or words of a ruling
    "ruling": AnalysisController._open_ruling,  # value: its id
    "freeze": AnalysisController._freeze,  # value: the question it answers; decision; keep: save it
    "class": AnalysisController._ask_class,  # value: the question, "" for the game's; decision: the name of the lesson
    "keep": AnalysisController._keep,  # n: of the choices of the answer card; value: the name of the house rules
    "propose": AnalysisController._propose,  # value: what was typed of a name, in any language
}
"""Maps each type of message to what it does, with the fields that it takes."""


def _node_lines(found: Analysis, at: int) -> tuple[str, ...]:
    node, lang = found.nodes[at], found.node.situation.lang
    return tuple(filter(None, tell_all(by_character(node.state, lang, found.nodes[0].state), node.events, lang)))


def _ruling_found(case: Case, book: Book, lang: str) -> RulingFound:
    edition = book.rules_of if book.rules_of in case.holds_in else ""
    return RulingFound(case.id, asked_where(case, book, lang), case.decides(lang, edition), case.played_text(edition))


def _branches(found: Analysis, at: int = 0, depth: int = 0) -> Iterator[TreeBranch]:
    """Yield a node and all behind it."""
    below = found.branches(at)
    node = found.nodes[at]
    yield TreeBranch(
        at, node.parent, depth, told_answer(found, at), _node_lines(found, at), at == found.node.at, not below
    )
    for each in below:
        yield from _branches(found, each.at, depth + 1)


def _possible(found: Analysis) -> Iterator[Possible]:
    for row in outcomes(found).rows:
        chance = str(row.chance) if row.chance is not None else ""
        yield Possible(row.keys, row.label, chance, row.worth or "", row.lines)
