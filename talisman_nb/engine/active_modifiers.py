"""The modifiers in force for a character: those of its card, form, goods, space and of the effects on it, by kind."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

from talisman_nb.cards.modifiers import Action, Add, Blank, Cannot, Dice, Modifier, SetTo
from talisman_nb.cards.vocabulary import OBJECTS
from talisman_nb.model import Effect, Value
from talisman_nb.rules.book import plain_card

from .conditions import Test, compile_condition
from .working_state import WorkingState

M = TypeVar("M", bound=Modifier)


class ActiveModifier(NamedTuple, Generic[M]):
    """A modifier and where it comes from."""

    mod: M
    source: str  # card, character, form, space or effect
    slots: tuple[tuple[str, Value], ...] = ()  # variables of the effect it belongs to
    test: Test | None = None  # whether it holds now; None: always


def activated(mod: M, source: str, slots: tuple[tuple[str, Value], ...] = ()) -> ActiveModifier[M]:
    """A modifier as it comes from a source."""
    return ActiveModifier(mod, source, slots, None if mod.when is None else compile_condition(mod.when))


Active = ActiveModifier[Any]


class ActiveModifiers:
    """All modifiers in force for one character; a condition of theirs may still keep one from holding at a moment."""

    __slots__ = ("_actions", "_by_kind", "base", "followers", "limits", "objects", "other_dice", "sums")

    def __init__(self, base: dict[str, int], found: list[Active], objects: tuple[str, ...], followers: tuple[str, ...]) -> None:
        self.base, self.objects, self.followers = base, objects, followers
        self.limits: dict[str, int] = {}
        by_kind: dict[tuple[type[Modifier], str], list[Active]] = {}
        for one in found:
            by_kind.setdefault((type(one.mod), one.mod.about), []).append(one)
        self._by_kind = {key: tuple(same) for key, same in by_kind.items()}
        self.other_dice = any(kind is Dice for kind, _ in by_kind)
        self._actions: dict[frozenset[str], tuple[ActiveModifier[Action], ...]] = {}
        self.sums = {stat: plain_sum(self.of(Add, stat)) for stat in ("strength", "craft")}

    def of(self, kind: type[M], about: str = "") -> tuple[ActiveModifier[M], ...]:
        """Those of a kind about one thing: `of(Add, "strength")`, `of(May, "evade")`, `of(On, "landed")`, `of(Action)`."""
        return self._by_kind.get((kind, about), ())

    def actions_at(self, moments: frozenset[str]) -> tuple[ActiveModifier[Action], ...]:
        """The actions whose moment it is."""
        found = self._actions.get(moments)
        if found is None:
            found = self._actions[moments] = tuple(one for one in self.of(Action) if moments.intersection(one.mod.at))
        return found


def plain_sum(adds: tuple[ActiveModifier[Add], ...]) -> int | None:
    """What is always added, if nothing depends on anything; else None."""
    n = 0
    for one in adds:
        if one.test is not None or one.mod.use != "always" or not isinstance(one.mod.n, int):
            return None
        n += one.mod.n
    return n


def active_modifiers(g: WorkingState, seat: int) -> ActiveModifiers:
    """The modifiers in force for a seat, remembered by what it has."""
    known = g.modifiers[seat]
    if known is not None:
        return known
    known = g.modifiers[seat] = _remembered(g, seat)
    return known


def _remembered(g: WorkingState, seat: int) -> ActiveModifiers:
    p = g.players[seat]
    space = p.space if p.space in g.runtime.here else ""
    effects = tuple([e for e in g.effects if applies(e, seat, p.space)]) if g.effects else ()
    key = (p.character, p.form, p.goods, space, effects)
    cache = g.runtime.modifiers
    found = cache.get(key)
    if found is None:
        if len(cache) > MOST_REMEMBERED:
            cache.clear()
        found = cache[key] = _gathered(g, seat)
    return found


MOST_REMEMBERED = 20_000
"""Entries of the cache of a book; a long campaign of random games has more."""


def applies(effect: Effect, seat: int, space: str) -> bool:
    """Whether a lasting effect holds for a seat on a space; what lies on a card is for whoever meets it."""
    if effect.on == "seat":
        return effect.seat == seat
    return effect.on != "space" or effect.space == space


def _gathered(g: WorkingState, seat: int) -> ActiveModifiers:
    p = g.players[seat]
    held = _form(g, p.form) + _here(g, p.space)
    goods = [one for card in p.goods for one in _card(g, card)]
    if g.effects:
        held += _effects(g, seat, p.space, spells=not _shielded(g, goods, _blanked(held)))
    blanked = _blanked(held)
    held = [one for one in held if not _no_figure(g, one, blanked)] if blanked else held
    if "abilities" not in blanked and p.character:
        held += of_definition(g, f"character.{p.character}", f"character.{p.character}")
    held += [one for one in goods if not _is_blank(g, one, blanked)] if blanked else goods
    base = {"strength": 0, "craft": 0}
    if p.character:
        facts = g.book.card(f"character.{p.character}").facts
        base = {"strength": facts.strength, "craft": facts.craft}
    for one in held:
        if isinstance(one.mod, SetTo):
            base[one.mod.what] = one.mod.n
    kinds = [(card, kind_held(g, card)) for card in p.goods]
    objects = tuple([card for card, kind in kinds if kind in OBJECTS and "gold" not in g.facts[card].keywords])
    return ActiveModifiers(base, held, objects, tuple([card for card, kind in kinds if kind == "follower"]))


def kind_held(g: WorkingState, card: str) -> str:
    """The type of a card in somebody's goods: what it is, or what it was turned into."""
    return "follower" if "@" in card else str(g.facts[card].type)


def _blanked(held: list[Active]) -> set[str]:
    return {one.mod.what for one in held if isinstance(one.mod, Blank)}


def _shielded(g: WorkingState, goods: list[Active], blanked: set[str]) -> bool:
    """Whether something one has keeps every Spell off."""
    return any(isinstance(one.mod, Cannot) and one.mod.act == "be_spelled" and not _is_blank(g, one, blanked) for one in goods)


def _is_blank(g: WorkingState, one: Active, blanked: set[str]) -> bool:
    if "magic" in blanked and g.facts[one.source].type in ("magic object", "talisman"):
        return True
    return _no_figure(g, one, blanked)


def _no_figure(g: WorkingState, one: Active, blanked: set[str]) -> bool:
    """Whether what an Object adds does not count here, also what one drunk before still adds (`stat.blocked`)."""
    return "figures" in blanked and isinstance(one.mod, Add) and g.facts[one.source].type in OBJECTS


def _card(g: WorkingState, card: str) -> list[Active]:
    """A card in somebody's goods; as something else while it is raised or charmed (`goblin@ghoul.raised`)."""
    role = card.partition("@")[2]
    if card in g.owned:
        return []
    return of_definition(g, f"character.{role}" if role else plain_card(card), card)


def of_definition(g: WorkingState, key: str, source: str) -> list[Active]:
    """The modifiers of a definition as held by their owner, made once."""
    known = g.runtime.active.get(source)
    if known is None:
        found = g.book.card(key)
        known = g.runtime.active[source] = [activated(m, source) for m in (found.held or found.mods)]
    return list(known)


def _form(g: WorkingState, form: str) -> list[Active]:
    return of_definition(g, f"form.{form}", f"form.{form}") if form else []


def _here(g: WorkingState, space: str) -> list[Active]:
    return [activated(m, f"space.{space}") for m in g.runtime.here.get(space, ())]


def _effects(g: WorkingState, seat: int, space: str, spells: bool) -> list[Active]:
    found: list[Active] = []
    for effect in g.effects:
        if applies(effect, seat, space) and (spells or effect.on == "card" or g.facts[effect.source].type != "spell"):
            slots = tuple(zip(g.runtime.effect_names.get(effect.what, ()), effect.slots, strict=False))
            found += [activated(m, effect.source or effect.what, slots) for m in g.book.card(effect.what).mods]
    return found
