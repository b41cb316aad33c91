"""Records that a group keeps for its next games, in a file of the data folder with a JSON object a line.

A later line about the same thing wins. Lines that can't be read are left alone, and a game goes on without the file if
it can't be opened. Several processes may write at the same time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Generic, TypeVar

import msgspec

from talisman_nb.model.data_folder import home
from talisman_nb.table.file.file_error import TableFileError
from talisman_nb.table.file.saved_tables import made_folder
from talisman_nb.text.errors import system_reason

Kept = TypeVar("Kept", bound=msgspec.Struct)


class KeptLines(Generic[Kept]):
    """A file of things of one kind; `key` tells which of them are about the same."""

    def __init__(self, name: str, kind: type[Kept], key: Callable[[Kept], object]) -> None:
        """Name the file in the data folder, which need not exist."""
        self._name, self._kind, self._key = name, kind, key

    @property
    def path(self) -> Path:
        """The file, whether it exists or not."""
        return home() / self._name

    def read(self) -> tuple[Kept, ...]:
        """The things kept, each as its last line has it; none if the file can't be opened."""
        try:
            lines = self.path.read_bytes().splitlines()
        except OSError:
            return ()
        found = (self._decoded(line) for line in lines if line)
        return tuple({self._key(one): one for one in found if one is not None}.values())

    def keep(self, one: Kept) -> None:
        """Append a thing, unless it is kept as it is. Raises `TableFileError` "system" if the file can't be written."""
        if one in self.read():
            return
        with self._writing() as file:
            file.write((b"\n" if file.tell() else b"") + msgspec.json.encode(one))  # after a line that was cut off

    def forget(self, one: Kept) -> None:
        """Take all lines about a thing out of the file. Raises `TableFileError` "system" if it can't be written."""
        with self._writing() as file:
            file.seek(0)  # what is locked is read by who locked it: Windows lets nobody else
            lines = [line for line in file.read().splitlines() if not self._is_about(line, one)]
            draft, left = self.path.with_name(f"{self._name}.new"), b"\n".join(lines)
            draft.write_bytes(left)
            try:
                draft.replace(self.path)
            except PermissionError:  # Windows puts nothing in the place of an open file
                file.truncate(0)
                file.write(left)
                file.flush()
                draft.unlink()

    @contextmanager
    def _writing(self) -> Iterator[BinaryIO]:
        """Hold the file open at its end, alone; another process may have put a new file in its place meanwhile."""
        import portalocker

        path = self.path
        try:
            made_folder(path.parent)
            while True:
                with path.open("a+b") as file:
                    portalocker.lock(file, portalocker.LOCK_EX)
                    if path.exists() and os.path.samestat(path.stat(), os.fstat(file.fileno())):
                        yield file
                        return
        except OSError as error:
            raise TableFileError("system", path=str(path), reason=system_reason(error)) from error

    def _is_about(self, line: bytes, one: Kept) -> bool:
        found = self._decoded(line)
        return found is not None and self._key(found) == self._key(one)

    def _decoded(self, line: bytes) -> Kept | None:
        try:
            return msgspec.json.decode(line, type=self._kind)
        except msgspec.DecodeError:
            return None
