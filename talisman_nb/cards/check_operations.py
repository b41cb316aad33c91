"""One check function per operation type, in the table `CHECKS`: names, variables and phrases that only it has.

`check_programs` calls it and passes the mutable `ProgramContext`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from talisman_nb.board.toml_reading import did_you_mean, wrong_at
from talisman_nb.model.bounds import LONGEST_MOVE
from talisman_nb.model.state import OF_A_CHOICE

from . import operations as o
from .check_terms import Terms, Variables, draw, picked_spaces
from .definition import Definition
from .engine_needs import CALLED_TOO, ENGINE_BEGINS
from .terms import Until
from .vocabulary import CARD, SPACE, ListName, SeatName, names

if TYPE_CHECKING:
    from .known_names import KnownNames


Span = tuple[int, int]
"""The first and the last result, both included."""


def repeated_results(rows: Iterable[Span]) -> Iterator[Span]:
    """The results that occur in more than one row.

    >>> list(repeated_results([(1, 3), (3, 10**12), (5, 6)]))
    [(3, 3), (5, 6)]
    """
    reach: int | None = None
    for low, high in sorted(rows):
        if reach is not None and low <= reach:
            yield low, min(high, reach)
        reach = high if reach is None else max(reach, high)


def missing(rows: Iterable[Span], low: int, high: int) -> Iterator[Span]:
    """The results from `low` to `high` that occur in no row.

    >>> list(missing([(1, 2), (5, 5)], 1, 10**12))
    [(3, 4), (6, 1000000000000)]
    """
    for first, last in sorted(rows):
        if low < first <= high:
            yield low, first - 1
        low = max(low, last + 1)
    if low <= high:
        yield low, high


def beyond(rows: Iterable[Span], low: int, high: int) -> Iterator[Span]:
    """The results in rows that lie outside `low` to `high`.

    >>> list(beyond([(0, 3), (5, 10**12)], 1, 6))
    [(0, 0), (7, 1000000000000)]
    """
    for first, last in sorted(rows):
        if first < low:
            yield first, min(last, low - 1)
        if last > high:
            yield max(first, high + 1), last


def format_spans(spans: Iterable[Span]) -> str:
    """Spans as a message lists them.

    >>> format_spans([(3, 3), (5, 9)])
    '3, 5 to 9'
    """
    return ", ".join(f"{low}" if low == high else f"{low} to {high}" for low, high in spans)


SEATS, LISTS = names(SeatName), names(ListName)


class ProgramContext:
    """Knowledge at the place of a program that is checked: names of the book, variables, rolls so far.

    `given` are the variables the program begins with, `used` the blocks of the definition used so far.
    """

    def __init__(self, known: KnownNames, definition: Definition, given: Iterable[str], used: set[str]) -> None:
        self.known, self.definition, self.used = known, definition, used
        self.variables = Variables(given)
        self.rolls: dict[str, range] = {}
        self.changed: dict[str, str] = {}  # variable to a note on the modifiers that change its roll
        self.most: dict[str, int] = {}  # the highest value of a roll, with abilities of other editions that add to it
        self.terms = Terms(known, self.variables)


def choose(check: ProgramContext, op: o.Choose, where: str) -> Iterator[str]:
    """Check that purpose and options have phrases, and that keys are unique."""
    if op.purpose != "choice":
        yield from _check_wording(check, "choose", op.purpose, f"{where}.purpose")
    keys = [option.key for option in op.options]
    for at, key in enumerate(keys):
        if key in keys[:at]:
            said = "{name} is there already; each option has a key of its own"
            yield wrong_at(f"{where}.options[{at}].key", "option-twice", said, name=repr(key))
        if key in OF_A_CHOICE:
            yield f"{where}.options[{at}].key: {key!r} is the answer of every choice, call it otherwise"
        if not op.options[at].name and not check.known.option(key, op.purpose):
            hint = did_you_mean(key, (word for word in check.known.texts.phrases("options") if "." not in word))
            expected = f"expected an option that has words, got {key!r}{hint}"
            yield f'{where}.options[{at}].key: {expected}; name = "…" beside the key gives it some'


def _check_wording(check: ProgramContext, kind: str, purpose: str, where: str) -> Iterator[str]:
    """A message if neither a phrase nor a layer says what is asked."""
    begin = f"{kind}."
    phrases = (word.removeprefix(begin) for word in check.known.texts.phrases("asks") if word.startswith(begin))
    yield from _with_words(check, "question", purpose, phrases, where, "one that has words")


def _with_words(
    check: ProgramContext, section: str, key: str, phrases: Iterable[str], where: str, what: str
) -> Iterator[str]:
    """A message if something has no words, and where a layer gives it some."""
    known = {*phrases, *check.known.words(section)}
    for line in check.terms.one_of(key, known, where, what):
        yield f'{line}; a layer gives it words in names/en.toml (or it, fr, pl): [{section}] {key} = "…"'


def each(check: ProgramContext, op: o.Each, where: str) -> Iterator[str]:
    """Check that a loop over seats uses the variable `other`; the loop variable counts as written."""
    if op.of in SEATS and op.as_ != "other":
        yield f'{where}.as: expected "other", by which operations mean a seat, got {op.as_!r}'
    check.variables.write(op.as_)


def table(check: ProgramContext, op: o.TableOp, where: str) -> Iterator[str]:
    """Check that every possible value has exactly one row."""
    rows = [(row.low, row.high) for row in op.rows]
    for at, (low, high) in enumerate(rows):
        if low > high:
            said = "expected a row that begins at or below its end, got {low} to {high}"
            yield wrong_at(f"{where}.rows[{at}]", "row-order", said, low=low, high=high)
    if twice := format_spans(repeated_results(rows)):
        yield wrong_at(f"{where}.rows", "rows-twice", "more than one row for {twice}", twice=twice)
    values, most = check.rolls.get(op.by), check.most.get(op.by, 0)
    low, high = (values[0], values[-1]) if values else (min(rows)[0], max(high for _, high in rows))
    if left := format_spans(missing(rows, low, high)):
        said, by = "no row for {left}, which {name} can be{changed}", check.changed.get(op.by, "")
        yield wrong_at(f"{where}.rows", "rows-missing", said, left=left, name=repr(op.by), changed=by)
    if values and (needless := format_spans(beyond(rows, low, most))):
        said = "a row for {needless}, which {name} cannot be"
        yield wrong_at(f"{where}.rows", "rows-needless", said, needless=needless, name=repr(op.by))


def check_call(check: ProgramContext, op: Any, where: str) -> Iterator[str]:
    """Check that the named program is one of the definition or of the turn."""
    name = op.program if isinstance(op, o.Call) else op.do
    yield from check.terms.one_of(name, {*check.definition.blocks, *check.known.programs}, where, "a program")
    of_turn = check.known.book.definitions.get(f"turn.{name}") if name not in check.definition.blocks else None
    if of_turn and of_turn.facts.role and not check.definition.key.startswith(("turn.", "space.")):
        yield (f"{where}: {name!r} is a part of the turn that would begin this anew; only the turn and spaces call it")
    elif of_turn and _begun_by_engine(name) and not check.definition.key.startswith("turn."):
        yield f"{where}: {name!r} is a part of the turn that only the game itself begins"
    check.used.add(name)
    if isinstance(op, o.PromiseOp):
        yield from check.terms.one_of(op.at, ("turn", "move"), f"{where}.at", "turn or move")


def _begun_by_engine(name: str) -> bool:
    return f"turn.{name}.do" in ENGINE_BEGINS and name not in CALLED_TOO


def _bodies(check: ProgramContext) -> list[str]:
    """The names of the definitions nested in this one: its effects, and the roles of raised or charmed cards."""
    inside = f"{check.definition.key}."
    return [key.removeprefix(inside) for key in check.known.book.definitions if key.startswith(inside)]


def begin(check: ProgramContext, op: o.Begin, where: str) -> Iterator[str]:
    """Check that the effect is one of this definition and that its subject and the number of its duration exist.

    `shows` is for cards of a deck, because the card lies on the space and shows the effect.
    """
    if op.shows and check.definition.key not in check.known.in_decks:
        yield f"{where}.shows: only a card of a deck can lie there and show it"
    yield from check.terms.one_of(op.what, _bodies(check), f"{where}.what", "an effect of this definition")
    on_card = {"card"} if op.with_ else set()
    known = {*SEATS, *on_card, "here", *check.known.spaces, *check.variables}
    yield from check.terms.one_of(
        op.on, known, f"{where}.on", "seats, here, a space or its variable, card and its name"
    )
    effect = check.known.book.definitions.get(f"{check.definition.key}.{op.what}")
    if op.whose and op.on in (*SEATS, "everyone", "card"):
        yield f"{where}.whose: only what lies on a space is somebody's there, and {op.on!r} is none"
    elif effect is not None and bool(op.whose) != bool(effect.facts.name):
        yield f"{where}.whose: what lies on a space for somebody has a name in [{effect.key}], and nothing else has one"
    if isinstance(op.until, Until):
        name, amount = op.until.only
        yield from check.terms.amount(amount, f"{where}.until.{name}")


def cards(check: ProgramContext, op: Any, where: str) -> Iterator[str]:
    """Check a reference to cards: this one, a variable, a list or a name."""
    yield from check.terms.holds(op.card, f"{where}.card", CARD)
    meant = {"this", "gold", *LISTS, *check.variables, *check.known.cards}
    yield from check.terms.one_of(op.card, meant, f"{where}.card", "this, a variable, a list or a card")


def place(check: ProgramContext, op: o.PlaceCard, where: str) -> Iterator[str]:
    """Check the card and the space it is placed on; of gold, where it comes from."""
    if op.card not in check.known.pieces:
        yield from cards(check, op, where)
    gold = op.card == "gold"
    meant = {"here", *check.known.spaces, *check.variables}
    yield from check.terms.one_of(op.on, meant, f"{where}.on", "a space, here or a variable")
    yield from check.terms.holds(op.on, f"{where}.on", SPACE)
    if gold and not op.from_:
        said = 'missing, expected from = "you" (all that the character has, or n) or from = "stock"'
        yield wrong_at(f"{where}.from", "gold-from", said)
    elif op.from_ == "stock" and op.n == "all":
        yield wrong_at(f"{where}.n", "gold-n", "missing, expected how much gold of the stock it is")
    elif not gold and (op.from_ or op.n != "all"):
        said = "only gold comes from somewhere, in some number; a card comes from where it lies"
        yield wrong_at(f"{where}.from", "only-gold", said)


def cover(check: ProgramContext, op: o.Cover, where: str) -> Iterator[str]:
    """Check the card that covers a space: one that is laid, or one that lies somewhere."""
    if bool(op.card) == bool(op.from_):
        said = 'expected the card that is laid, or from = "…" for one that lies there, and not both'
        yield wrong_at(f"{where}.card", "cover", said)
    elif op.card:
        meant = {*check.known.covering, *check.variables}
        yield from check.terms.one_of(op.card, meant, f"{where}.card", "a card that covers a space, or a variable")


def teleport(check: ProgramContext, op: o.Teleport, where: str) -> Iterator[str]:
    """Check that the target is a space or a variable holding one."""
    if op.to == "here":
        yield (
            f"{where}.to: 'here' is where one is already, so nobody would move; write a space, or pick one before: "
            '{ op = "pick", from = "spaces.region", into = "space" }, then to = "space"'
        )
        return
    yield from check.terms.one_of(
        op.to, {*check.known.spaces, *check.variables}, f"{where}.to", "a space or a variable"
    )
    yield from check.terms.holds(op.to, f"{where}.to", SPACE)


def take(check: ProgramContext, op: o.Take, where: str) -> Iterator[str]:
    """Check the card, and the role it is taken in."""
    yield from cards(check, op, where)
    if op.as_:
        yield from _becomes(check, op.as_, f"{where}.as")


def roll(check: ProgramContext, op: o.RollDice, where: str) -> Iterator[str]:
    """Check that the purpose of the roll has a phrase and the number of dice is in range."""
    phrases = check.known.texts.phrases("purposes")
    yield from _with_words(check, "roll", op.purpose, phrases, f"{where}.for", "what a roll is for")
    yield from check.terms.dice(op.dice, f"{where}.dice")


def set_(check: ProgramContext, op: o.Set, where: str) -> Iterator[str]:
    """Check that the value is an amount, another variable or "any" (a value that is not empty)."""
    if isinstance(op.to, str):
        yield from check.terms.one_of(op.to, {"any", *check.variables}, f"{where}.to", "an amount, a variable or any")
    else:
        yield from check.terms.amount(op.to, f"{where}.to")


def pick(check: ProgramContext, op: o.Pick, where: str) -> Iterator[str]:
    """Check that the question has a phrase."""
    if op.purpose != "pick":
        yield from _check_wording(check, "pick", op.purpose, f"{where}.purpose")
    yield from picked_spaces(check.terms, op, where)


def plan(check: ProgramContext, op: o.Plan, where: str) -> Iterator[str]:
    """Check that the steps of a move are within the board's table of ways."""
    steps = op.steps if isinstance(op.steps, int) else check.most.get(str(op.steps), 0)
    if steps > LONGEST_MOVE:
        yield (
            f"{where}.steps: expected at most {LONGEST_MOVE} steps, got up to "
            f"{steps}{check.changed.get(str(op.steps), '')}"
        )


def attack(check: ProgramContext, op: o.Attack, where: str) -> Iterator[str]:
    """Check that the foes are a variable, or creatures with a name and the stat they fight with."""
    if isinstance(op.foes, str):
        yield from check.variables.unwritten(op.foes, f"{where}.foes")
        yield from check.terms.holds(op.foes, f"{where}.foes", CARD)
        return
    for at, foe in enumerate(op.foes):
        if not foe.called and not check.known.has_name("card", foe.name):
            hint = did_you_mean(foe.name, check.known.texts.named("creature", "card"))
            yield (
                f"{where}.foes[{at}].name: expected a creature with a name in the catalogues, got {foe.name!r}{hint}"
            )
        stat = "craft" if op.by == "psychic" else "strength"
        if not getattr(foe, stat):
            yield wrong_at(f"{where}.foes[{at}].{stat}", "foe-lacks", "missing, a creature attacks with it")
        yield from check.terms.amount(foe.strength, f"{where}.foes[{at}].strength")
        yield from check.terms.amount(foe.craft, f"{where}.foes[{at}].craft")


def foe_out(check: ProgramContext, op: o.FoeOut, where: str) -> Iterator[str]:
    """Check the role of a foe that is taken along."""
    if op.how == "taken":
        yield from _becomes(check, op.as_, f"{where}.as")


def _becomes(check: ProgramContext, as_: str, where: str) -> Iterator[str]:
    yield from check.terms.one_of(as_, _bodies(check), where, "what a card is while it is held")


CHECKS: dict[type, Callable[[ProgramContext, Any, str], Iterator[str]]] = {
    o.Each: each,
    o.TableOp: table,
    o.Call: check_call,
    o.PromiseOp: check_call,
    o.Begin: begin,
    o.Discard: cards,
    o.Drop: cards,
    o.Take: take,
    o.Token: cards,
    o.PlaceCard: place,
    o.Cover: cover,
    o.Teleport: teleport,
    o.Draw: lambda check, op, where: draw(check.known, op, where),
    o.Attack: attack,
    o.Plan: plan,
    o.Pick: pick,
    o.Choose: choose,
    o.Set: set_,
    o.RollDice: roll,
    o.FoeOut: foe_out,
}
"""Maps operations to their own check, besides that of the common fields and of what the types of fields name."""
