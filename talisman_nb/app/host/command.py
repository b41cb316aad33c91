"""The command `talisman-nb host`: where it listens, and what it says about it."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress

from talisman_nb.app import check_machine as check
from talisman_nb.app import running_server as running
from talisman_nb.app.console import say
from talisman_nb.app.host.doors import Doors, lan_address
from talisman_nb.app.host.request_log import write_to
from talisman_nb.app.host.server import serve
from talisman_nb.app.language import language
from talisman_nb.app.paths import running_dir
from talisman_nb.text.phrases import load_phrases

FIRST_PORT = 8890
"""Port of a hosted table, if no other was given and it is free."""
PORTS = 20
"""Number of ports that are tried."""


def host(asked: argparse.Namespace, opened: Callable[[running.Running], None]) -> int:
    """Host the table that was asked for until Ctrl-C; `opened` shows it to whoever started the command."""
    phrases = load_phrases(language(asked))
    lan = lan_address() if asked.lan else ""
    if asked.lan and not lan:
        say(phrases.say("host", "no-network"), sys.stderr)
        return 1

    def ready(server: running.Running, doors: Doors) -> None:
        opened(server)
        say(phrases.say("host", "open-lan" if lan else "open-here", address=doors.addresses[0]))
        if codes := doors.hosted.codes:
            say(phrases.say("host", "television-code", code=codes.television))

    write_to(running_dir() / "host.log")
    port = asked.port or next(p for p in range(FIRST_PORT, FIRST_PORT + PORTS) if check.port_is_free(p))
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(asked.table, port, lan=lan, lang=asked.lang or "", ready=ready))
    return 0
