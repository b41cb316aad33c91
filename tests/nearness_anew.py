"""Writes `rulings/asked/nearness.msgpack` anew from all texts of rulings and rules; run it after many of them changed.

Each ruling and rule is a row of its terms in all languages, weighted by how few have them; the largest singular vectors
of these rows are the ways of terms and documents (latent semantic analysis). Needs NumPy, which the program doesn't.
"""

from __future__ import annotations

from collections import Counter
from math import log, log1p
from pathlib import Path

import msgspec
import numpy as np

from talisman_nb.rules.book import open_book
from talisman_nb.rulings import question_words
from talisman_nb.rulings.question_words import DIMENSIONS, Nearness
from talisman_nb.rulings.search import Document, index_of

FILE = Path(question_words.__file__).parent / "asked" / "nearness.msgpack"
EDITIONS = ("revised4", "second", "third", "revised4+souls")
FIELDS = {"asked": 1.0, "asks": 1.5, "decides": 0.7, "about": 1.0}
"""Weights of the fields of a ruling or rule."""
FEWEST = 2
"""Rulings and rules that a term stands in at least: of one it says nothing that its word doesn't say."""
MOST = 127


def made() -> Nearness:
    """Return the ways of the terms and documents of all editions as their texts are now."""
    documents: dict[str, Document] = {}
    for edition in EDITIONS:
        documents = {**index_of(open_book(edition)).documents, **documents}
    keys, rows = sorted(documents), []
    for key in keys:
        row: Counter[str] = Counter()
        for name, weight in FIELDS.items():
            row.update(dict.fromkeys(documents[key].fields.get(name, ()), weight))
        rows.append(row)
    having = Counter(term for row in rows for term in row)
    rarity = {term: log(len(rows) / n) + 0.1 for term, n in having.items()}
    places = {term: at for at, term in enumerate(sorted(having))}
    matrix = np.zeros((len(rows), len(places)))
    for at, row in enumerate(rows):
        for term, weight in row.items():
            matrix[at, places[term]] = log1p(weight) * rarity[term]
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    of_rows, values, of_terms = np.linalg.svd(matrix, full_matrices=False)
    ways = (of_terms[:DIMENSIONS] / values[:DIMENSIONS, None]).T
    terms = {term: _bytes(ways[at]) for term, at in places.items() if having[term] >= FEWEST}
    return Nearness(terms, {key: _bytes(of_rows[at, :DIMENSIONS])[1] for at, key in enumerate(keys)})


def _bytes(numbers: np.ndarray) -> tuple[float, bytes]:
    """Return numbers as one byte each, after what these have to be multiplied by."""
    scale = float(np.abs(numbers).max()) / MOST
    return scale, np.round(numbers / scale).astype(np.int8).tobytes()


if __name__ == "__main__":
    if not FILE.exists():
        FILE.write_bytes(msgspec.msgpack.encode(Nearness({}, {})))
    FILE.write_bytes(msgspec.msgpack.encode(made()))
