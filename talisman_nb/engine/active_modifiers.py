"""Modifiers in force for a seat, their conditions, and what follows from them: rights (`golden.cannot`), triggers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar, get_args

from talisman_nb.cards.definition import Meaning, role_key
from talisman_nb.cards.modifiers import Action, Add, Blank, Cannot, Dice, Grant, May, Modifier, On, RollValue, SetTo
from talisman_nb.cards.own_card import definition_of
from talisman_nb.cards.terms import ConditionTable
from talisman_nb.cards.vocabulary import OBJECTS, Trigger
from talisman_nb.model import UNSEEN, Act, ClosedReason, Effect, Option, Value
from talisman_nb.rules.book import plain_card

from .book_runtime import of_region_only
from .covers import cover_on
from .working_state import NOTHING, Asked, WorkingState

Test: TypeAlias = "Callable[[WorkingState, Asked], bool]"


def compile_condition(when: ConditionTable) -> Test:
    """The predicate of a condition; true if all its parts hold. Cached per condition."""
    cached = _TESTS_MADE.get(id(when))
    if cached is None:
        tests = [partial(TESTS[name], _with_tests(name, value)) for name, value in when.items()]
        cached = _TESTS_MADE[id(when)] = (tests[0] if len(tests) == 1 else partial(every, tests), when)
    return cached[0]


def _with_tests(name: str, value: Any) -> Any:
    """The value bound to a test, with the conditions nested in it compiled."""
    if name in ("all", "any"):
        return tuple(compile_condition(one) for one in value)
    return compile_condition(value) if name in ("not", "of_other") else value


def holds(g: WorkingState, when: ConditionTable | None, asked: Asked) -> bool:
    """Whether a condition holds; None always holds."""
    return when is None or compile_condition(when)(g, asked)


def holds_for(g: WorkingState, held: Active, seat: int, other: int = -1) -> bool:
    """Whether the condition of a modifier holds for its owner now."""
    test = held.test
    return test is None or test(g, Asked(seat, held.source, other, held.slots))


def every(tests: Sequence[Test], g: WorkingState, asked: Asked) -> bool:
    """Whether all tests hold."""
    return all(test(g, asked) for test in tests)


TESTS: Final[dict[str, Callable[[Any, WorkingState, Asked], bool]]] = {}
"""Maps each condition's name to its test; filled by `engine.conditions`.

The condition's value is the first argument, so that it can be bound.
"""

_TESTS_MADE: Final[dict[int, tuple[Test, ConditionTable]]] = {}
"""Cache of `compile_condition`, keyed by `id()`; the condition is stored too, so that its id is never reused."""


M = TypeVar("M", bound=Modifier)


class ActiveModifier(NamedTuple, Generic[M]):
    """A modifier in force, its source and the compiled test of its condition."""

    mod: M
    source: str  # card, character, form, space or effect
    slots: tuple[tuple[str, Value], ...] = ()  # variables of the effect it belongs to
    test: Test | None = None  # the compiled `when`; None: the modifier always holds


def activate(mod: M, source: str, slots: tuple[tuple[str, Value], ...] = ()) -> ActiveModifier[M]:
    """The modifier as an `ActiveModifier` of that source, its condition compiled."""
    return ActiveModifier(mod, source, slots, None if mod.when is None else compile_condition(mod.when))


Active = ActiveModifier[Any]


class ActiveModifiers:
    """Index of the modifiers in force for one seat, by class and subject; callers test their conditions (`when`)."""

    __slots__ = ("_actions", "_by_kind", "base", "followers", "limits", "objects", "other_dice", "other_rolls", "sums")

    def __init__(
        self, base: dict[str, int], found: list[Active], objects: tuple[str, ...], followers: tuple[str, ...]
    ) -> None:
        self.base, self.objects, self.followers = base, objects, followers
        self.limits: dict[str, int] = {}
        by_kind: dict[tuple[type[Modifier], str], list[Active]] = {}
        for one in found:
            by_kind.setdefault((type(one.mod), one.mod.about), []).append(one)
        self._by_kind = {key: tuple(same) for key, same in by_kind.items()}
        self.other_dice = any(kind is Dice for kind, _ in by_kind)
        self.other_rolls = any(kind is RollValue for kind, _ in by_kind)
        self._actions: dict[frozenset[str], tuple[ActiveModifier[Action], ...]] = {}
        self.sums = {stat: plain_sum(self.of(Add, stat)) for stat in ("strength", "craft")}

    def of(self, kind: type[M], about: str = "") -> tuple[ActiveModifier[M], ...]:
        """The modifiers of a class about one subject: `of(Add, "strength")`, `of(May, "evade")`, `of(Action)`."""
        return self._by_kind.get((kind, about), ())

    def actions_at(self, moments: frozenset[str]) -> tuple[ActiveModifier[Action], ...]:
        """The actions that may be used at one of these moments."""
        found = self._actions.get(moments)
        if found is None:
            found = self._actions[moments] = tuple(one for one in self.of(Action) if moments.intersection(one.mod.at))
        return found


def plain_sum(adds: tuple[ActiveModifier[Add], ...]) -> int | None:
    """The sum of the additions; None if one has a condition, an amount to evaluate or a limited use."""
    n = 0
    for one in adds:
        if one.test is not None or one.mod.use != "always" or not isinstance(one.mod.n, int):
            return None
        n += one.mod.n
    return n


def active_modifiers(g: WorkingState, seat: int) -> ActiveModifiers:
    """The modifiers in force for a seat, cached per working state and, below that, per book."""
    known = g.modifiers[seat]
    if known is not None:
        return known
    known = g.modifiers[seat] = _cached_in_book(g, seat)
    return known


def _cached_in_book(g: WorkingState, seat: int) -> ActiveModifiers:
    """The index from the cache of the book, keyed by everything it is gathered from."""
    p = g.players[seat]
    cover = cover_on(g, p.space)
    space = f"{p.space}|{cover}" if cover else p.space if f"space.{p.space}" in g.runtime.here else ""
    beside = _imposing(g, p.space)
    effects = tuple([e for e in g.effects if applies(e, seat, p.space)]) if g.effects else ()
    fierce = _fierce(g, seat) if g.fight is not None and g.runtime.fierce else ()
    typed = (f"character.{p.character}", *p.goods) if g.owned else ()
    own = tuple([g.owned[card] for card in typed if card in g.owned])
    key = (p.character, p.form, p.goods, space, beside, effects, fierce, own)
    cache = g.runtime.modifiers
    found = cache.get(key)
    if found is None:
        if len(cache) > MOST_REMEMBERED:
            cache.clear()
        found = cache[key] = _gather_modifiers(g, seat)
    return found


def _imposing(g: WorkingState, space: str) -> tuple[str, ...]:
    """The cards on a space that say what holds for whoever stands there."""
    known = g.runtime.imposing
    return tuple([card for card in g.lying(space) if plain_card(card) in known]) if known else ()


def _fierce(g: WorkingState, seat: int) -> tuple[str, ...]:
    """The creatures a seat is fighting whose cards say what holds for it meanwhile."""
    fight = g.fight
    if fight is None or fight.against >= 0 or fight.you != seat:
        return ()
    return tuple([foe.card for foe in fight.foes if plain_card(foe.card) in g.runtime.fierce])


MOST_REMEMBERED: Final = 2_000
"""Upper bound of the entries in `BookRuntime.modifiers`: past it the cache is cleared. Ten times as many save few
gatherings, and answers take 7 % longer: memory is less local, and the garbage collector walks all of it."""


def applies(effect: Effect, seat: int, space: str) -> bool:
    """Whether an effect applies to a seat standing on `space`; an effect on a card applies to every seat."""
    if effect.on == "seat":
        return effect.seat == seat
    return effect.on != "space" or effect.space == space


def _gather_modifiers(g: WorkingState, seat: int) -> ActiveModifiers:
    """Build the index for a seat: collect the modifiers, drop those that `Blank` modifiers put out of use."""
    p = g.players[seat]
    held = _form(g, p.form) + _here(g, p.space)
    goods = [one for card in p.goods for one in _card(g, card)]
    if g.effects:
        held += _effects(g, seat, p.space, spells=not _is_shielded(g, goods, _blanked_kinds(held)))
    for card in _fierce(g, seat):
        held += of_definition(g, plain_card(card), card)
    blanked = _blanked_kinds(held)
    held = [one for one in held if not _no_figure(g, one, blanked)] if blanked else held
    if "abilities" not in blanked and p.character and f"character.{p.character}" not in g.owned:
        held += of_definition(g, f"character.{p.character}", f"character.{p.character}")
    held += [one for one in goods if not _is_blank(g, one, blanked)] if blanked else goods
    base = {"strength": 0, "craft": 0}
    if p.character:
        facts = g.facts[f"character.{p.character}"]
        base = {"strength": facts.strength, "craft": facts.craft}
    for one in held:
        if isinstance(one.mod, SetTo):
            base[one.mod.what] = one.mod.n
    kinds = [(card, kind_held(g, card)) for card in p.goods]
    objects = tuple([card for card, kind in kinds if kind in OBJECTS and not g.means(card, "gold")])
    return ActiveModifiers(base, held, objects, tuple([card for card, kind in kinds if kind == "follower"]))


def kind_held(g: WorkingState, card: str) -> str:
    """The type of a card among the goods; "follower" while it is raised or charmed (`goblin@ghoul.raised`)."""
    return "follower" if "@" in card else str(g.facts[card].type)


def keywords_of(g: WorkingState, card: str, seat: int = -1) -> frozenset[str]:
    """The keywords of a card; of goods of a seat also those of its role, and those that other goods give (`Grant`)."""
    own = frozenset(() if card == UNSEEN else g.facts[card].keywords)
    if seat < 0 or card not in g.players[seat].goods:
        return own
    if role := card.partition("@")[2]:
        own |= {*g.book.card(role_key(g.book.definitions, role)).facts.keywords}
    k = active_modifiers(g, seat)
    lists = {"goods": (card,), "objects": k.objects, "followers": k.followers}
    given = [
        held.mod.keyword
        for held in k.of(Grant)
        if card in lists.get(held.mod.to, (dict(held.slots).get(held.mod.to),)) and holds_for(g, held, seat)
    ]
    return own.union(given) if given else own


def means_for(g: WorkingState, seat: int, card: str, what: Meaning) -> bool:
    """Whether a keyword of a card of a seat means something to the rules, one that was given to it too."""
    if what not in g.runtime.meanings:
        return False
    known = g.book.keywords
    return any(getattr(known[word], what) for word in keywords_of(g, card, seat) if word in known)


def _blanked_kinds(held: list[Active]) -> set[str]:
    return {one.mod.what for one in held if isinstance(one.mod, Blank)}


def _is_shielded(g: WorkingState, goods: list[Active], blanked: set[str]) -> bool:
    """Whether one of the goods prohibits Spells on their owner (`Cannot` `be_spelled`), blanked goods left out."""
    return any(
        isinstance(one.mod, Cannot) and one.mod.act == "be_spelled" and not _is_blank(g, one, blanked) for one in goods
    )


def _is_blank(g: WorkingState, one: Active, blanked: set[str]) -> bool:
    if "magic" in blanked and g.facts[one.source].type in ("magic object", "talisman"):
        return True
    return _no_figure(g, one, blanked)


def _no_figure(g: WorkingState, one: Active, blanked: set[str]) -> bool:
    """Whether an Object's addition is blanked ("figures"); also that of an Object used up before (`stat.blocked`)."""
    return "figures" in blanked and isinstance(one.mod, Add) and g.facts[one.source].type in OBJECTS


def _card(g: WorkingState, card: str) -> list[Active]:
    """The modifiers of a card among the goods; of its role while it is raised or charmed (`goblin@ghoul.raised`)."""
    role = card.partition("@")[2]
    if card in g.owned:
        return [activate(mod, card) for mod in definition_of(g.owned[card], g.figures).held]
    return of_definition(g, role_key(g.book.definitions, role) if role else plain_card(card), card)


def of_definition(g: WorkingState, key: str, source: str) -> list[Active]:
    """The modifiers of a definition as a new list of `ActiveModifier`, cached per source in `BookRuntime.active`."""
    known = g.runtime.active.get(source)
    if known is None:
        found = g.book.card(key)
        known = g.runtime.active[source] = [activate(m, source) for m in (found.held or found.mods)]
    return list(known)


def _form(g: WorkingState, form: str) -> list[Active]:
    return of_definition(g, f"form.{form}", f"form.{form}") if form else []


def _here(g: WorkingState, space: str) -> list[Active]:
    """The modifiers of a space and of cards that lie there; of a covered one those of the card, and of its region."""
    below, cover = f"space.{space}", cover_on(g, space)
    of_space = g.runtime.here.get(below, ())
    found = [activate(m, card) for card in _imposing(g, space) for m in g.runtime.here[plain_card(card)]]
    if not cover:
        return found + [activate(m, below) for m in of_space]
    kept = of_space if of_region_only(g.book.card(below), "here") else ()
    return found + [activate(m, cover) for m in g.runtime.here.get(cover, ())] + [activate(m, below) for m in kept]


def _effects(g: WorkingState, seat: int, space: str, spells: bool) -> list[Active]:
    found: list[Active] = []
    for effect in g.effects:
        if applies(effect, seat, space) and (spells or effect.on == "card" or g.facts[effect.source].type != "spell"):
            slots = tuple(zip(g.runtime.effect_names.get(effect.what, ()), effect.slots, strict=False))
            found += [activate(m, effect.source or effect.what, slots) for m in g.book.card(effect.what).mods]
    return found


def fire(g: WorkingState, event: Trigger, seat: int, other: int = -1, **facts: Any) -> None:
    """Push the programs of the seat's triggers for an event whose conditions hold.

    `facts` (cause, target, used, faces) are what conditions may ask about the event; `other` is its second party.
    """
    found = active_modifiers(g, seat).of(On, event)
    if not found:
        return
    g.doing = facts
    for held in found:
        if holds_for(g, held, seat, other):
            begin(g, held, seat, other)
    g.doing = NOTHING


def begin(g: WorkingState, held: Any, seat: int, other: int = -1) -> None:
    """Push the program of a modifier, with the variables of its effect."""
    key = g.runtime.modifier_program(held)
    given = dict(held.slots) if held.slots else None
    g.push(key, seat, other=other, source=held.source, given=given)


CLOSED_BY_DEFAULT: Final = {
    "evade": "evade.what",
    "attack_psychic": "combat.kind",
    "skip_roll": "meet.choice",
    "pass_guard": "bridge.sentinel",
}
"""Maps acts that are forbidden by default to the rule that says so."""

ONCE_A_TURN: Final[dict[Act, tuple[str, str, ClosedReason, str]]] = {
    "change_alignment": ("alignment.once", "alignment", "aligned-already", "alignment.change")
}
"""Maps acts an edition may limit to once a turn to: the switch, the entry in `Player.used`, the reason, the rule."""


class Right(NamedTuple):
    """Whether something may be done: `closed` is "" or the reason; `source` and `cites` say what decides it."""

    closed: ClosedReason
    source: str = ""
    cites: tuple[str, ...] = ()


OPEN: Final = Right("")
"""The right to something that no rule restricts."""


def permit(g: WorkingState, seat: int, act: Act, other: int = -1, card: str = "") -> Right:
    """The right of a seat to an act now (`golden.cannot`, `golden.ability`), uses limited to once a turn included.

    `other` is the second party for conditions of modifiers, -1 for none; `card` is what the act is done with.
    """
    modifiers = active_modifiers(g, seat)
    for prohibition in modifiers.of(Cannot, act):
        named = prohibition.mod.cards
        if (not named or plain_card(card).rpartition("/")[2] in named) and holds_for(g, prohibition, seat, other):
            return Right(act, prohibition.source, (*prohibition.mod.cites, "golden.cannot"))
    for permission in modifiers.of(May, act):
        if holds_for(g, permission, seat, other):
            return Right("", permission.source, (*permission.mod.cites, "golden.ability"))
    if act in ONCE_A_TURN:
        return _once_a_turn(g, seat, *ONCE_A_TURN[act])
    return Right(act, "", (CLOSED_BY_DEFAULT[act],)) if act in CLOSED_BY_DEFAULT else OPEN


def source_that_closes(g: WorkingState, seat: int, option: Option) -> str:
    """The card, ability or space that takes away the right to an option of a seat; "" if something else closes it."""
    act = next((act for act in get_args(Act) if act == option.closed), None)
    return permit(g, seat, act, card=option.item).source if act else ""


def _once_a_turn(g: WorkingState, seat: int, figure: str, mark: str, reason: ClosedReason, rule: str) -> Right:
    spent = g.figures[figure] and mark in g.players[seat].used
    return Right(reason, "", (rule,)) if spent else OPEN
