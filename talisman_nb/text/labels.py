"""Options as labels: what may be pressed, what is worth knowing beside it, why it is closed."""

from __future__ import annotations

from collections.abc import Callable

from talisman_nb.cards import operations as o
from talisman_nb.cards.operations.flow import Choice
from talisman_nb.engine.fighting import scores
from talisman_nb.engine.play import Play
from talisman_nb.model import Ask, Option
from talisman_nb.rules.index import rule

from .grammar import listed
from .names import kind_of
from .phrases import sentence
from .say import FIGURES, plain_source, use_label
from .tell_conditions import condition
from .tell_operations import block
from .told import Told
from .voice import Voice

SPACE = "the space"
WAYS = ("clockwise", "anticlockwise")
NO_CARD = ("own", "empty", "?")
"""Answers to "which card?" that are none of the list."""


def label(voice: Voice, ask: Ask, option: Option) -> str:
    """What an option is called.

    >>> label(Voice("en", ["Ada", "Bruno"]), Ask(1, "whom", 0), Option("attack:1", seat=1))
    'Attack Bruno'
    >>> label(Voice("en"), Ask(1, "card", 0), Option("teleport")), label(Voice("en"), Ask(1, "choose", 0), Option("teleport"))
    ('Teleport', 'Go to a space of your choice')
    """
    verb, colon, rest = option.key.partition(":")
    if ask.kind == "die" or (ask.kind == "amount" and option.n):
        return option.key if ask.kind == "die" else str(option.n)
    if ask.kind == "amount":
        return voice.say("options", "n.none")
    if verb == "fate" and sum(offer.key.startswith("fate:") for offer in ask.offers) == 1:
        return voice.say("options", "fate")
    if colon and verb in VERBS:
        return sentence(VERBS[verb](voice, option, rest))
    if ask.kind == "way":
        return _way(voice, option)
    if option.key == SPACE:
        return voice.say("options", "the-space", space=voice.space(option.space))
    card = option.source == option.key or (ask.kind == "card" and option.key not in NO_CARD)
    word = "" if card else option.key  # a Spell may be called as a choice is
    for key in (f"{ask.kind}.{ask.purpose}.{option.key}", f"{ask.kind}.{option.key}", word):
        if voice.phrases.has("options", key):
            return sentence(voice.say("options", key, n=option.n or 1))
    return _thing(voice, ask, option)


def _thing(voice: Voice, ask: Ask, option: Option) -> str:
    """A card, space, player, character or figure by its name."""
    if ask.kind == "character":
        return str(voice.source(f"character.{option.key}"))
    if option.key in FIGURES:
        return sentence(voice.word(option.key))
    if option.space and option.space == option.key:
        return str(voice.space(option.space))
    card = voice.card(option.source or option.key)
    if "|" in option.key:
        return voice.say("words", "on-space", card=card, space=voice.space(option.space))
    return sentence(str(card))


def _way(voice: Voice, option: Option) -> str:
    space = voice.space(option.space)
    if option.key == option.space or option.key == "stay":
        return str(space)
    if option.key in WAYS:
        return voice.say("options", f"way.{option.key}", space=space)
    words = [voice.word(turn.partition("@")[0]) for turn in option.key.split("+")]
    return sentence(voice.say("options", "way.other", words=", ".join(words), space=space))


def _seat(voice: Voice, option: Option, rest: str) -> str:
    return str(voice.who(int(rest)))


def _use(voice: Voice, option: Option, rest: str) -> str:
    action, at, other = rest.rpartition("@")
    on_somebody = bool(at) and other.isdigit()
    source, _, key = (action if on_somebody else rest).rpartition(".")
    what = use_label(voice, source, key)
    return voice.say("options", "use-on", what=what, other=voice.who(int(other))) if on_somebody else what


def _fate(voice: Voice, option: Option, rest: str) -> str:
    return voice.say("options", "fate.one", n=option.n)


def _trade(voice: Voice, option: Option, rest: str) -> str:
    return voice.say("options", "trade", amount=voice.amount(rest, 1))


def _attack(voice: Voice, option: Option, rest: str) -> str:
    return voice.say("options", option.key.partition(":")[0], other=voice.who(int(rest)))


def _carded(voice: Voice, option: Option, rest: str) -> str:
    verb = option.key.partition(":")[0]
    if verb == "cast" and rest == "spell?":
        return voice.say("options", "?")
    return voice.first("options", (f"{verb}.ware", verb), card=voice.card(rest), n=option.n)


def _numbered(voice: Voice, option: Option, rest: str) -> str:
    return voice.say("options", "hand", n=int(rest) + 1)


def _amount(voice: Voice, option: Option, rest: str) -> str:
    return rest


VERBS: dict[str, Callable[[Voice, Option, str], str]] = {
    "seat": _seat, "use": _use, "fate": _fate, "trade": _trade, "attack": _attack, "psychic": _attack, "n": _amount,
    "wield": _carded, "cast": _carded, "drop": _carded, "buy": _carded, "free": _carded,
    "hand": _numbered, "nth": _numbered,
    "foe": lambda voice, option, rest: str(voice.source(option.source)),
    "bribe": lambda voice, option, rest: voice.say("options", "bribe", card=voice.card(option.source), n=option.n),
}  # fmt: skip
"""Keys with a colon, by their verb."""


# --- notes ---


def note(voice: Voice, g: Play, ask: Ask, option: Option) -> str:
    """What is worth knowing of an option: what lies at the end of a way, a price, the odds of a reroll."""
    if ask.kind == "way" and option.space and ":" not in option.key:
        return _at_end(voice, g, option)
    if option.key.startswith("fate:"):
        return _reroll(voice, g, ask, option)
    if option.key.startswith("buy:"):
        left = g.stocks[g.linked.stock_index[option.source]]
        return voice.say("words", "in-stock", n=left)
    if option.key.startswith("trade:"):
        return voice.amount("point", option.n)
    if ask.kind == "take" and option.n and option.source:
        return voice.say("words", "price", n=option.n)
    if ask.kind == "choose":
        return _what_it_brings(voice, g, option)
    if option.space and option.space == option.key and any(o.space != option.space and _alike(o, option) for o in ask.options):
        return _between(voice, g, option.space)
    if ask.kind == "pick" and option.seat >= 0 and option.seat != ask.seat and option.source:
        return str(voice.who(option.seat))
    return ""


def _what_it_brings(voice: Voice, g: Play, option: Option) -> str:
    """What a choice gains that does something else first: "gains 1 craft"."""
    told, choice = _asking(voice, g, option)
    do = choice.do if told and choice and not isinstance(choice.do, str) else ()
    gains = tuple(op for op in do if isinstance(op, o.Gain))
    return block(told, gains) if told and 0 < len(gains) < len(do) else ""


def _asking(voice: Voice, g: Play, option: Option) -> tuple[Told | None, Choice | None]:
    """The choice an option stands for, as the definition says that asks."""
    frame = g.stack[-1]
    asking = g.linked.programs[frame.program].code[frame.pc][1]
    found = g.book.find(frame.program.rpartition(".")[0])
    choice = next((choice for choice in getattr(asking, "options", ()) if choice.key == option.key), None)
    return Told(g.book, found, voice) if found else None, choice


def _alike(a: Option, b: Option) -> bool:
    """Whether two spaces have the same name."""
    return kind_of(a.space) == kind_of(b.space)


def _between(voice: Voice, g: Play, space: str) -> str:
    """Which of several spaces of one name: the one between these two."""
    a, b, *_ = [*g.board.neighbours(space), space, space]
    return voice.say("words", "between", a=voice.space(a), b=voice.space(b))


def _at_end(voice: Voice, g: Play, option: Option) -> str:
    """Who and what is there, how many cards are drawn there."""
    space = option.space
    people = [str(voice.who(seat)) for seat in g.standing(space)]
    cards = [str(voice.card(card)) for card in g.lying(space)]
    found = [*people, *cards]
    draw = max(g.board.space(space).draw - len(cards), 0)
    told = [listed(found, voice.lang)] if found else []
    gold = g.gold[g.board.index[space]]
    told += [voice.say("words", "price", n=gold)] if gold else []
    told += [voice.say("words", "draw-cards", n=draw)] if draw else []
    told += [voice.say("words", "steps-left", n=option.n)] if option.n else []
    return " · ".join(told)


def _reroll(voice: Voice, g: Play, ask: Ask, option: Option) -> str:
    """The price, and in a fight how often the new die would do."""
    fight = g.fight
    if fight is None or ask.kind != "result" or ask.purpose != "attack" or len(ask.offers) > 1:
        return voice.word("costs-fate")
    mine, theirs = scores(g) if ask.seat == fight.you else tuple(reversed(scores(g)))
    ends = [mine - option.n + face - theirs for face in range(1, 7)]
    return voice.say("asks", "note.reroll-odds", won=sum(e > 0 for e in ends), drawn=sum(e == 0 for e in ends))


def wanted(voice: Voice, g: Play, option: Option) -> str:
    """What must be so for a choice or a Spell that is closed now, told from the operation that asks or from the Spell."""
    if option.closed != "condition":
        return ""
    spell = g.book.find(option.source)
    if spell and spell.facts.when:
        return condition(Told(g.book, spell, voice), spell.facts.when)
    told, choice = _asking(voice, g, option) if g.stack else (None, None)
    return condition(told, choice.when if choice else None) if told else ""


def closed_text(voice: Voice, seat: int, option: Option, only_if: str = "", told: set[str] | None = None) -> str:
    """Why an option is closed: the reason, then the rule's sentence unless that was `told` already; "" when it is open."""
    if not option.closed:
        return ""
    named = option.closed in RIGHTS and option.source not in option.key and option.source not in GATES
    source = voice.source(option.source) if named else voice.noun("")
    reason = voice.say("closed", option.closed, who=voice.who(seat), source=source, condition=only_if)
    cites = sorted(option.cites, key=lambda one: one not in RULE_OF.get(option.closed, ()))
    cited = next((rule(one).text(voice.lang) for one in cites), "")
    if told is not None:
        cited = "" if cited in told else cited
        told.add(cited)
    return f"{sentence(reason)}. {cited}".strip()


GATES = ("portal", "bridge")
"""What a way's `source` may be: no card."""
RULE_OF = {"no-gold": ("gold.pay",), "sold-out": ("purchase.stock",)}
"""Of several rules cited the one that is the reason."""
RIGHTS = frozenset(
    {
        "attack",
        "cast",
        "command",
        "be_spelled",
        "gain_spell",
        "use_weapon",
        "use_armour",
        "use_magic",
        "take_object",
        "take_follower",
        "take_gold",
        "take_life",
        "change_alignment",
        "open_portal",
        "turn_back",
        "drop",
        "enter",
        "use_fate",
        "follower",
        "no-card",
    }
)
"""Reasons that name the card or space that forbids, or the card that is missing."""

__all__ = ["closed_text", "label", "note", "plain_source"]
