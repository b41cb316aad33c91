"""How certain the facts of a stack of layers are: the doubts of each layer about what no later layer has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from talisman_nb.board.graph import plain_kind
from talisman_nb.cards.certainty import Certainty, Doubt, Words, read_certainty

from .layers import BOARD, DOUBTS, Layer
from .merging import Written


def certainty_of(layers: Sequence[Layer], written: Mapping[str, Written]) -> Certainty:
    """The doubts and bases of all layers; a later layer's word on a fact replaces an earlier one's.

    A doubt about a part that a later layer has written is dropped: it was about the earlier part.
    Raises `CardError` for a mistake in a `doubts.toml`.
    """
    basis: dict[str, Words] = {}
    doubts: dict[str, dict[str, Doubt]] = {}
    for layer in layers:
        changed = _changed_parts(layer, written)
        doubts = {key: _unchanged(found, changed.get(key, {})) for key, found in doubts.items()}
        if DOUBTS in layer.texts:
            own = read_certainty(layer.texts[DOUBTS], layer.at(DOUBTS))
            basis |= own.basis
            for key, found in own.doubt.items():
                doubts[key] = doubts.get(key, {}) | found
    kept = {key: found for key, found in doubts.items() if found and _exists(key, layers, written)}
    return Certainty(basis, kept)


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
