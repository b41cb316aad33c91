"""How certain the facts of a stack of layers are: the doubts of each layer about what no later layer has changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from talisman_nb.board.graph import plain_kind
from talisman_nb.board.toml_reading import did_you_mean, shown
from talisman_nb.cards.certainty import Certainty, Doubt, Words, has_fact, read_certainty
from talisman_nb.cards.decode import FACTS, CardError
from talisman_nb.cards.definition import Definition

from .layers import BOARD, DOUBTS, Layer, editions
from .merging import Written


def certainty_of(
    layers: Sequence[Layer],
    written: Mapping[str, Written],
    definitions: Mapping[str, Definition],
    figures: Collection[str],
) -> Certainty:
    """The doubts and bases of all layers; a later layer's word on a fact replaces an earlier one's.

    A doubt about a part that a later layer has written is dropped: it was about the earlier part.
    Raises `CardError` for a mistake in a `doubts.toml`, and for a doubt of a layer of one's own that is about nothing.
    """
    basis: dict[str, Words] = {}
    told_by: dict[str, str] = {}
    doubts: dict[str, dict[str, Doubt]] = {}
    for layer in layers:
        changed = _changed_parts(layer, written)
        doubts = {key: _unchanged(found, changed.get(key, {})) for key, found in doubts.items()}
        if DOUBTS in layer.texts:
            ones_own = layer.name not in editions()
            own = read_certainty(layer.texts[DOUBTS], layer.at(DOUBTS), ones_own)
            if ones_own:
                _check(own.doubt, definitions, figures, layer.at(DOUBTS))
            basis |= own.basis
            told_by |= dict.fromkeys(own.basis, layer.name)
            for key, found in own.doubt.items():
                doubts[key] = doubts.get(key, {}) | found
    kept = {key: found for key, found in doubts.items() if found and _exists(key, layers, written)}
    return Certainty(basis, kept, told_by)


def _check(
    doubts: Mapping[str, Mapping[str, Doubt]],
    definitions: Mapping[str, Definition],
    figures: Collection[str],
    file: str,
) -> None:
    """Raise `CardError` for a doubt about a definition, a fact or a house rule that is not there."""
    kinds = {_kind(key): found for key, found in definitions.items()}
    for key, facts in doubts.items():
        found = definitions.get(key) or kinds.get(key)
        if found is None:
            raise CardError(f"{file}: [doubt.{key}]: the book has no definition {shown(key)}{did_you_mean(key, kinds)}")
        for fact, doubt in facts.items():
            where = f"{file}: [doubt.{key}.{fact}]"
            if not has_fact(found, fact):
                near = did_you_mean(fact, (*found.blocks, *FACTS))
                raise CardError(f"{where}: expected a fact or a block of [{key}], got {shown(fact)}{near}")
            if unknown := [name for name in doubt.switches if name not in figures]:
                near = did_you_mean(unknown[0], figures)
                raise CardError(f"{where} switches: expected a house rule, got {shown(unknown[0])}{near}")


def _kind(key: str) -> str:
    """The key of the kind of a numbered space; others as they are."""
    return f"space.{plain_kind(key.removeprefix('space.'))}" if key.startswith("space.") else key


def _unchanged(doubts: Mapping[str, Doubt], parts: Mapping[str, object]) -> dict[str, Doubt]:
    return {fact: doubt for fact, doubt in doubts.items() if fact.partition("[")[0] not in parts}


def _changed_parts(layer: Layer, written: Mapping[str, Written]) -> dict[str, dict[str, object]]:
    """The parts that a layer has written or dropped, by the key of their definition or space."""
    found = {
        key: dict.fromkeys(part for part, name in one.parts.items() if name == layer.name)
        for key, one in written.items()
        if one.layer == layer.name or layer.name in one.parts.values()
    }
    board = layer.tables(BOARD) if BOARD in layer.texts else {}
    for section in ("kind", "space"):
        for id, table in board.get(section, {}).items():
            dropped = dict.fromkeys(table.get("without", ()))
            found[f"space.{id}"] = {**found.get(f"space.{id}", {}), **table, **dropped}
    return found


def _exists(key: str, layers: Sequence[Layer], written: Mapping[str, Written]) -> bool:
    """Whether a definition or a space is in the stack, so that a doubt about it means something."""
    if not key.startswith("space."):
        return key in written
    ids = {id for layer in layers if BOARD in layer.texts for id in layer.tables(BOARD).get("space", {})}
    name = key.removeprefix("space.")
    return any(name in (id, plain_kind(id)) for id in ids)
