"""One operation in words: what it does, in the third person, with a subject if there is one."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from talisman_nb.cards import operations as o
from talisman_nb.cards.definition import Definition
from talisman_nb.cards.terms import AmountOf, ConditionTable, Until
from talisman_nb.cards.vocabulary import STATS
from talisman_nb.engine.effects import form_turns
from talisman_nb.rules.book import operations_of
from talisman_nb.rules.index import SEMICOLON
from talisman_nb.text.grammar import BARE, Noun, join_list
from talisman_nb.text.names import UnknownNameError
from talisman_nb.text.wording import NOBODY

from .condition_words import kinds_of
from .nodes import Context, amount, marker


def say(ctx: Context, *keys: str, **places: Any) -> str:
    """The first of these phrases of the topic `operations` that exists, filled."""
    return ctx.wording.first("operations", keys, **{"who": NOBODY, **places})


@singledispatch
def operation(op: Any, ctx: Context, who: Noun) -> str:
    """An operation in words: of most a phrase of its name with who does it, how much and of what."""
    what = getattr(op, "what", "")
    places: dict[str, Any] = {"n": getattr(op, "n", 0), "what": ctx.wording.word(what) if what in STATS else ""}
    if what in STATS:
        places["amount"] = amount(ctx, what, getattr(op, "n", 1))
    keys = (f"{name_of(op)}.{what}",) if what else ()
    return say(ctx, *keys, name_of(op), who=subject(ctx, op, who), **places)


def name_of(op: o.Operation) -> str:
    """The name of an operation as cards write it: the key of its phrase."""
    return str(op.__struct_config__.tag)


def subject(ctx: Context, op: Any, you: Noun) -> Noun:
    """Who does it: `you` is whoever meets the card, NOBODY where that goes without saying."""
    who = getattr(op, "who", "you")
    return you if who in ("you", "owner", "other") else ctx.wording.noun(ctx.wording.say("lists", who), BARE)


@operation.register
def _pick(op: o.Pick, ctx: Context, who: Noun) -> str:
    key = "pick.chance" if op.by == "chance" else "pick.optional" if op.optional else "pick"
    key += ".regions" if op.regions and op.by != "chance" else ""
    of, names = ctx.wording.first("lists", (f"{op.by}.{op.of}", f"pick.{op.of}", op.of)), ctx.wording.names
    regions = join_list([names.name("region", region, ctx.wording.lang) for region in op.regions], ctx.wording.lang)
    regions = regions or kinds_of(ctx, op.when)
    return say(ctx, key, who=subject(ctx, op, who), of=of, regions=regions)


@operation.register
def _roll(op: o.RollDice, ctx: Context, who: Noun) -> str:
    key = "roll.plus" if op.plus and not ctx.briefly else "roll"
    return say(ctx, key, who=subject(ctx, op, who), dice=amount(ctx, "with_dice", op.dice))


@operation.register
def _heal(op: o.Heal, ctx: Context, who: Noun) -> str:
    price = ctx.wording.amount("gold", op.price) if op.price else ""
    key = f"heal.{'brief' if ctx.briefly else 'price'}.{op.what}" if op.price else f"heal.{op.what}"
    return say(ctx, key, who=subject(ctx, op, who), price=price, most=op.most or "", free=op.free or "")


@operation.register
def _ambush(op: o.Ambush, ctx: Context, who: Noun) -> str:
    return say(ctx, "ambush" if op.reward == "life" else "ambush.any", who=subject(ctx, op, who))


@operation.register
def _align(op: o.Align, ctx: Context, who: Noun) -> str:
    return say(ctx, "align", who=subject(ctx, op, who), what=ctx.wording.alignment(op.to))


@operation.register
def _next_thing(op: o.NextThing, ctx: Context, who: Noun) -> str:
    return say(ctx, "next_thing" if op.space else "next_thing.things", who=subject(ctx, op, who))


@operation.register(o.Miss | o.Extra)
def _turns(op: o.Miss | o.Extra, ctx: Context, who: Noun) -> str:
    key = "miss.later" if isinstance(op, o.Miss) and not op.running else name_of(op)
    return say(ctx, key, who=subject(ctx, op, who), turns=amount(ctx, "turn", op.turns))


@operation.register
def _lose(op: o.Lose, ctx: Context, who: Noun) -> str:
    """Of strength and craft all that can go is what was gained."""
    if op.n != "all" or op.what not in ("strength", "craft"):
        return operation.dispatch(object)(op, ctx, who)
    return say(ctx, "lose.gained", who=subject(ctx, op, who), what=ctx.wording.phrases.bare_plural(op.what))


@operation.register
def _draw(op: o.Draw, ctx: Context, who: Noun) -> str:
    if op.up_to_limit:
        return say(ctx, "draw.up_to_limit", who=subject(ctx, op, who))
    cards = amount(ctx, "spell" if op.deck == ctx.book.face_down else "card", op.n)
    usual = (
        not op.deck or op.deck == ctx.book.face_down or not ctx.book.drawn_decks.isdisjoint(ctx.book.parts_of(op.deck))
    )
    what = "" if usual else ctx.wording.deck(op.deck)
    return say(ctx, "draw.deck" if what else "draw", who=subject(ctx, op, who), cards=cards, what=what)


@operation.register
def _look(op: o.Look, ctx: Context, who: Noun) -> str:
    if op.at not in ctx.book.deck_names:
        return say(ctx, "look.spells", who=subject(ctx, op, who))
    of = ctx.wording.first("lists", (op.at, "deck"), n=op.n, what=ctx.wording.deck(op.at))
    return say(ctx, "look", who=subject(ctx, op, who), of=of)


@operation.register(o.Take | o.Drop | o.Discard | o.Kill)
def _with_card(op: Any, ctx: Context, who: Noun) -> str:
    name, what = name_of(op), card(ctx, getattr(op, "card", "") or op.what, whole=isinstance(op, (o.Discard, o.Drop)))
    keys = (f"{name}.as",) if getattr(op, "as_", "") else ()
    keys = keys or ((f"{name}.that",) if what == ctx.wording.say("lists", "that") else ())
    return say(ctx, *keys, name, who=subject(ctx, op, who), card=what)


@operation.register
def _ahead(op: o.Ahead, ctx: Context, who: Noun) -> str:
    steps = ctx.wording.amount("step", op.n) if isinstance(op.n, int) else ""
    return say(ctx, "ahead" if steps else "ahead.rolled", who=subject(ctx, op, who), steps=steps)


@operation.register
def _place(op: o.PlaceCard, ctx: Context, who: Noun) -> str:
    what = amount(ctx, "gold", op.n) if op.card == "gold" else card(ctx, op.card)
    key = "place.stock" if op.from_ == "stock" else "place"
    key += ".here" if op.on == "here" else ".there" if op.card != "gold" and op.on in variables(ctx.definition) else ""
    if piece := marker(ctx, op.card):
        laid = "begin.marker" if op.on == "here" else "begin.marker.space"
        return say(ctx, laid, what=piece, space=_space(ctx, op.on))
    return say(ctx, key, who=subject(ctx, op, who), card=what, space=_space(ctx, op.on))


@operation.register
def _cover(op: o.Cover, ctx: Context, who: Noun) -> str:
    named = op.card in ctx.book.covering
    what = ctx.wording.card(op.card) if named else ctx.wording.noun(ctx.wording.say("lists", "that"), BARE)
    places = {"at": _land(ctx, op.on), "from": _land(ctx, op.from_)}
    return say(ctx, "cover.from" if op.from_ else "cover", card=what, **places)


@operation.register
def _uncover(op: o.Uncover, ctx: Context, who: Noun) -> str:
    return say(ctx, "uncover", at=_land(ctx, op.on))


def _land(ctx: Context, space: str) -> str:
    """A space as what a card covers: this one, the one that was picked, or one by its name."""
    if space in ctx.book.board.index:
        return ctx.wording.say("lists", "at.named", space=ctx.wording.printed(space))
    return ctx.wording.say("lists", "at.here" if space == "here" else "at.there")


def _space(ctx: Context, space: str) -> Noun:
    try:
        return ctx.wording.space(space)
    except UnknownNameError:
        return ctx.wording.noun(ctx.wording.say("lists", "that-space"), BARE)


@operation.register
def _get(op: o.Get, ctx: Context, who: Noun) -> str:
    price = amount(ctx, "gold", op.price) if op.price else ""
    named = card(ctx, op.name) if op.name in variables(ctx.definition) else ctx.wording.card(op.name).form("a")
    return say(ctx, "get", who=subject(ctx, op, who), card=named, price=price)


@operation.register
def _shop(op: o.BuyFromStock, ctx: Context, who: Noun) -> str:
    by_price: dict[int, list[str]] = {}
    for ware, price in op.wares.items():
        by_price.setdefault(price, []).append(str(ctx.wording.card(ware)))
    wares = (say(ctx, "shop.price", n=price, cards=", ".join(cards)) for price, cards in by_price.items())
    return say(ctx, "shop", who=subject(ctx, op, who), wares=SEMICOLON[ctx.wording.lang].join(wares))


@operation.register
def _teleport(op: o.Teleport, ctx: Context, who: Noun) -> str:
    if op.to in ctx.book.board.index:
        key = "teleport.meet" if op.meet else "teleport"
        return say(ctx, key, who=subject(ctx, op, who), space=ctx.wording.space(op.to))
    picked = "teleport.picked.meet" if op.meet else "teleport.picked"  # a space that an operation before it has picked
    key = picked if ctx.picked else "teleport.goal"
    keys = (key,) if op.meet else (f"teleport.{ctx.picked}", key)
    return say(ctx, *keys, who=subject(ctx, op, who), goal=_describe_picked_list(ctx))


@operation.register
def _attack(op: o.Attack, ctx: Context, who: Noun) -> str:
    if isinstance(op.foes, str):
        foes = ctx.wording.say("lists", "that-character" if op.foes == "other" else "that-foe")
    else:
        foes = join_list([_creature(ctx, foe, op.by) for foe in op.foes], ctx.wording.lang)
    key = "attack.psychic" if op.by == "psychic" else "attack"
    return say(ctx, key if op.spoils else f"{key}.unrewarded", who=subject(ctx, op, who), foes=foes)


def _creature(ctx: Context, foe: o.MadeUp, by: str) -> str:
    """A creature without a card, with the figure it fights with."""
    stat = "craft" if by == "psychic" else "strength"
    n = getattr(foe, stat)
    n = int(ctx.book.table[n.rule]) if isinstance(n, AmountOf) and n.rule else n
    if isinstance(n, AmountOf) and n.highest:
        return f"{ctx.wording.card(foe.name).form('the')} ({ctx.wording.word(f'figure.highest.{n.highest}')})"
    number = n if isinstance(n, int) else ctx.wording.word("the-number")
    figure = ctx.wording.say("words", "figure", stat=ctx.wording.word(stat), n=number)
    return f"{ctx.wording.card(foe.name).form('the')} ({figure})"


@operation.register
def _fight_by(op: o.FightBy, ctx: Context, who: Noun) -> str:
    return say(ctx, f"fight_by.{op.by}")


@operation.register
def _foe_out(op: o.FoeOut, ctx: Context, who: Noun) -> str:
    picked = op.how == "destroyed" and ctx.picked
    key = f"foe_out.{op.how}.picked" if picked else f"foe_out.{op.how}"
    return say(ctx, key, who=subject(ctx, op, who), goal=_describe_picked_list(ctx))


@operation.register
def _become(op: o.Become, ctx: Context, who: Noun) -> str:
    turns = form_turns(ctx.book, op.form) if op.form != "own" else 0
    told = ctx.wording.amount("turn", turns) if turns else ""
    what = ctx.wording.source(f"form.{op.form}") if op.form != "own" else ""
    return say(ctx, f"become.{op.form}", "become", who=subject(ctx, op, who), turns=told, what=what)


QUEST = "quest"
"""The effect that is a task somebody has."""


@operation.register
def _end(op: o.End, ctx: Context, who: Noun) -> str:
    what = marker(ctx, op.what)
    ends = ctx.definition.key.rpartition(".")[2] if op.what == "this" else op.what
    return say(ctx, "end.marker", what=what) if what else say(ctx, "end" if ends == QUEST else "end.effect")


@operation.register
def _leave_behind(op: o.LeaveBehind, ctx: Context, who: Noun) -> str:
    wording = ctx.wording
    what = [wording.word(f"parted.{one}") for one in op.what]
    only, but = ([wording.keyword(word) for word in words] for words in (op.only, op.but))
    named = {name: join_list(words, wording.lang) for name, words in (("what", what), ("only", only), ("but", but))}
    return say(ctx, f"leave_behind.{op.to}", **named)


@operation.register
def _leave_board(op: o.LeaveBoard, ctx: Context, who: Noun) -> str:
    return say(ctx, f"leave_board.{op.character}")


def duration(ctx: Context, until: Until | str) -> str:
    """How long an effect lasts: until an event, or for some turns or rounds."""
    clock, n = (until, 0) if isinstance(until, str) else until.only
    if isinstance(n, AmountOf) and n.rule:
        n = ctx.book.table[n.rule]
    return ctx.wording.first("durations", (f"{clock}.{n}", clock), n=int(n) if isinstance(n, int) else 2)


# --- cards ---


def card(ctx: Context, reference: str, whole: bool = False) -> Any:
    """Return a card reference in words: this card, one of a list (`whole`: all of it), one by name, the one picked."""
    wording = ctx.wording
    if ctx.picked:
        return _describe_picked_list(ctx)
    if ctx.mirrored:
        reference = reference.replace("other.", "your.")
    if reference == ctx.said[0]:
        return wording.say("lists", ctx.said[1])
    if reference == "this" and ctx.this:
        return ctx.this.form("card")
    if whole and wording.phrases.has("lists", f"all.{reference}"):
        return wording.say("lists", f"all.{reference}")
    if wording.phrases.has("lists", reference):
        return wording.say("lists", reference)
    if ctx.book.find(reference) is not None and reference not in variables(ctx.definition):
        return wording.card(reference).form("card")
    return wording.say("lists", "that")


def _describe_picked_list(ctx: Context) -> str:
    """The list something was picked from, as what it is: "a Follower of the other"; "" if it was picked elsewhere."""
    said = ctx.wording.say("lists", ctx.picked) if ctx.picked else ""
    return f"{said} ({ctx.kinds})" if ctx.kinds else said


def variables(definition: Definition) -> frozenset[str]:
    """Return the names of the variables in which the programs of a definition keep the cards and spaces they picked."""
    found = (op for op in operations_of(definition) if isinstance(op, (o.Pick, o.Each, o.Ahead)))
    return frozenset(op.as_ if isinstance(op, o.Each) else op.into for op in found)


def counts(when: ConditionTable) -> bool:
    """Whether a loop's condition only counts a variable down."""
    return len(when) == 1 and when.at_least is not None and isinstance(when.at_least[0], str)


def target_variables(op: o.Operation) -> tuple[str, ...]:
    """The variables by which an operation says what it is done to."""
    return tuple(str(getattr(op, name, "")) for name in ("card", "to", "foe"))
