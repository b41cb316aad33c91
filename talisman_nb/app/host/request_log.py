"""What a hosted table writes down of requests: who asked for what, and what went wrong; never a code or a cookie."""

from __future__ import annotations

import logging
import re
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from tornado.web import RequestHandler

LOG = logging.getLogger("talisman_nb.host")
LARGEST = 256 * 1024
"""Bytes of the file of requests before it is begun anew; one older is kept."""
OTHERS = ("tornado.access", "tornado.application", "tornado.general", "asyncio")
"""Loggers that would tell of requests with all that stands in them."""


def log_request(handler: RequestHandler) -> None:
    """Write down a request: address, method, path, status, milliseconds.

    A code may stand in the query, and in a path that is none of ours: neither is told.
    """
    request, status = handler.request, handler.get_status()
    path = "?" if status == 404 else request.path
    level = logging.INFO if status < 400 else logging.WARNING
    took = round(1000 * request.request_time())
    LOG.log(level, "%s %s %.100s %d %d ms", request.remote_ip, request.method, ascii(path), status, took)


class Untold:
    """Base of the handlers: an error in one is a line of the log, without anything of the request but its path."""

    def log_exception(
        self, typ: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        """Write an error down with its place; what a request is refused with is no error."""
        assert isinstance(self, RequestHandler)
        if getattr(value, "status_code", 500) < 500:
            return
        while tb and tb.tb_next:
            tb = tb.tb_next
        place = f"{Path(tb.tb_frame.f_code.co_filename).name}:{tb.tb_lineno}" if tb else ""
        LOG.error("%s %.100s: %s at %s", self.request.method, ascii(self.request.path), _name(typ), place)


class _WithoutValues(logging.Filter):
    """Leaves of a record of a library its kind of message and of error: not what it is filled with, no traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        told = re.match(r"[\w ]*", str(record.msg))
        record.msg = f"{told[0] if told else ''} {_name(record.exc_info[0] if record.exc_info else None)}".strip()
        record.args, record.exc_info, record.exc_text = (), None, None
        return True


def _name(error: type[BaseException] | None) -> str:
    return error.__name__ if error else ""


def write_to(file: Path) -> None:
    """Write what is logged to a file from now on, and nothing of a request to the terminal."""
    handler = RotatingFileHandler(file, maxBytes=LARGEST, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))
    for name in (LOG.name, *OTHERS):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        if name != LOG.name:
            logger.filters = [_WithoutValues()]
    LOG.setLevel(logging.INFO)
