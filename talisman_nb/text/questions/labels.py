"""Options as labels: what may be pressed, what is worth knowing beside it, why it is closed, what a way ends in."""

from __future__ import annotations

from collections.abc import Callable, Collection

from talisman_nb.cards import operations as o
from talisman_nb.cards.modifiers import StepModifier as StepLimit
from talisman_nb.cards.operations.flow import Block
from talisman_nb.cards.vocabulary import STATS
from talisman_nb.engine.active_modifiers import active_modifiers, holds_for
from talisman_nb.engine.bargaining import SPELL
from talisman_nb.engine.card_transfers import GOLD
from talisman_nb.engine.covers import cards_below_cover, space_at
from talisman_nb.engine.fight import running as running_fight
from talisman_nb.engine.ops.card_draws import cards_to_draw as cards_wanted
from talisman_nb.engine.ops.figures import is_guess
from talisman_nb.engine.scores import strength_of_foes
from talisman_nb.engine.totals import total
from talisman_nb.engine.upcoming import choice_of, effect_of_space, running
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import UNSEEN, Ask, Option
from talisman_nb.rules.book import Book
from talisman_nb.rules.index import rule
from talisman_nb.text.definitions.condition_words import condition
from talisman_nb.text.definitions.facts import MARK
from talisman_nb.text.definitions.lines import options_named, outline
from talisman_nb.text.definitions.nodes import ChoiceNode, Context, one_line
from talisman_nb.text.definitions.tree import LABEL_SAYS_ALL, block_nodes
from talisman_nb.text.grammar import Nouns, join_list
from talisman_nb.text.names import LANGUAGES, kind_of
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Wording

SPACE = "the space"
WAYS = ("clockwise", "anticlockwise")
NO_CARD = ("own", "empty", "?")
"""Answers to "which card?" that are none of the list."""


def label(wording: Wording, ask: Ask, option: Option) -> str:
    """Return the label of an option.

    >>> label(Wording("en", ["Ada", "Bruno"]), Ask(1, "whom", 0), Option("attack:1", seat=1))
    'Attack Bruno'
    >>> label(Wording("en"), Ask(1, "choose", 0), Option("teleport"))
    'Go to a space of your choice'
    """
    verb, colon, rest = option.key.partition(":")
    if ask.kind == "character" and verb == "nth":
        return wording.say("options", "dealt", n=int(rest) + 1)
    if ask.kind == "die" or (ask.kind == "amount" and option.n):
        return option.key if ask.kind == "die" else f"{MARK} {option.n}" if is_guess(ask, option) else str(option.n)
    if ask.kind == "amount":
        return wording.say("options", "n.none")
    if ask.kind == "plus" and option.n:
        return sentence(wording.say("options", "add" if option.n > 0 else "take-off", n=abs(option.n)))
    if verb == "fate" and sum(offer.key.startswith("fate:") for offer in ask.offers) == 1:
        return wording.say("options", "fate")
    if colon and verb in VERBS:
        return sentence(VERBS[verb](wording, option, rest))
    if ask.kind == "way":
        return _way(wording, option)
    if own := wording.own_label(ask.source, option.key):
        return sentence(own)
    if option.key == SPACE:
        return wording.say("options", "the-space", space=wording.space(option.space))
    card = option.source == option.key or (ask.kind == "card" and option.key not in NO_CARD)
    word = "" if card else option.key  # a Spell may be called as a choice is
    for key in (f"{ask.kind}.{ask.purpose}.{option.key}", f"{ask.kind}.{option.key}", word):
        if wording.phrases.has("options", key):
            return sentence(wording.say("options", key, n=option.n or 1))
    return _thing(wording, ask, option)


def _thing(wording: Wording, ask: Ask, option: Option) -> str:
    """A card, space, player, character or figure by its name."""
    if ask.kind == "character":
        return str(wording.source(f"character.{option.key}"))
    if option.key in STATS:
        return sentence(wording.word(option.key))
    if option.space and option.space == option.key:
        return str(wording.space(option.space))
    card = wording.card(option.source or option.key)
    if "|" in option.key:
        at = wording.space(option.space) if option.space else wording.who(option.seat)
        return wording.say("words", "on-space", card=card, space=at)
    return sentence(str(card))


def _way(wording: Wording, option: Option) -> str:
    space = wording.space(option.space)
    if option.key == option.space or option.key == "stay":
        return str(space)
    if option.key in WAYS:
        return wording.say("options", f"way.{option.key}", space=space)
    words = crossing_words(wording, option)
    if option.n and not option.path:  # who bars the way does so where the character stands
        return sentence(words)
    return sentence(wording.say("options", "way.other", words=words, space=space))


def crossing_words(wording: Wording, option: Option, but: Collection[str] = ()) -> str:
    """Name the turns and crossings of a way in order: "bridge, clockwise"; "" for one named by its space alone.

    `but`: those that are shown otherwise.
    """
    if option.key in (option.space, "stay"):
        return ""
    turns = (turn.partition("@")[0] for turn in option.key.split("+"))
    return ", ".join(wording.word(turn) for turn in turns if turn not in but)


def _use(wording: Wording, option: Option, rest: str) -> str:
    action, at, other = rest.rpartition("@")
    on_somebody = bool(at) and other.isdigit()
    source, _, key = (action if on_somebody else rest).rpartition(".")
    what = wording.use_label(source, key)
    if not on_somebody:
        return what
    return wording.first("options", (f"use-on.{key}", "use-on"), what=what, other=wording.who(int(other)))


def _card_label(wording: Wording, option: Option, rest: str) -> str:
    verb = option.key.partition(":")[0]
    if verb == "cast" and rest == UNSEEN:
        return wording.say("options", "cast.unseen")
    if rest == GOLD:
        return wording.say("options", "drop.gold")
    return wording.first("options", (f"{verb}.ware", verb), card=wording.card(rest), n=option.n)


def _space_item_label(wording: Wording, option: Option, rest: str) -> str:
    """Return the label of a thing that may be taken from the space: gold with its number, or a card."""
    return wording.amount("gold", option.n) if rest == "gold" else wording.card(rest).form("card")


def _bargain_item_label(wording: Wording, rest: str) -> str:
    """Return the label of a thing that may be put on the table: one piece of gold, a Spell in a hand, a card."""
    return wording.amount(rest, 1) if rest in (GOLD, SPELL) else wording.card(rest).form("card")


VERBS: dict[str, Callable[[Wording, Option, str], str]] = {
    "seat": lambda wording, option, rest: wording.who(int(rest)).text,
    "use": _use,
    "fate": lambda wording, option, rest: wording.say("options", "fate.one", n=option.n),
    "trade": lambda wording, option, rest: wording.first(
        "options", (f"trade.{wording.book.table['trophy.kept']}", "trade"), amount=wording.amount(rest, 1)
    ),
    "take": lambda wording, option, rest: wording.say(
        "options", "take-up", what=_space_item_label(wording, option, rest)
    ),
    "give": lambda wording, option, rest: wording.say("options", "give", what=_bargain_item_label(wording, rest)),
    "want": lambda wording, option, rest: wording.say("options", "want", what=_bargain_item_label(wording, rest)),
    "visit": lambda wording, option, rest: wording.say("options", "visit", card=wording.card(rest)),
    "n": lambda wording, option, rest: rest,
    "foe": lambda wording, option, rest: str(wording.source(option.source)),
    "bribe": lambda wording, option, _: wording.say("options", "bribe", card=wording.card(option.source), n=option.n),
    "attack": lambda wording, option, rest: wording.say("options", "attack", other=wording.who(int(rest))),
    "psychic": lambda wording, option, rest: wording.say("options", "psychic", other=wording.who(int(rest))),
    **dict.fromkeys(("hand", "nth"), lambda wording, option, rest: wording.say("options", "hand", n=int(rest) + 1)),
    **dict.fromkeys(("wield", "cast", "drop", "buy", "free"), _card_label),
}
"""Keys with a colon, by their verb."""


LONGEST_DETAIL = 148
"""Characters of what a choice does; what is longer in one of the languages stands on the page of its card in all."""


# --- notes ---


def cost_of_reroll(wording: Wording, option: Option) -> str:
    """Return what rerolling a die costs: one fate, or nothing thanks to a card or an ability, by its name."""
    if not option.source:
        return wording.word("costs-fate")
    return wording.say("words", "costs-nothing", source=wording.source(option.source))


def note(wording: Wording, g: WorkingState, ask: Ask, option: Option) -> str:
    """Return a note on an option: what lies at the end of a way, a price."""
    if ask.kind == "way" and option.space and ":" not in option.key:
        return _at_end(wording, g, option)
    if option.verb == "fate":
        return cost_of_reroll(wording, option)
    if option.key.startswith("buy:"):
        left = g.stocks[g.runtime.stock_index[option.source]]
        return wording.say("words", "in-stock", n=left)
    if option.key.startswith("trade:"):
        return wording.amount("point", option.n)
    if ask.kind == "take" and option.n and option.source:
        return wording.say("words", "price", n=option.n)
    if ask.kind == "choose":
        return _what_it_brings(wording, g, option)
    alike = (other for other in ask.options if other.space != option.space and _alike(other, option))
    if option.space and option.space == option.key and any(alike):
        return wording.between(g.board, option.space)
    if ask.kind == "pick" and option.seat >= 0 and option.seat != ask.seat and option.source:
        return str(wording.who(option.seat))
    return ""


def whose_reroll(wording: Wording, g: WorkingState, ask: Ask, option: Option) -> str:
    """Return the label of a reroll in a fight, where two sides have thrown: whose die it is; "" for another option."""
    if option.verb != "fate" or g.fight is None or ask.kind != "result":
        return ""
    return wording.say("options", "fate.whose", who=wording.who(ask.seat), n=option.n)


def gain_of_choice(wording: Wording, g: WorkingState, ask: Ask, option: Option) -> str:
    """Return the label of a choice called by a figure it gains first, with how much: "1 Strength"; "" for another."""
    choice = choice_of(g, option.key) if ask.kind == "choose" and option.key in STATS else None
    first = choice.do[0] if choice is not None and choice.do and not isinstance(choice.do, str) else None
    if not isinstance(first, o.Gain) or first.what != option.key or not isinstance(first.n, int):
        return ""
    return wording.amount(option.key, first.n)


def _what_it_brings(wording: Wording, g: WorkingState, option: Option) -> str:
    """Return the gain of a choice that does something else first: "gains 1 craft"."""
    definition, choice = running(g), choice_of(g, option.key)
    if definition is None or choice is None or isinstance(choice.do, str):
        return ""
    gains = tuple(op for op in choice.do if isinstance(op, o.Gain))
    other_too = 0 < len(gains) < len(choice.do)
    return one_line(wording, block_nodes(Context(g.book, definition, wording), gains)) if other_too else ""


def detail(wording: Wording, g: WorkingState, ask: Ask, option: Option) -> str:
    """Return the effect of a choice that its label does not say, if it fits in a line: "may buy: Sword (2 gold), …"."""
    definition, choice = running(g), choice_of(g, option.key)
    if ask.kind != "choose" or definition is None or choice is None or option.key in LABEL_SAYS_ALL:
        return ""
    do = definition.blocks.get(choice.do, ()) if isinstance(choice.do, str) else choice.do or ()
    if any(isinstance(op, o.Gain | o.GainSpell) for op in do):
        return ""
    return _line(wording, g.book, definition.key, choice.do) if _fits(g.book, definition.key, choice.do) else ""


def _fits(book: Book, key: str, do: Block) -> bool:
    """Whether what a choice of a definition does is short enough in every language."""
    return all(len(_line(Wording(lang, book=book), book, key, do)) <= LONGEST_DETAIL for lang in LANGUAGES)


def _line(wording: Wording, book: Book, key: str, do: Block) -> str:
    return one_line(wording, block_nodes(Context(book, book.card(key), wording), do))


def _alike(a: Option, b: Option) -> bool:
    """Whether two spaces have the same name."""
    return kind_of(a.space) == kind_of(b.space)


def _at_end(wording: Wording, g: WorkingState, option: Option) -> str:
    """Who and what is there, how many cards are drawn there."""
    space = option.space
    cards = [wording.card(card) for card in cards_below_cover(g, space)]
    found = Nouns([*map(wording.who, g.standing(space)), *cards], wording.lang)
    draw = max(g.runtime.draws.get(space_at(g, space), 0) - len(cards), 0)
    told = [str(found)] if found else []
    gold = g.gold[g.board.index[space]]
    told += [wording.say("words", "price", n=gold)] if gold else []
    told += [wording.say("words", "draw-cards", n=draw)] if draw else []
    told += [wording.say("words", "steps-left", n=option.n)] if option.n else []
    return " · ".join(told)


def requirement_of(wording: Wording, g: WorkingState, option: Option) -> str:
    """Return the condition of a choice or Spell that is closed now, as the operation that asks or the Spell says it."""
    if option.closed != "condition":
        return ""
    spell = g.book.find(option.source)
    if spell and spell.facts.when:
        return condition(Context(g.book, spell, wording), spell.facts.when)
    definition, choice = running(g), choice_of(g, option.key)
    return condition(Context(g.book, definition, wording), choice.when) if definition and choice else ""


def closed_text(wording: Wording, seat: int, option: Option, only_if: str = "", told: set[str] | None = None) -> str:
    """Why an option is closed, "" when it is open: the reason, then the rule's sentence unless it is in `told`."""
    if not option.closed:
        return ""
    named = option.closed in RIGHTS and option.source not in option.key and option.source not in GATES
    source = wording.source(option.source) if named else wording.noun("")
    reason = wording.say("closed", option.closed, who=wording.who(seat), source=source, condition=only_if)
    cites = sorted(set(option.cites) - ONLY_SOURCES, key=lambda one: one not in RULE_OF.get(option.closed, ()))
    cited = next((sentence(rule(one).text_in(wording.book.rules_of, wording.lang)) for one in cites), "")
    if told is not None:
        cited = "" if cited in told else cited
        told.add(cited)
    return f"{sentence(reason)}. {cited}".strip()


GATES = ("portal", "bridge")
"""Values of a way's `source` that are no card."""
ONLY_SOURCES = frozenset({"card.text", "ability.text", "space.text"})
"""Rules that say where a reason is written, and explain none."""
RULE_OF = {"no-gold": ("gold.pay",), "sold-out": ("purchase.stock",)}
"""Of several rules cited the one that is the reason."""
RIGHTS = frozenset({
    "attack", "cast", "command", "be_spelled", "gain_spell", "use_weapon", "use_armour", "use_magic", "take_object",
    "pick_up", "take_follower", "take_gold", "take_life", "change_alignment", "open_portal", "pass_guard", "turn_back",
    "drop", "enter", "use_fate", "gain_fate", "follower", "no-card",
})  # fmt: skip
"""Reasons that name the card or space that forbids, or the card that is missing."""


def effect_words(wording: Wording, g: WorkingState, seat: int, *, briefly: bool = False) -> str:
    """Return the effect of a seat's space: what one chooses there, or the first thing that happens; "" for nothing.

    `g` has the seat on that space; `briefly`: in few words.
    """
    text = space_at(g, g.players[seat].space)
    if text in g.owned:
        return g.owned[text].words
    found = g.book.card(text)
    do = tuple(op for op in effect_of_space(g, seat) if not isinstance(op, o.Nothing))
    nodes = block_nodes(Context(g.book, found, wording, briefly=briefly), do)
    if not nodes:
        return ""
    if isinstance(choice := nodes[0], ChoiceNode):
        said = options_named(choice, wording)
        return wording.say("shown", "wish.brief" if briefly else "wish", options=said) if choice.if_wished else said
    return outline(wording, nodes)[0].text


def awaiting_words(wording: Wording, g: WorkingState, seat: int) -> str:
    """Whom the seat would have to fight, with both totals: "the Serpent lies here: strength 4 against 2"."""
    fight = running_fight(g)
    foes = Nouns([wording.card(foe.card or foe.name) for foe in fight.foes], wording.lang)
    numbers = {"n": strength_of_foes(g), "own": total(g, seat, fight.stat)}
    return wording.say("shown", "awaits", foe=foes, stat=wording.word(fight.stat), **numbers)


def gate_words(wording: Wording, g: WorkingState, seat: int) -> str:
    """Whom the seat must beat to pass a gate, with both totals."""
    fight = running_fight(g)
    foe = wording.card(fight.foes[0].card or fight.foes[0].name)
    numbers = {"n": strength_of_foes(g), "own": total(g, seat, fight.stat)}
    return wording.say("shown", "to-pass", foe=foe, stat=wording.word(fight.stat), **numbers)


def there_words(
    wording: Wording,
    g: WorkingState,
    seat: int,
    option: Option,
    enemies: tuple[str, ...] = (),
    named: Collection[int] = (),
) -> str:
    """Who else and what else is on a space, how many cards are drawn there; "" for nothing.

    `named`: seats named beside it. Of the own space, beside attacks on those who stand there, only what is there.
    """
    space = option.space
    others = [who for who in g.standing(space) if who not in (seat, *named) and option.key != SPACE]
    cards = list(cards_below_cover(g, space))
    for card in enemies:
        cards.remove(card)
    found = Nouns([*map(wording.who, others), *map(wording.card, cards)], wording.lang)
    gold, draw = g.gold[g.board.index[space]], cards_wanted(g, seat)
    told = [str(found)] if found else []
    told += [wording.say("words", "price", n=gold)] if gold else []
    told += [wording.say("words", "draw-cards", n=draw)] if draw else []
    return " · ".join(told)


def hindrance(wording: Wording, g: WorkingState, seat: int, steps: int) -> str:
    """Return the cause of a move shorter than its die: "1 step only: Blizzard"; "" for none."""
    if g.players[seat].space not in g.runtime.rolled_from:
        return ""
    found = [one for one in active_modifiers(g, seat).of(StepLimit) if holds_for(g, one, seat) and one.mod.n == steps]
    sources = dict.fromkeys(sentence(str(wording.source(one.source))) for one in found)
    said = join_list([source for source in sources if source], wording.lang)
    return wording.say("shown", "hindered", n=steps, source=said) if said else ""
