"""What holds for a character now: the modifiers of its card, form, goods, space and the effects on it, by topic."""

from __future__ import annotations

from typing import NamedTuple

from talisman_nb.cards.modifiers import Add, Modifier
from talisman_nb.cards.words import OBJECTS
from talisman_nb.model import Effect, Value
from talisman_nb.rules.book import plain_card

from .conditions import Test, compile_condition
from .play import Play

NOTHING: tuple[Held, ...] = ()


class Held(NamedTuple):
    """A modifier and where it comes from."""

    mod: Modifier
    source: str  # card, character, form, space or effect
    topic: str  # what it is about (see `Modifier.topic`)
    slots: tuple[tuple[str, Value], ...] = ()  # variables of the effect it belongs to
    test: Test | None = None  # whether it holds now; None: always


def held_from(mod: Modifier, source: str, slots: tuple[tuple[str, Value], ...] = ()) -> Held:
    """A modifier as held from a source."""
    return Held(mod, source, mod.topic, slots, None if mod.when is None else compile_condition(mod.when))


class Kit:
    """Everything that holds for one character, sorted by topic."""

    __slots__ = ("_actions", "base", "by", "followers", "limits", "objects", "other_dice", "sums")

    def __init__(self, base: dict[str, int], held: list[Held], objects: tuple[str, ...], followers: tuple[str, ...]) -> None:
        self.base, self.objects, self.followers = base, objects, followers
        self.limits: dict[str, int] = {}
        by: dict[str, list[Held]] = {}
        for one in held:
            by.setdefault(one.topic, []).append(one)
        self.by: dict[str, tuple[Held, ...]] = {topic: tuple(found) for topic, found in by.items()}
        self.other_dice = any(topic.startswith("dice.") for topic in by)
        self._actions: dict[frozenset[str], tuple[Held, ...]] = {}
        self.sums = {stat: plain_sum(self.of(f"add.{stat}")) for stat in ("strength", "craft")}

    def of(self, topic: str) -> tuple[Held, ...]:
        """What holds about a topic: `add.strength`, `may.evade`, `on.landed`, `action` …"""
        return self.by.get(topic, NOTHING)

    def actions_at(self, moments: frozenset[str]) -> tuple[Held, ...]:
        """The actions whose moment it is."""
        found = self._actions.get(moments)
        if found is None:
            found = self._actions[moments] = tuple(one for one in self.of("action") if moments.intersection(one.mod.at))  # type: ignore[attr-defined]
        return found


def plain_sum(adds: tuple[Held, ...]) -> int | None:
    """What is always added, if nothing depends on anything; else None."""
    n = 0
    for one in adds:
        mod = one.mod
        assert isinstance(mod, Add)
        if one.test is not None or mod.use != "always" or not isinstance(mod.n, int):
            return None
        n += mod.n
    return n


def kit(g: Play, seat: int) -> Kit:
    """The kit of a seat, remembered by what it has."""
    known = g.kits[seat]
    if known is not None:
        return known
    known = g.kits[seat] = _remembered(g, seat)
    return known


def _remembered(g: Play, seat: int) -> Kit:
    p = g.players[seat]
    space = p.space if p.space in g.linked.here else ""
    effects = tuple([e for e in g.effects if applies(e, seat, p.space)]) if g.effects else ()
    key = (p.character, p.form, p.goods, space, effects)
    found = g.linked.kits.get(key)
    if found is None:
        if len(g.linked.kits) > 20_000:
            g.linked.kits.clear()
        found = g.linked.kits[key] = _kit(g, seat)
    return found


def applies(effect: Effect, seat: int, space: str) -> bool:
    """Whether a lasting effect holds for a seat on a space; what lies on a card is for whoever meets it."""
    if effect.on == "seat":
        return effect.seat == seat
    return effect.on != "space" or effect.space == space


def _kit(g: Play, seat: int) -> Kit:
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
        if one.topic.startswith("set_to."):
            base[one.topic.removeprefix("set_to.")] = one.mod.n  # type: ignore[attr-defined]
    kinds = [(card, kind_held(g, card)) for card in p.goods]
    objects = tuple([card for card, kind in kinds if kind in OBJECTS and "gold" not in g.facts[card].keywords])
    return Kit(base, held, objects, tuple([card for card, kind in kinds if kind == "follower"]))


def kind_held(g: Play, card: str) -> str:
    """The type of a card in somebody's goods: what it is, or what it was turned into."""
    return "follower" if "@" in card else str(g.facts[card].type)


def _blanked(held: list[Held]) -> set[str]:
    return {one.topic.removeprefix("blank.") for one in held if one.topic.startswith("blank.")}


def _shielded(g: Play, goods: list[Held], blanked: set[str]) -> bool:
    """Whether something one has keeps every Spell off."""
    return any(one.topic == "cannot.be_spelled" and not _is_blank(g, one, blanked) for one in goods)


def _is_blank(g: Play, one: Held, blanked: set[str]) -> bool:
    if "magic" in blanked and g.facts[one.source].type in ("magic object", "talisman"):
        return True
    return _no_figure(g, one, blanked)


def _no_figure(g: Play, one: Held, blanked: set[str]) -> bool:
    """Whether what an Object adds does not count here, also what one drunk before still adds (`stat.blocked`)."""
    return "figures" in blanked and isinstance(one.mod, Add) and g.facts[one.source].type in OBJECTS


def _card(g: Play, card: str) -> list[Held]:
    """A card in somebody's goods; as something else while it is raised or charmed (`goblin@ghoul.raised`)."""
    role = card.partition("@")[2]
    if card in g.owned:
        return []
    return of_definition(g, f"character.{role}" if role else plain_card(card), card)


def of_definition(g: Play, key: str, source: str) -> list[Held]:
    """The modifiers of a definition as held by their owner, made once."""
    known = g.linked.held.get(source)
    if known is None:
        found = g.book.card(key)
        known = g.linked.held[source] = [held_from(m, source) for m in (found.held or found.mods)]
    return list(known)


def _form(g: Play, form: str) -> list[Held]:
    return of_definition(g, f"form.{form}", f"form.{form}") if form else []


def _here(g: Play, space: str) -> list[Held]:
    return [held_from(m, f"space.{space}") for m in g.linked.here.get(space, ())]


def _effects(g: Play, seat: int, space: str, spells: bool) -> list[Held]:
    found: list[Held] = []
    for effect in g.effects:
        if applies(effect, seat, space) and (spells or effect.on == "card" or g.facts[effect.source].type != "spell"):
            slots = tuple(zip(g.linked.effect_names.get(effect.what, ()), effect.slots, strict=False))
            found += [held_from(m, effect.source or effect.what, slots) for m in g.book.card(effect.what).mods]
    return found
