"""Print the lowest version a wheel declares of each package it needs, as pins: `python .ci/lowest.py some.whl`."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from email.parser import HeaderParser

from packaging.requirements import Requirement


def lowest(wheel: str) -> Iterator[str]:
    """A pin per package, those of the extras too; one without a lower bound ends the program."""
    with zipfile.ZipFile(wheel) as inside:
        (name,) = (name for name in inside.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = HeaderParser().parsestr(inside.read(name).decode("utf-8"))
    for need in map(Requirement, metadata.get_all("Requires-Dist", [])):
        bounds = [bound.version for bound in need.specifier if bound.operator == ">="]
        if len(bounds) != 1:
            sys.exit(f"{need}: one lower bound is needed, such as {need.name}>=1.2")
        yield f"{need.name}=={bounds[0]}"


if __name__ == "__main__":
    print(*lowest(sys.argv[1]), sep="\n")
