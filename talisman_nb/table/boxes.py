"""Boxes: layers as files that are shared, installed in versions, listed, and removed again.

An installed box lies in `<home>/boxes/<id>/<version>/`, and its layer is called after both: two versions are two
layers. A table stores its layers: it opens without the box. The file itself: `box_file.py`.
"""

from __future__ import annotations

import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from talisman_nb.board.toml_reading import nearest
from talisman_nb.cards.decode import CardError
from talisman_nb.model.data_folder import box_layer_name, box_layers, boxes_folder
from talisman_nb.rules.layers import read_layer
from talisman_nb.table.file.saved_tables import made_folder
from talisman_nb.text.errors import system_reason

from .box_file import Box, BoxContents, BoxError, find_mistake, read_box, write_box

__all__ = [
    "Box",
    "BoxContents",
    "BoxError",
    "InstalledBox",
    "find_mistake",
    "install_box",
    "installed_boxes",
    "read_box",
    "remove_box",
    "write_box",
]


@dataclass(frozen=True)
class InstalledBox:
    """A version of a box that is installed; what it has is read by `box`.

    Examples
    --------
    >>> InstalledBox("moles", "1.4", Path("boxes/moles/1.4")).layer_name
    'moles-v1-4'
    """

    id: str
    version: str
    folder: Path

    @property
    def layer_name(self) -> str:
        """The name of its layer: what a specification and a form call it."""
        return box_layer_name(self.id, self.version)

    def box(self) -> Box:
        """Read what is in its folder.

        Returns
        -------
        Box
            The box.

        Raises
        ------
        CardError
            Its files have been changed and can't be read any more.

        Examples
        --------
        >>> from talisman_nb.rules.layers import Layer
        >>> found = install_box(write_box(Layer("moles", {"names/en.toml": "[card]\\nwolf = 'Mole'"})))
        >>> found.box().contents.names
        1
        >>> found = remove_box("moles")
        """
        return Box(read_layer(self.folder, self.id))


def installed_boxes() -> tuple[InstalledBox, ...]:
    """Return the boxes that are installed, by id, the oldest version first; what can't be read any more is among them.

    Returns
    -------
    tuple[InstalledBox, ...]
        The boxes; none where their folder can't be opened.

    Examples
    --------
    >>> from talisman_nb.rules.layers import Layer
    >>> data = write_box(Layer("moles", {"names/en.toml": "[card]\\nwolf = 'Mole'"}))
    >>> _ = install_box(data)
    >>> [box.layer_name for box in installed_boxes()]
    ['moles-v1']
    >>> _ = remove_box("moles")
    """
    found = (InstalledBox(folder.parent.name, folder.name, folder) for folder in box_layers().values())
    return tuple(sorted(found, key=lambda box: (box.id, [int(part) for part in box.version.split(".")])))


def install_box(data: bytes) -> InstalledBox:
    """Install a box from the bytes of its file; one that is there already, with the same texts, stays as it is.

    Parameters
    ----------
    data
        What the file has in it.

    Returns
    -------
    InstalledBox
        The box as it lies in the user's folder.

    Raises
    ------
    BoxError
        It is none, another one has its name and version ("there"), or the folder can't be written ("system").
    CardError, BoardError
        Its cards can't be played.

    Examples
    --------
    >>> from talisman_nb.rules.layers import Layer
    >>> data = write_box(Layer("moles", {"names/en.toml": "[card]\\nwolf = 'Mole'"}))
    >>> install_box(data).version, remove_box("moles").version
    ('1', '1')
    """
    box = read_box(data)
    mistake = find_mistake(box)
    if mistake is not None:
        raise mistake
    to = InstalledBox(box.id, box.version, boxes_folder() / box.id / box.version)
    if to.folder.is_dir():
        with suppress(CardError):
            if dict(to.box().layer.texts) == dict(box.layer.texts):
                return to
        raise BoxError("there", name=box.id, version=box.version)
    made_folder(boxes_folder())
    try:
        made = Path(tempfile.mkdtemp(prefix=".", dir=boxes_folder()))
        try:
            for path, text in box.layer.texts.items():
                file = made / path
                file.parent.mkdir(exist_ok=True)
                file.write_text(text, encoding="utf-8", newline="\n")
            to.folder.parent.mkdir(exist_ok=True)
            made.rename(to.folder)
        finally:
            shutil.rmtree(made, ignore_errors=True)
    except OSError as error:
        raise BoxError("system", path=str(to.folder), reason=system_reason(error)) from error
    return to


def next_version(id: str) -> str:
    """Return the version that a box made anew has, behind those of its id that are installed.

    >>> next_version("moles")
    '1'
    """
    versions = [box.version.partition(".")[0] for box in installed_boxes() if box.id == id]
    return str(max((int(each) for each in versions if each.isdigit()), default=0) + 1)


def remove_box(id: str, version: str = "") -> InstalledBox:
    """Remove a version of an installed box; tables that were begun with it keep it.

    Parameters
    ----------
    id
        Its id, or the name of its layer.
    version
        Which one; "" for the only one or the newest.

    Returns
    -------
    InstalledBox
        What was removed.

    Raises
    ------
    BoxError
        It is not installed ("unknown", with the nearest), or can't be removed ("system").

    Examples
    --------
    >>> from talisman_nb.rules.layers import Layer
    >>> data = write_box(Layer("moles", {"names/en.toml": "[card]\\nwolf = 'Mole'"}))
    >>> _ = install_box(data)
    >>> remove_box("moles-v1").id
    'moles'
    """
    found = find_box(id, version)
    try:
        gone = Path(tempfile.mkdtemp(prefix=".", dir=boxes_folder()))
        found.folder.rename(gone / found.version)  # at once, whatever becomes of the files
        shutil.rmtree(gone, ignore_errors=True)
        if not any(found.folder.parent.iterdir()):
            found.folder.parent.rmdir()
    except OSError as error:
        raise BoxError("system", path=str(found.folder), reason=system_reason(error)) from error
    return found


def find_box(id: str, version: str = "") -> InstalledBox:
    """Return an installed box by its id and version, "" for the newest, or by its layer's name. Raises `BoxError`."""
    boxes = installed_boxes()
    fitting = [box for box in boxes if id == box.layer_name or (id == box.id and version in ("", box.version))]
    if not fitting:
        known, told = sorted({box.id for box in boxes}), f"{id} {version}".strip()
        raise BoxError(
            "unknown", name=told, near=nearest(id, known), known=", ".join(f"{box.id} {box.version}" for box in boxes)
        )
    return fitting[-1]
