"""The tree of a definition: its facts, programs and modifiers as nodes, read once for every view.

What a reader need not know is left out here: bookkeeping operations, switches of the edition, a pick whose result the
next operation names.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial, singledispatchmethod
from typing import Any, NamedTuple

from msgspec.structs import replace

from talisman_nb.cards import modifiers as m
from talisman_nb.cards import operations as o
from talisman_nb.cards.definition import Definition
from talisman_nb.cards.own_card import definition_of
from talisman_nb.cards.terms import AmountOf, ConditionTable
from talisman_nb.cards.vocabulary import COVERING, ENEMIES
from talisman_nb.model import OwnCard
from talisman_nb.rules.book import Book, operations_in
from talisman_nb.text.grammar import BARE, Noun
from talisman_nb.text.wording import NOBODY, Wording

from .condition_words import adverb, clause, condition, kinds_of, switched_off, whoever, worth_telling
from .facts import fact, facts_of, summary
from .modifier_words import doer, modifier
from .nodes import (
    PART,
    Branch,
    ChoiceNode,
    Condition,
    Context,
    Node,
    Nodes,
    Step,
    Subject,
    SummaryNode,
    TableNode,
    Tree,
    node_text,
    nothing,
    one_line,
    span,
)
from .operation_words import counts, duration, operation, say, subject, target_variables


class Service(NamedTuple):
    """Where a space asks for a card: in which of its blocks, and what it does then."""

    space: str
    block: str
    op: o.If


def entry_spaces(ctx: Context) -> Iterator[str]:
    """The spaces one may enter only with the card."""
    own_name = ctx.definition.key.rpartition("/")[2]
    yield from (space for space, found in _spaces(ctx.book) if found.facts.needs == own_name)


def owner_services(ctx: Context) -> tuple[Service, ...]:
    """Return the services that spaces offer to the card's owner."""
    return _services(ctx.book).get(ctx.definition.key.rpartition("/")[2], ())


@cache
def _services(book: Book) -> dict[str, tuple[Service, ...]]:
    """By the name of a card what spaces do for its owner."""
    found: dict[str, tuple[Service, ...]] = {}
    for space, definition in _spaces(book):
        for name, ops in definition.blocks.items():
            for op in [each for each in operations_in(ops) if isinstance(each, o.If)]:
                for card in _cards_needed(op):
                    found[card] = (*found.get(card, ()), Service(space, name, op))
    return found


def _cards_needed(op: o.If) -> tuple[str, ...]:
    """The cards one of which must be had for what an operation does."""
    found = (*(op.when.has_any or ()), *((op.when.has,) if op.when.has else ()))
    return found if len(op.when) == 1 else ()


@cache
def _spaces(book: Book) -> tuple[tuple[str, Definition], ...]:
    """One space of each name, with what it does."""
    kinds = {book.board.kind(space): space for space in reversed(tuple(book.board.spaces))}
    found = [(space, book.find(f"space.{space}")) for space in reversed(tuple(kinds.values()))]
    return tuple((space, definition) for space, definition in found if definition is not None)


PARTS = ("drawn", "met", "visited", "lost", "crossing", "cast", "taken", "setup", "begun", "ended")
"""The parts of a definition in the order they are told."""
UNNAMED = ("met", "visited", "cast")
"""Parts that need no word saying when."""
LABEL_SAYS_ALL = ("lose-life", "pay")
"""Options whose label tells everything."""
ROLL = "roll"
"""The option whose label would only repeat what it does."""
DEEPEST = 6
"""How deep blocks within blocks are told."""


def tree_of(book: Book, key: str, lang: str) -> Tree:
    """The tree of the definition with that key. Raises `CardError` for an unknown key.

    >>> from talisman_nb.rules.book import open_book
    >>> [type(node).__name__ for node in tree_of(open_book(), "sorcerer", "en").nodes]
    ['Fact', 'ChoiceNode']
    """
    found = book.card(key)
    ctx = Context(book, found, Wording(lang, book=book))
    return Tree(ctx.wording, (*facts_of(ctx), *_parts(ctx), *_holding(ctx), *_roles(ctx), *_elsewhere(ctx)))


def tree_of_own(book: Book, card: OwnCard, lang: str) -> Tree:
    """The tree of a card that is in no list: what was entered of it.

    >>> from talisman_nb.rules.book import open_book
    >>> found = tree_of_own(open_book(), OwnCard("own/Sling", "object", strength=1, weapon=True), "en")
    >>> [type(node).__name__ for node in found.nodes]
    ['Step']
    """
    ctx = Context(book, definition_of(card, book.table), Wording(lang, book=book))
    return Tree(ctx.wording, (*facts_of(ctx), *Builder(ctx).modifiers(ctx.definition.held)))


def tree_of_modifiers(book: Book, key: str, modifiers: tuple[m.Modifier, ...], lang: str) -> Tree:
    """The tree of some modifiers of a definition."""
    ctx = Context(book, book.card(key), Wording(lang, book=book))
    return Tree(ctx.wording, tuple(Builder(ctx).modifiers(modifiers)))


def block_nodes(ctx: Context, do: Any) -> Nodes:
    """The nodes of some operations of a definition, or of its block of that name."""
    return Builder(ctx).block(do)


def _holding(ctx: Context) -> Iterator[Node]:
    """Yield the modifiers that hold: of an Enemy for whoever fights it, of a card on a space for whoever is there."""
    found, kind = ctx.definition, ctx.definition.facts.type
    lying = found.here if kind and kind not in COVERING else ()
    held = tuple(Builder(ctx).modifiers((*found.held, *(() if lying else found.here), *found.mods)))
    fought = held and kind in ENEMIES
    yield from (Branch(ctx.wording.word("part.fought"), held, PART),) if fought else held
    if lying:
        yield Branch(ctx.wording.word("part.here"), tuple(Builder(ctx).modifiers(lying)), PART)


def _parts(ctx: Context) -> Iterator[Node]:
    for name in (name for name in PARTS if name in ctx.definition.blocks):
        then = Builder(ctx).block(name)
        if name in UNNAMED:
            yield from then
        elif then:
            yield Branch(ctx.wording.word(f"part.{name}"), then, PART)


def _roles(ctx: Context) -> Iterator[Node]:
    """Yield a branch for each role of a card that follows somebody, where the role is a definition of its own."""
    inside = "" if ctx.definition.key.startswith("character.") else f"{ctx.definition.key}."
    for role in [d for key, d in ctx.book.definitions.items() if inside and key.startswith(inside) and d.facts.type]:
        held = tuple(Builder(replace(ctx, definition=role)).modifiers(role.held))
        yield Branch(ctx.wording.word("part.follows"), held, PART)


def _elsewhere(ctx: Context) -> Iterator[Node]:
    """Yield the nodes for what spaces do for whoever has the card."""
    yield from (fact(ctx, "opens", space) for space in entry_spaces(ctx))
    for service in owner_services(ctx):
        space, wording = ctx.book.card(f"space.{service.space}"), ctx.wording
        there = Context(ctx.book, space, wording, said=(ctx.definition.key.rpartition("/")[2], "this"))
        where = adverb(there, ConditionTable(space_is=service.space))
        what = wording.say("options", service.block) if wording.phrases.has("options", service.block) else ""
        heading = wording.say("words", "fact.elsewhere", where=where, what=what)
        yield Branch(heading, Builder(there).block(service.op.do))


class Builder:
    """Makes nodes of the operations of one definition.

    `within` are the named blocks that are being read; `picked` has by variable the pick that writes it, until a
    step names that variable.
    """

    def __init__(self, ctx: Context, within: tuple[str, ...] = (), picked: dict[str, o.Pick] | None = None) -> None:
        self.ctx, self.within = ctx, within
        self.picked = {} if picked is None else picked

    def _inside(self, ctx: Context, *block: str) -> Builder:
        """The builder of what stands inside, in another context or in a block of that name."""
        return Builder(ctx, (*self.within, *block), self.picked)

    def block(self, do: Any) -> Nodes:
        """The nodes of a block, given as written or by its name; of one that is being read already none."""
        if not isinstance(do, str):
            return tuple(self._sequence(tuple(do or ())))
        if whole := summary(self.ctx, do):
            return (SummaryNode(whole),)
        if do in self.within or len(self.within) > DEEPEST:
            return ()
        return tuple(self._inside(self.ctx, do)._sequence(self.ctx.definition.blocks.get(do, ())))

    def modifiers(self, found: tuple[m.Modifier, ...]) -> Iterator[Node]:
        """Modifiers with what their programs lead to, without those a switch of the edition keeps from ever holding."""
        for mod in found:
            if not switched_off(self.ctx, mod.when):
                then = self.block(getattr(mod, "do", ()))
                if then and (whose := doer(self.ctx, mod)):
                    yield from self._done_by(whose, then)
                else:
                    yield Branch(modifier(self.ctx, mod), then) if then else Step(partial(modifier, self.ctx, mod))

    def _sequence(self, written: tuple[o.Operation, ...]) -> Iterator[Node]:
        """Operations one after the other; what follows an optional pick is done only if something was picked."""
        ops = tuple(self._in_force(written))
        for at, op in enumerate(ops):
            then = ops[at + 1 :]
            told = isinstance(op, o.Pick) and (op.by == "chance" or op.regions)
            if told or not isinstance(op, o.Pick) or not any(op.into in target_variables(after) for after in then):
                yield from self.nodes(op)
            elif not op.optional:
                self.picked[op.into] = op
            else:
                yield from self.nodes(op)
                yield Branch(self._say("if-so"), tuple(self._sequence(then)), "if-so.line")
                return

    def _in_force(self, ops: tuple[o.Operation, ...]) -> Iterator[o.Operation]:
        """Operations with those of the one branch worth telling in place of an `if`."""
        for op in ops:
            only = self._only_branch(op) if isinstance(op, o.If) else None
            if only is None or isinstance(only[0], str):
                yield op
            else:
                yield from self._in_force(only[0] or ())

    def _say(self, *keys: str, **places: Any) -> str:
        return say(self.ctx, *keys, **places)

    @singledispatchmethod
    def nodes(self, op: o.Operation) -> Iterator[Node]:
        """The nodes of an operation: of most a step."""
        pick = next((self.picked.pop(name) for name in target_variables(op) if name in self.picked), None)
        found = pick and replace(self.ctx, picked=pick.of, kinds=kinds_of(self.ctx, pick.when))
        yield Step(partial(operation, op, found or self.ctx))

    @nodes.register(o.JumpLabel | o.SetMoment | o.Nothing | o.Stop)
    def _bookkeeping(self, op: o.Operation) -> Iterator[Node]:
        """Of these only the end of more than the program itself is worth telling."""
        if isinstance(op, o.Stop) and op.what != "program":
            yield Step(partial(operation, op, self.ctx))

    @nodes.register
    def _set(self, op: o.Set) -> Iterator[Node]:
        """Only a figure taken off a roll is worth telling."""
        less = op.to.minus[1] if isinstance(op.to, AmountOf) and op.to.minus else 0
        if isinstance(less, AmountOf) and less.stat:
            yield _step(self._say("set.minus", what=self.ctx.wording.word(f"the-{less.stat}")))

    @nodes.register
    def _call(self, op: o.Call) -> Iterator[Node]:
        if op.program in self.ctx.definition.blocks:
            yield from self.block(op.program)
        elif program := self.ctx.book.find(f"turn.{op.program}"):
            yield from self._inside(replace(self.ctx, definition=program), op.program).block("do")

    @nodes.register
    def _if(self, op: o.If) -> Iterator[Node]:
        """Both branches, or the one worth telling."""
        only = self._only_branch(op)
        if only is not None:
            yield from self.block(only[0])
            return
        inside = self._inside(replace(self.ctx, said=(op.when.has, "named"))) if op.when.has else self
        then, otherwise = inside.block(op.do), self.block(op.otherwise)
        if then or otherwise:
            told = clause(self.ctx, worth_telling(self.ctx, op.when) or op.when)
            yield Condition(told, then, otherwise, NOBODY if self.ctx.mirrored else whoever(self.ctx, op.when))

    def _only_branch(self, op: o.If) -> tuple[Any] | None:
        """Of a switch the branch in force, of a right or of "is there any" the usual one, if there are two."""
        name, value = next(iter(op.when.items()))
        if name == "rule":
            return (op.do if self.ctx.book.table[value] else op.otherwise,)
        if name == "permits" and op.otherwise is None:
            return (op.do,)
        if name in ("permits", "empty") and value != "characters":
            return (op.otherwise,)
        if name == "not" and "empty" in value:
            return (op.do,)
        return None

    @nodes.register
    def _choose(self, op: o.Choose) -> Iterator[Node]:
        if op.moment_for:
            yield from self._moment(op)
            return
        optional = ".optional" if op.optional else ""
        options = tuple(map(self._option, op.options))
        if_wished = op.optional and len(options) == 1 and not op.options[0].cost and bool(options[0].then)

        def in_one_line(who: Subject, options: str) -> str:
            return self._say(f"choose{optional}", who=subject(self.ctx, op, who), options=options)

        yield ChoiceNode(self._say(f"choose.line{optional}"), options, in_one_line, if_wished)

    def _moment(self, op: o.Choose) -> Iterator[Node]:
        """A moment left for an act: what the card says of that act, and what it leads to."""
        if self.ctx.wording.phrases.has("operations", f"moment_for.{op.moment_for}"):
            told, then = self._say(f"moment_for.{op.moment_for}"), self.block(op.options[0].do)
            yield Branch(told, then) if then else _step(told)

    def _option(self, choice: o.ChooseOption) -> Branch:
        """An option with its label and price; one that only gains something or rolls is called by what it does."""
        then = () if choice.key in LABEL_SAYS_ALL else self.block(choice.do)
        ops = self.ctx.definition.blocks.get(choice.do, ()) if isinstance(choice.do, str) else choice.do or ()
        said = all(isinstance(op, (o.Gain, o.GainSpell, o.FightBy)) for op in ops) or choice.key == ROLL
        if then and not choice.cost and said:
            return Branch("", then)
        wording, gold = self.ctx.wording, (choice.cost.gold or 1) if choice.cost else 1
        own = wording.own_label(self.ctx.definition.key, choice.key)
        known = wording.phrases.has("options", choice.key)
        heading = own or (wording.say("options", choice.key, n=gold) if known else choice.key)
        return Branch(heading, then, "choice", named=bool(own) or wording.is_person(choice.key))

    @nodes.register
    def _table(self, op: o.TableOp) -> Iterator[Node]:
        empty = (_step(nothing(self.ctx.wording)),)
        yield TableNode(tuple(Branch(span(row), self.block(row.do) or empty, inline="row.inline") for row in op.rows))

    @nodes.register
    def _each(self, op: o.Each) -> Iterator[Node]:
        only = op.do[0] if not isinstance(op.do, str) and len(op.do) == 1 else None
        sieve = only if isinstance(only, o.If) and only.when.card_is and not only.otherwise else None
        then = self._inside(replace(self.ctx, mirrored=op.as_ == "other")).block(sieve.do if sieve else op.do)
        if self.ctx.wording.phrases.has("operations", f"each.{op.of}"):
            yield _step(self._say(f"each.{op.of}"))
        elif then:
            kinds = kinds_of(self.ctx, sieve.when) if sieve else ""
            said = self.ctx.wording.first("lists", (f"each.{op.of}", op.of), kinds=kinds)
            if op.of.endswith(".cards"):
                yield Branch(said, then)
            else:
                yield from self._done_by(self.ctx.wording.noun(said, BARE), then)

    def _done_by(self, members: Noun, then: Nodes) -> Iterator[Node]:
        """Nodes whose first step is said with those who do it; what has no place for them stands under their name."""
        first, *more = then
        text = node_text(first, self.ctx.wording, members)
        if isinstance(first, Step) and text != node_text(first, self.ctx.wording, NOBODY):
            yield _step(text)
            yield from more
        else:
            yield Branch(str(members), then, says_who=True)

    @nodes.register
    def _repeat(self, op: o.Repeat) -> Iterator[Node]:
        """Yield a step for a repeated block, told in one line."""
        then = self.block(op.do)
        if op.when is None or counts(op.when):
            yield _step(self._say("repeat.always", n=op.at_most, do=one_line(self.ctx.wording, then)))
        else:
            do = one_line(self.ctx.wording, then, whoever(self.ctx, op.when))
            yield _step(self._say("repeat", condition=condition(self.ctx, op.when), n=op.at_most, do=do))

    @nodes.register
    def _begin(self, op: o.Begin) -> Iterator[Node]:
        """An effect with what holds while it lasts, in one line."""
        key = f"{self.ctx.definition.key}.{op.what}"
        effect, what = self.ctx.book.find(key), self.ctx.wording.marker(key)
        if what and op.on in self.ctx.book.board.spaces:
            yield _step(self._say("begin.marker.space", what=what, space=self.ctx.wording.space(op.on)))
            return
        if what:
            yield _step(self._say("begin.marker", what=what))
            return
        ctx = Context(self.ctx.book, effect, self.ctx.wording) if effect else self.ctx
        whom = self.ctx.wording.say("lists", op.on) if op.on in ("everyone", "others") else ""
        nodes = tuple(Builder(ctx).modifiers(effect.mods if effect else ()))
        nobodys, mods = (one_line(ctx.wording, nodes, who) for who in (NOBODY, ctx.wording.noun(whom, BARE)))
        who = whom if mods == nobodys else ""
        yield _step(self._say("begin", until=duration(self.ctx, op.until), who=who, mods=mods))

    @nodes.register
    def _promise(self, op: o.PromiseOp) -> Iterator[Node]:
        """Yield a step for what replaces the next turn or move, in one line; without operations: the same again."""
        do = one_line(self.ctx.wording, self.block(op.do))
        key = f"promise.{op.at}" if do else f"promise.again.{op.at}"
        yield Step(lambda who: self._say(key, who=subject(self.ctx, op, who), do=do))


def _step(text: str) -> Step:
    """A step that is said without a subject."""
    return Step(lambda _: text)
