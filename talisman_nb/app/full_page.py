"""The companion as a full page without code: a Voilà server for this one notebook."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tornado.web
from jupyter_core.utils import ensure_async
from jupyter_server import DEFAULT_STATIC_FILES_PATH
from jupyter_server.auth.logout import LogoutHandler
from traitlets.config import Config
from voila.app import Voila
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler

from talisman_nb.app import access as gate
from talisman_nb.app import kernel_limit as kernels
from talisman_nb.app import running_server as running
from talisman_nb.app import settings
from talisman_nb.app.access_token import Key

# What a page of widgets needs; other extensions of JupyterLab would only make it slower.
WIDGETS = ["@voila-dashboards/widgets-manager8", "@jupyter-widgets/jupyterlab-manager", "anywidget"]
UNUSED = (TemplateStaticFileHandler, LogoutHandler)
"""Addresses of Voilà's that our page never asks for; both fail on what they don't expect."""


class Hello(tornado.web.RequestHandler):
    """Says which process answers: how a second start knows that the server it found is ours."""

    def get(self) -> None:
        self.write(str(os.getpid()))


class Ticket(tornado.web.RequestHandler):
    """Gives a token that opens the page once."""

    def initialize(self, key: Key) -> None:
        self.key = key

    def post(self) -> None:
        self.write(self.key.ticket())


class KernelAlive(tornado.web.RequestHandler):
    """Says whether the program behind a page still runs: 204, or 410 when the page has to load itself again."""

    async def get(self, kernel_id: str) -> None:
        kernels = self.settings["kernel_manager"]
        alive = kernel_id in kernels and await ensure_async(kernels.get_kernel(kernel_id).is_alive())
        self.set_status(204 if alive else 410)


class Page(TornadoVoilaHandler, gate.Message):
    """The page itself; when no more can be opened it says so."""

    async def get(self, path: str | None = None) -> None:
        try:
            await TornadoVoilaHandler.get(self, path)
        except kernels.TooManyKernelsError:
            self.say(503, "full", n=kernels.MOST)


def let_the_page_say_goodbye(handler: tornado.web.RequestHandler, **rest: Any) -> None:
    """Gives the page the token without which its last request, to end its kernel when it closes, is refused."""
    assert handler.xsrf_token  # asking for it sets the cookie


class FullPage(Voila):
    """Voilà with our template and our addresses, behind a gate; `ready(url)` is called once it listens."""

    ready: Callable[[str], None] = staticmethod(lambda url: None)
    key = Key("")

    def init_handlers(self) -> list[Any]:
        ours = [
            (f"/{running.HELLO}", Hello),
            (f"/{running.TICKET}", Ticket, {"key": self.key}),
            (r"/talisman-nb/kernel/([\w-]+)", KernelAlive),
        ]
        theirs = [
            (path, Page if handler is TornadoVoilaHandler else handler, *rest)
            for path, handler, *rest in super().init_handlers()
            if handler not in UNUSED
        ]
        return [*gate.rules(self.key), *ours, *theirs]

    def launch_browser(self) -> None:
        self.ready(self.connection_url)


def configuration(port: int, *, retries: int, key: Key) -> Config:
    """Voilà's settings for one notebook on this machine only."""
    config = Config()
    config.Voila.update(
        ip="127.0.0.1",
        port=port,
        port_retries=retries,
        open_browser=True,
        kernel_websocket_connection_class=settings.NODELAY,
        cookie_secret=gate.cookie_secret(key),
        log_level="ERROR",
        tornado_settings={
            "allow_remote_access": False,  # a page of another site can't reach ours by renaming this machine
            "ws_ping_timeout": 30_000,
            "log_function": lambda request: None,
            "static_path": DEFAULT_STATIC_FILES_PATH,  # without it Jupyter's pages of errors fail themselves
        },
        config_file_paths=[],
    )
    config.VoilaConfiguration.update(
        template="talisman-nb",
        prelaunch_hook=let_the_page_say_goodbye,
        kernel_spec_manager_class=settings.SAME_PYTHON,
        multi_kernel_manager_class=settings.FEW_KERNELS,
        show_tracebacks=True,
        allow_template_override="NO",
        allow_theme_override="NO",
        extension_allowlist=WIDGETS,
    )
    # A kernel that died is not started again behind the page's back: the page notices and loads itself anew.
    config.KernelManager.autorestart = False
    config.AsyncMappingKernelManager.update(cull_idle_timeout=kernels.FORGOTTEN, cull_interval=60)
    return config


def serve(notebook: Path, port: int, *, retries: int, ready: Callable[[running.Running], None]) -> None:
    """Serves the notebook until Ctrl-C; `ready` gets the server once it answers.

    Call `settings.use_our_own()` before importing this module.
    """
    logging.getLogger("tornado.general").setLevel("ERROR")  # else each page that closes late is a line for the players
    key = Key(running.lasting_token("page"))
    app = FullPage.instance(config=configuration(port, retries=retries, key=key))  # its handlers log through the one instance
    here = running.Running("page", "", os.getpid(), key.token)

    def listening(url: str) -> None:
        nonlocal here
        here = running.Running("page", url, os.getpid(), key.token)
        running.leave_address(here)
        ready(here)

    app.ready, app.key = listening, key
    try:
        app.initialize([str(notebook)])
        app.start()
    finally:
        running.take_address_back(here)
