"""The layers that pages for readers have as examples: blocks of TOML that begin with the name of their file."""

from __future__ import annotations

import re
from pathlib import Path

from talisman_nb.rules.layers import Layer

DOCS = Path(__file__).resolve().parents[1] / "talisman_nb" / "docs"


def layers_on(page: str) -> dict[str, Layer]:
    """The layers of a page, by their names."""
    found: dict[str, dict[str, str]] = {}
    text = (DOCS / page).read_text("utf-8")
    for name, path, written in re.findall(r"```toml\n# ([a-z-]+)/(\S+)\n(.*?)```", text, re.DOTALL):
        found.setdefault(name, {})[path] = written
    return {name: Layer(name, texts) for name, texts in found.items()}
