"""Texts beside a question: the card it is about, a shop, and what its options lead to."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.cards.operations.flow import Block, Operation
from talisman_nb.cards.terms import ConditionTable
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.engine import ask as ask_of
from talisman_nb.engine import step
from talisman_nb.engine.active_modifiers import holds
from talisman_nb.engine.fight import FIGHT
from talisman_nb.engine.foresight import BAD, BuyerTurn, buyers, comes_to_nothing, outcome
from talisman_nb.engine.ops.shop import free_by
from talisman_nb.engine.totals import printed_value
from talisman_nb.engine.upcoming import (
    ArmourSave,
    Begun,
    Outcome,
    Tested,
    choice_of,
    is_settled,
    outcome_of_roll,
    running,
    variable,
)
from talisman_nb.engine.working_state import Asked, WorkingState, working_state
from talisman_nb.model import UNSEEN, Answer, Ask, ClosedReason, Event, Option, OwnCard, State
from talisman_nb.rules.book import Book, plain_card
from talisman_nb.rules.box_readings import book_as_read
from talisman_nb.text.definitions.facts import unsure
from talisman_nb.text.definitions.lines import abilities, lines_without_figures
from talisman_nb.text.definitions.nodes import Context, nothing, one_line
from talisman_nb.text.definitions.tree import block_nodes, tree_of, tree_of_own
from talisman_nb.text.grammar import Noun
from talisman_nb.text.names import letters, names_of
from talisman_nb.text.pages.definition_page import number_of, type_word
from talisman_nb.text.phrases import sentence
from talisman_nb.text.screen.values import Buyer, CardView, Shop, Ware, Who
from talisman_nb.text.wording import NOBODY, Wording

WITHOUT = ("way", "whom", "card", "character", "close", "over", "take", "spoils")
"""Kinds of asks that are about no single card: ways and choices among many, draws."""
BY_HAND = "hands"
"""The kind of ask whose form is an entry by hand: it shows a card only where the words on it say what to enter."""
MOST_LINES = 6
"""Lines that are sent; the page of the definition has all."""
MORE = "…"


def card_shown(state: State, ask: Ask, wording: Wording, *, told: bool = False) -> CardView | None:
    """Return the card, creature or space an ask is about, None if it is about none.

    `told`: the answers say what it does already, so its lines are left out.

    >>> from talisman_nb.engine import ask
    >>> from talisman_nb.notation.situation import situation
    >>> from talisman_nb.text.wording import wording_of
    >>> bear = situation("dwarf crags | thief city > 1 > anticlockwise > bear")
    >>> card_shown(bear, ask(bear), wording_of(bear, "en")).kind
    'Enemy – Animal'
    """
    if ask.kind in WITHOUT or not state.stack:
        return None
    g = working_state(state)
    if ask.kind == BY_HAND and not (ask.source in g.facts and g.facts[ask.source].words):
        return None
    if own := _own_card(g, ask):
        return _view_of_own(g.book, own, wording)
    key = _key(g, ask)
    if not key:
        return None
    view = view_of(book_as_read(g.book, g.texts), key, wording.lang)
    return replace(view, lines=()) if told else view


def _own_card(g: WorkingState, ask: Ask) -> OwnCard | None:
    """The card in no list that an ask is about."""
    cards = [foe.card for foe in g.fight.foes] if g.fight else []
    return next((g.owned[card] for card in (*cards[:1], ask.source) if card in g.owned), None)


def _key(g: WorkingState, ask: Ask) -> str:
    """The key of the definition an ask is about; "" for none, such as a fight between characters."""
    fight = g.fight
    found: tuple[str, ...] = (_only_choice(ask), ask.source, _cast(g, ask))
    if fight is not None and ask.kind in ("fight", "die", "result") and ask.purpose != "armour":
        if fight.against >= 0 and not ask.source:
            return ""
        found = (*(foe.card for foe in fight.foes[:1]), ask.source, g.stack[-1].source)
    return next((key for source in found if (key := _definition(g.book, source))), "")


def _only_choice(ask: Ask) -> str:
    """The card that may be picked, where there is one."""
    cards = [option.source for option in ask.options if option.source and option.source == option.key]
    return cards[0] if ask.kind == "pick" and len(cards) == 1 else ""


def _cast(g: WorkingState, ask: Ask) -> str:
    """The Armour or Follower a roll is about, which is named by a variable called as its purpose."""
    return variable(g, ask.purpose) if ask.kind in ("die", "result") else ""


def _definition(book: Book, source: str) -> str:
    """The key of the card, character or space that a source belongs to; "" for a program of the turn."""
    if not source or source.startswith(("turn.", "rule.", UNSEEN, "?")):
        return ""
    plain = plain_card(source)
    section, _, rest = plain.partition(".")
    whole = f"{section}.{rest.partition('.')[0]}" if section in ("character", "space", "form") else section
    whole = plain_card(whole.removeprefix("card."))
    return next((key for key in (whole, f"space.{whole}") if book.find(key)), "")


@lru_cache(maxsize=512)
def view_of(book: Book, key: str, lang: str) -> CardView:
    """Return the view of a definition, of a character its abilities only.

    Cached, because a screen is made several times for one question.
    """
    wording, facts, tree = Wording(lang, book=book), book.card(key).facts, tree_of(book, key, lang)
    told = abilities(tree) if key.startswith("character.") else lines_without_figures(tree)
    told = tuple(line for line in told if line.strip())
    told = (*_of_enemy(book, key, wording), *told)
    if len(told) > MOST_LINES:
        told = (*told[:MOST_LINES], MORE)
    space = key.removeprefix("space.") if key.startswith("space.") else ""
    return CardView(
        key,
        str(wording.space(space) if space else wording.source(key)),
        type_word(book, key, lang),
        told,
        int(number_of(book, key)),
        facts.strength or None,
        facts.craft or None,
        unsure(book, key, lang),
    )


def _of_enemy(book: Book, key: str, wording: Wording) -> tuple[str, ...]:
    """Return the gain of beating an Enemy and the cost of losing to it."""
    facts = book.card(key).facts
    if facts.type not in ENEMIES:
        return ()
    points = wording.amount("point", facts.strength or facts.craft)
    kept = "beaten" if book.table["trophy.kept"] == "cards" else "beaten-experience"
    return (
        wording.say("shown", kept, points=points),
        wording.say("shown", "lost-to", do=_when_lost(book, key, wording)),
    )


def _when_lost(book: Book, key: str, wording: Wording) -> str:
    """Return the consequence of losing to an Enemy: what its card says, else what the program of a fight does."""
    card = book.card(key)
    if "lost" in card.blocks:
        return one_line(wording, block_nodes(Context(book, card, wording), "lost"))
    definition, _, block = FIGHT.rpartition(".")
    fight = book.card(definition)
    lost = next(op.do for op in fight.blocks[block] if isinstance(op, o.If) and op.when.fight_is == "lost")
    ops = fight.blocks[lost] if isinstance(lost, str) else lost
    usual = next(
        (op.do for op in ops if isinstance(op, o.If) and any(isinstance(each, o.Defeat) for each in ops)), lost
    )
    return one_line(wording, block_nodes(Context(book, fight, wording), usual))


def _view_of_own(book: Book, card: OwnCard, wording: Wording) -> CardView:
    """A card that is in no list: what was typed of it."""
    kind = names_of(book).name("type", card.type, wording.lang)
    told = lines_without_figures(tree_of_own(book, card, wording.lang))
    name = str(wording.card(card.name))
    return CardView(card.name, name, kind, told, card.number, card.strength or None, card.craft or None)


def preview(wording: Wording, g: WorkingState, ask: Ask, added: int = 0) -> str:
    """Return the outcome of a roll, with what an ability adds: "Dario becomes a toad for 3 turns"; "" when unknown."""
    outcome = outcome_of_roll(g, ask, added)
    return "" if outcome is None else describe_outcome(wording, g, ask, outcome, wording.who(ask.seat))


def describe_outcome(wording: Wording, g: WorkingState, ask: Ask, outcome: Outcome, subject: Noun = NOBODY) -> str:
    """An outcome of a roll in words, with a subject or without: "loses 1 life"; "" when unknown."""
    if isinstance(outcome, ArmourSave):
        key = "armour.saves" if outcome.succeeds else "armour.fails"
        return wording.say("asks", key, source=wording.card(outcome.armour))
    if isinstance(outcome, Begun):
        own = "" if outcome.n is None else f"{outcome.what}.{outcome.n}"
        return wording.word(own) if wording.phrases.has("words", own) else ""
    if isinstance(outcome, Tested):
        own = f"{ask.purpose}.{'then' if outcome.passed else 'else'}"
        if wording.phrases.has("asks", own):
            return wording.say("asks", own, who=wording.who(ask.seat))
    return _block(wording, g, ask, outcome.block, subject)


def _block(wording: Wording, g: WorkingState, ask: Ask, block: Block, subject: Noun) -> str:
    """A block in words; "" for a program of the turn, which no definition tells."""
    found = running(g)
    if found is None:
        return ""
    nodes = block_nodes(Context(g.book, found, wording, wording.source(ask.source)), block)
    return one_line(wording, nodes, subject) or nothing(wording)


CHOSEN = ("choose", "take")
"""Kinds of asks whose options may come to nothing."""
GAINING = ("choose", "take", "plus", "card", "die", "hands", "over", "character")
"""Kinds of asks whose first option may lose nothing. In all others something is at stake: a life, fate, gold, a chance
that the other options keep."""


def in_vain(state: State, g: WorkingState, ask: Ask) -> dict[str, ClosedReason]:
    """Map the open options that would change nothing now to the reason."""
    if ask.kind not in CHOSEN:
        return {}
    return {option.key: _reason(g, ask, option) for option in ask.options if comes_to_nothing(state, option)}


def _reason(g: WorkingState, ask: Ask, option: Option) -> ClosedReason:
    player = g.players[ask.seat]
    for op in _choice_operations(g, option):
        if isinstance(op, o.Heal):
            if int(getattr(player, op.what)) >= printed_value(g, ask.seat, op.what):
                return "full-life" if op.what == "life" else "full-fate"
            return "no-gold"
        if isinstance(op, o.BuyFromStock) and all(price > player.gold for price in op.wares.values()):
            return "no-gold"
        if isinstance(op, o.Repeat) and isinstance(op.when, ConditionTable) and op.when.some == "your.objects":
            return "no-object"
    return "in-vain"


def _choice_operations(g: WorkingState, option: Option) -> tuple[Operation, ...]:
    """The operations of a choice, or those of visiting a card."""
    choice, definition = choice_of(g, option.key), running(g)
    if choice is None:
        visited = g.book.find(plain_card(option.source))
        return visited.blocks.get("visited", ()) if visited else ()
    block: Block = choice.do
    if isinstance(block, str):
        return definition.blocks.get(block, ()) if definition else ()
    return block or ()


def loses_nothing(state: State, g: WorkingState, ask: Ask, closed: dict[str, ClosedReason]) -> bool:
    """Whether the first open option may be filled, because it puts nothing at stake.

    It does where it costs something, ends the turn while something else is open, moves a figure, lets dice decide, or
    names what the viewer may not see; and where another option does something too, since filling one would advise it.
    """
    open_ = [option for option in ask.options if not option.closed and option.key not in closed]
    if ask.kind not in GAINING or not open_:
        return ask.kind in GAINING
    if ask.kind not in CHOSEN:
        return True
    first = open_[0]
    if (first.n and ask.kind == "choose") or first.source == UNSEEN:
        return False
    if ask.kind == "choose" and sum(bool(_choice_operations(g, option)) for option in open_) > 1:
        return False
    after, events = step(state, Answer(state.ply, first.key))
    told = {event.kind for event in events}
    chance = ask_of(after).kind in ("die", "fight") and ask_of(after).seat == ask.seat
    return not (told & RISKS) and not chance and outcome(state, first.key, ask.seat).worth != BAD


RISKS = frozenset({"paid", "teleported", "attacks", "aligned"})
"""Kinds of events that are no harm yet, and no gain."""


CHANGING = (o.Align, o.Become)
"""Operations after which what a character has may be forbidden to it."""
LEFT = ("dropped", "discarded")
"""Kinds of events by which a seat has something no more."""


def costs(wording: Wording, before: State, after: State, events: tuple[Event, ...], seat: int) -> str:
    """Say what a seat must leave by some events, and which of its cards help less; "" if nothing is lost."""
    left = [card for event in events if event.kind in LEFT and event.seat == seat for card in _cards(event)]
    idle = _idle(before, after, seat)
    said = [wording.say("shown", "must-leave", cards=wording.cards(left))] if left else []
    said += [wording.say("shown", "helps-less", cards=wording.cards(idle))] if idle else []
    return ", ".join(said)


def may_cost(block: Block) -> bool:
    """Return whether a block changes what a character is, so that it may have to leave something."""
    return not isinstance(block, str) and any(isinstance(op, CHANGING) for op in block or ())


def _cards(event: Event) -> tuple[str, ...]:
    return event.cards or ((event.card,) if event.card else ())


def _idle(before: State, after: State, seat: int) -> list[str]:
    """The cards a seat keeps of which more abilities have ended than begun."""
    old, new = (working_state(state) for state in (before, after))
    return [
        card for card in dict.fromkeys(after.players[seat].goods) if _able(old, seat, card) > _able(new, seat, card)
    ]


def _able(g: WorkingState, seat: int, card: str) -> int:
    """How many abilities of a card, of those that hold at some times only, its owner has now."""
    definition = g.book.find(plain_card(card))
    conditions = (each.when for each in definition.held) if definition else ()
    return sum(is_settled(when) and holds(g, when, Asked(seat, card)) for when in conditions if when is not None)


TROPHIES: Final = "trophies"
"""Stands for all trophies of a seat: those that are traded are taken from the whole pile."""


def thing_of(g: WorkingState, seat: int, option: Option) -> str:
    """Return the key of the card of the seat that the option casts, uses or drops, `TROPHIES` for a trade, "" for none.

    >>> from talisman_nb.engine import new_game
    >>> from talisman_nb.rules.book import open_book
    >>> g = WorkingState(open_book(), new_game([("Ada", "dwarf"), ("Bruno", "thief")]))
    >>> thing_of(g, 0, Option("trade:strength", seat=0)), thing_of(g, 0, Option("keep"))
    ('trophies', '')
    """
    verb = option.verb
    if verb == "trade":
        return TROPHIES
    if verb not in ("cast", "use", "drop") or not 0 <= seat < len(g.players):
        return ""
    card = plain_card(option.source if verb == "use" else option.item)
    return card if card in map(plain_card, (*g.players[seat].goods, *g.players[seat].spells)) else ""


def shop_view(wording: Wording, g: WorkingState, ask: Ask, viewer: int | None = None) -> Shop | None:
    """The shop that is open, None for another question; the screen of a seat, `viewer`, buys for nobody else."""
    rows = buyers(g) if ask.kind == "shop" else ()
    if not rows:
        return None
    sold = {option.source: option.n for row in rows for option in row.wares if option.verb == "buy"}
    free = [option.source for row in rows for option in row.wares if option.verb == "free" and not option.closed]
    wares = (_ware(wording, g, card, price) for card, price in {**dict.fromkeys((*sold, *free), 0), **sold}.items())
    return Shop(tuple(wares), tuple(_buyer(wording, g, row, viewer in (None, -1, row.seat)) for row in rows))


def several_buy(shop: Shop | None) -> bool:
    """Whether more than one may still buy, so that *done* is everybody's."""
    return shop is not None and sum(bool(buyer.keys) for buyer in shop.buyers) > 1


def buy_later(g: WorkingState, ask: Ask) -> tuple[int, ...]:
    """Return the seats that may buy after the one that is asked, in order; () for another question."""
    rows = buyers(g) if ask.kind == "shop" else ()
    others = (row for row in rows if row.seat != ask.seat and not row.past)
    return tuple(row.seat for row in others if any(not option.closed for option in row.wares))


def _ware(wording: Wording, g: WorkingState, card: str, price: int) -> Ware:
    left = wording.say("words", "in-stock", n=g.stocks[g.runtime.stock_index[card]])
    return Ware(card, sentence(str(wording.card(card))), wording.say("words", "price", n=price) if price else "", left)


def _buyer(wording: Wording, g: WorkingState, row: BuyerTurn, may: bool) -> Buyer:
    gold = wording.say("words", "price", n=g.players[row.seat].gold)
    who = Who(row.seat, letters(*(p.name for p in g.players))[row.seat], g.players[row.seat].name)
    if row.past:
        return Buyer(who, gold, closed=sentence(wording.say("asks", "note.bought", who=wording.who(row.seat))))
    keys = tuple(option.key for option in row.wares if not option.closed)
    if not keys:
        return Buyer(who, gold, closed=_why_nothing(wording, row))
    source, n = free_by(g, row.seat)
    free = sentence(wording.say("words", "free-cards", source=wording.source(source), n=n)) if source else ""
    return Buyer(who, gold, keys if may else (), free=free)


def _why_nothing(wording: Wording, row: BuyerTurn) -> str:
    """The reason that closes most: too little gold before others."""
    reasons = [option for option in row.wares if option.closed == "no-gold"] or list(row.wares)
    reason = reasons[0].closed
    return sentence(wording.say("closed", reason, who=wording.who(row.seat), source=wording.noun(""), condition=""))
