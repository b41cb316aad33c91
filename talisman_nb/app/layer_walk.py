"""Every block of a layer's definitions is played once in each branch: which of its steps are told and change nothing.

Each is begun on its own in a few situations, rich and poor, alone and in company, and answered in every way up to a
bound: the cheap part of what `tests/test_walk.py` does for the program's own layers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.cards.definition import PARTS, Definition
from talisman_nb.cards.modifiers import Action, On
from talisman_nb.cards.vocabulary import ENEMIES, OBJECTS, Alignment, names
from talisman_nb.engine import NotAllowedError, ask, step
from talisman_nb.engine.active_modifiers import holds
from talisman_nb.engine.book_runtime import WAIT, runtime_of
from talisman_nb.engine.lists import options_of
from talisman_nb.engine.ops.flow import value_of_key
from talisman_nb.engine.stepping import run_to_ask
from talisman_nb.engine.working_state import Asked, WorkingState
from talisman_nb.model import UNSEEN, Answer, Frame, State
from talisman_nb.model.situation import Position, Seat, SituationError
from talisman_nb.notation.layout import laid_out
from talisman_nb.rules.book import Book, operations_of
from talisman_nb.rules.programs import modifiers
from talisman_nb.table.told_moves import undone

SHOWS: Final = (
    o.Gain, o.Lose, o.Pay, o.Teleport, o.PlaceCard, o.Take, o.Drop, o.Discard, o.Get, o.Align, o.Miss, o.Extra, o.Begin,
    o.Become, o.PromiseOp, o.Attack, o.Draw, o.GainSpell, o.TurnBack, o.Heal, o.Out, o.Win,
)  # fmt: skip
"""Operations that are told, so that something must come of them in some situation."""
ANSWERS: Final = 60
"""Answers to a block in one situation."""
CHOICES: Final = 8
"""Answers to one question, so that a deck of a hundred cards does not use up the others."""
TURN: Final = "turn.turn.do"
GOODS: Final = ("object", "magic object", "follower")
AT_ONCE: Final = ("turn_begins", "landed", "visited", "crossed_river", "last_spell_cast", "no_spells")
"""Events after which a trigger needs nothing else to be going on."""
CARRIED: Final = OBJECTS | {"follower"}
LIES: Final = CARRIED | ENEMIES | {"stranger", "place"}
"""Types of cards that may lie on a space."""

ALIGNMENTS: Final = names(Alignment)

Steps = dict[tuple[str, int], bool]
"""The steps that were run, by program and place, and whether anything ever came of each."""


def idle_steps(book: Book, keys: Iterable[str]) -> Iterator[str]:
    """A line for each step of some definitions that was run and never changed or told anything, or told what was not.

    >>> from talisman_nb.rules.book import open_book
    >>> list(idle_steps(open_book(), ["mephistopheles", "space.tavern"]))
    []
    """
    for definition in map(book.card, keys):
        with _noting(book, definition) as (steps, wrong):
            for program, mod in _starting_programs(book, definition):
                for state in _situations(book, definition, program, mod):
                    wrong |= dict.fromkeys(_walk(state))
        for (program, at), done in steps.items():
            if not done:
                name = program.rpartition(".")[2]
                op = book.programs[program].code[at][0]
                yield f"{definition.at(name)}: {op!r} is told, and nothing came of it in any situation that was tried"
        yield from (f"{definition.file}: [{definition.table or definition.key}]: {line}" for line in wrong)


@contextmanager
def _noting(book: Book, definition: Definition) -> Iterator[tuple[Steps, dict[str, None]]]:
    """Note what the steps of a definition do while they are run."""
    steps: Steps = {}
    programs = runtime_of(book).programs
    mine = {key: programs[key] for key in programs if key.rpartition(".")[0] == definition.key}
    before = {key: program.code for key, program in mine.items()}
    for key, program in mine.items():
        program.code = tuple(
            (_record_steps(steps, (key, at), run), op, *rest) if run and isinstance(op, SHOWS) else (run, op, *rest)
            for at, (run, op, *rest) in enumerate(program.code)
        )
    try:
        yield steps, {}
    finally:
        for key, program in mine.items():
            program.code = before[key]


def _record_steps(steps: Steps, place: tuple[str, int], run: Any) -> Any:
    def note(g: Any, op: Any, to: Any) -> Any:
        before = _all_of(g)
        result = run(g, op, to)
        steps[place] = steps.get(place, False) or result == WAIT or _all_of(g) != before
        return result

    return note


def _all_of(g: Any) -> tuple[Any, ...]:
    """Everything of a working state that a step may change."""
    return (
        tuple(g.players), g.spaces, g.gold, g.decks, g.stocks, g.effects, g.box, g.fight, g.winner, len(g.events),
        len(g.pending_frames), g.pending_stop,
    )  # fmt: skip


def _starting_programs(book: Book, definition: Definition) -> Iterator[tuple[str, Action | On | None]]:
    """The programs that begin by themselves and know all they need: parts, and what modifiers begin, with these."""
    begun: dict[str, Action | On | None] = dict.fromkeys(name for name in PARTS if name in definition.blocks)
    for name, mod in modifiers(definition):
        if isinstance(mod, Action) or (isinstance(mod, On) and mod.event in AT_ONCE):
            begun[mod.do if isinstance(mod.do, str) else name] = mod
    for name, mod in begun.items():
        if definition.key not in book.given and f"{definition.key}.{name}" in book.programs:
            yield f"{definition.key}.{name}", mod


def _situations(book: Book, definition: Definition, program: str, mod: Action | On | None) -> Iterator[State]:
    """The states at the first question of a program: of who has much and of who has little, of every alignment."""
    for at, alignment in enumerate((*ALIGNMENTS, ALIGNMENTS[0]) if book.characters else ()):
        try:
            laid = _where_it_may(book, definition, mod, _set_up(book, definition, alignment, rich=at < len(ALIGNMENTS)))
        except SituationError:  # a board or box in which nobody can stand like that
            continue
        if laid is None:
            continue
        for other, given in _aims(book, definition, program, laid):
            slots = tuple(given.get(name) for name in book.programs[program].slots)
            frame = Frame(program, 0, 0, other, definition.key, "", laid.players[0].born, slots)
            close = replace(laid.stack[0], pc=book.programs[TURN].jump_labels["close"])
            yield run_to_ask(book, replace(laid, stack=(close, frame), moment="meeting"))[0]


def _where_it_may(book: Book, definition: Definition, mod: Action | On | None, laid: State) -> State | None:
    """The state with the first seat on a space where what a modifier begins may be begun; None if there is none."""
    if mod is None:
        return laid
    me = laid.players[0]
    for space in (me.space, *book.board.spaces):
        state = replace(laid, players=(replace(me, space=space), *laid.players[1:]))
        g = WorkingState(book, state)
        needs = getattr(mod, "needs", "")
        if holds(g, mod.when, Asked(0, definition.key, 1)) and (not needs or options_of(g, needs, Frame("", you=0))):
            return state
    return None


def _aims(book: Book, definition: Definition, program: str, laid: State) -> list[tuple[int, dict[str, Any]]]:
    """Whom a program is about besides its own seat, with the variables that say what a Spell is aimed at."""
    if not (program.endswith(".cast") and definition.facts.target):
        return [(1 if len(laid.players) > 1 else -1, {})]
    found = options_of(WorkingState(book, laid), definition.facts.target, Frame("", you=0))
    aims = {option.space or option.seat: option for option in reversed(found) if not option.closed}
    return [(max(each.seat, -1), {"target": value_of_key(each.key)}) for each in [*aims.values()][:CHOICES]]


def _set_up(book: Book, definition: Definition, alignment: str, rich: bool) -> State:
    """Somebody with a card on its space or in its hands, one beside, one elsewhere; creatures lie here and there."""
    key, facts, spaces = definition.key, definition.facts, list(book.board.spaces)
    name = key.removeprefix("character.") if key.startswith("character.") else ""
    hero, *others = [name, *(c for c in book.characters if c != name)][not name :]
    start = book.card(f"character.{hero}").facts.start
    here = key.removeprefix("space.") if key.startswith("space.") else start if rich else spaces[0]
    carried = facts.type in CARRIED and not (facts.have_only and alignment not in facts.have_only)
    held = (key,) if carried and alignment not in facts.have_not else ()
    goods = _cards(book, GOODS, key)
    figures: dict[str, Any] = {"life": 2, "fate": 0, "alignment": alignment, "goods": held}
    figures |= {"gold": 6, "strength": 2, "craft": 2, "goods": (*held, *goods)} if rich else {"gold": 0}
    here = here if here in book.board.index else spaces[0]
    there = next((space for space in spaces[5:] if space != here), here)
    enemies = _cards(book, tuple(sorted(ENEMIES)), key)
    lies = key in book.deck_of and not held and facts.type != "spell"
    asked = tuple([card for card in _cards_asked_for(book, definition) if card not in (*goods, *enemies[:3], key)])
    lying = {here: ((key,) if lies else enemies[2:3]), there: (*enemies[:2], *asked)}
    spell = (key,) if facts.type == "spell" else ()
    other = {"gold": 2, "life": 2, "craft": 3, "spells": (UNSEEN,)}
    beside = [Seat(name, here, {**other, "goods": () if rich else goods}) for name in others[:1]]
    far = [Seat(name, there, other) for name in others[1:2]]
    seats = (Seat(hero, here, figures), *beside, *far)
    position = Position(seats, book.edition, house=dict(book.house), lying=lying, discards=spell)
    said = ("has", "gold", "goods", "spells", "craft", "life", "fate", "alignment")
    clauses = {f"{at}.{what}" for at in range(len(seats)) for what in said} | {f"on.{space}" for space in spaces}
    return laid_out(position.insisting(frozenset(clauses)))


def _cards(book: Book, types: tuple[str, ...], besides: str) -> tuple[str, ...]:
    """A card of each of some types that anybody may have."""
    found: dict[str, str] = {}
    for card in (card for deck in book.decks for card in book.deck_cards[deck]):
        facts = book.card(card).facts
        plain = not (facts.have_only or facts.have_not or facts.gone_after or facts.take == "must")
        if facts.type in types and plain and facts.copies and card != besides:
            found.setdefault(str(facts.type), card)
    return tuple(found.values())


def _cards_asked_for(book: Book, definition: Definition) -> Iterator[str]:
    """A card of each type and with each keyword that the steps of a definition ask cards for (`card_is`)."""
    found = (getattr(op, "when", None) for op in operations_of(definition))
    for word in dict.fromkeys(word for when in found if when and when.card_is for word in when.card_is[1:]):
        cards = (card for deck in book.decks for card in book.deck_cards[deck] if book.card(card).facts.copies)
        facts = ((card, book.card(card).facts) for card in cards)
        lying = ((card, each) for card, each in facts if each.type in LIES)
        yield from [card for card, each in lying if word == each.type or word in each.keywords][:1]


def _walk(start: State) -> Iterator[str]:
    """Answer in every way, nearest first; yield what a sentence names and the states don't show."""
    frontier, seen = [start], {replace(start, ply=0)}
    for _ in range(ANSWERS):
        if not frontier:
            return
        state = frontier.pop(0)
        found = ask(state)
        if found.kind == "over" or len(state.stack) < 2:
            continue
        for key in [key for key in found.open() if key not in ("own", "empty")][:CHOICES]:
            try:
                after, events = step(state, Answer(state.ply, key))
            except NotAllowedError:  # wants more than its key: a name, changes
                continue
            for move in undone(state, after, events):
                yield f"{move.what or move.kind} is told to change by {move.n}, and does not"
            if replace(after, ply=0) not in seen:
                seen.add(replace(after, ply=0))
                frontier.append(after)
