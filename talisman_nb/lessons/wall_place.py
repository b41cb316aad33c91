"""Where the wall of a class stands, in a file beside the saved tables, so that the teacher's page can follow it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from talisman_nb.model.data_folder import home

from .lesson import Lesson
from .moments import Place
from .running import Running


class WallPlace(Struct, frozen=True):
    """The step a wall is at; `done`: what the step waited for has been shown."""

    lang: str
    names: Mapping[str, str]
    place: Place
    done: bool

    def running(self, lesson: Lesson, lang: str = "") -> Running:
        """Return the lesson at this step, with its own dice and answers; at its title if it has no such step."""
        running = Running.of(lesson, lang or self.lang, self.names)
        number = self.place[0]
        if not 0 < number <= len(lesson.pages):
            return _gone_past(running) if number > len(lesson.pages) else running
        running = running.page(number)
        while running.place < self.place and running.place[0] == number:
            running = running.step()
        if running.place != self.place:
            return running
        return running.step() if self.done and not running.now.done else running


def file_of(lesson: Lesson) -> Path:
    """Return the file in which the wall of a lesson leaves its place."""
    return home() / "walls" / f"{lesson.key}.json"


def leave_place(running: Running) -> None:
    """Write where a wall stands; a folder that can't be written leaves the wall as it is, without a teacher's page."""
    file = file_of(running.lesson)
    here = WallPlace(running.lang, running.names, running.place, running.now.done)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(dir=file.parent, prefix=file.stem)
        with os.fdopen(handle, "wb") as written:
            written.write(msgspec.json.encode(here))
        Path(fresh).replace(file)


def last_place(lesson: Lesson) -> WallPlace | None:
    """Return where the wall of a lesson was seen last; None if none has been, or its file can't be read."""
    try:
        return msgspec.json.decode(file_of(lesson).read_bytes(), type=WallPlace)
    except (OSError, msgspec.DecodeError):
        return None


def _gone_past(running: Running) -> Running:
    running = running.page(len(running.lesson.pages))
    while not running.at_end:
        running = running.step()
    return running
