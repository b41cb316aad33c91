"""The full page: a Voilà server for the companion's notebook, its handlers and configuration."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import tornado.web
from jupyter_core.utils import ensure_async
from jupyter_server import DEFAULT_STATIC_FILES_PATH
from jupyter_server.auth.logout import LogoutHandler
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets.config import Config
from voila.app import Voila
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler

from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

from . import access as gate
from . import running_server as running
from . import settings
from .access import ServerKey

MOST = 10
"""Upper bound of kernels at a time, because each takes about 120 MB of memory."""
FORGOTTEN = 600
"""Seconds after which a kernel without a connected page is shut down."""


class TooManyKernelsError(tornado.web.HTTPError):
    """Raised (503) when `MOST` kernels run; the message is for JupyterLab, the full page shows its own."""

    def __init__(self) -> None:
        lang = os.environ.get("TALISMAN_NB_LANG", "")
        super().__init__(503, load_phrases(lang if lang in LANGUAGES else LANGUAGES[0]).say("server", "full", n=MOST))


class LimitedKernelManager(AsyncMappingKernelManager):
    """Jupyter's kernel manager, limited to `MOST` kernels."""

    @cached_property
    def _one_at_a_time(self) -> asyncio.Lock:
        """Lock held while a kernel starts, because a kernel is counted only once it runs."""
        return asyncio.Lock()

    async def start_kernel(self, *args: Any, **kwargs: Any) -> str:  # type: ignore[override]
        async with self._one_at_a_time:
            if len(self) >= MOST:
                raise TooManyKernelsError
            return await super().start_kernel(*args, **kwargs)


# Allow-list of JupyterLab extensions that a page of widgets needs; others only make it slower.
WIDGETS = ["@voila-dashboards/widgets-manager8", "@jupyter-widgets/jupyterlab-manager", "anywidget"]
UNUSED = (TemplateStaticFileHandler, LogoutHandler)
"""Handlers of Voilà that are left out, because the page never uses them and both crash on malformed requests."""


class KernelAlive(tornado.web.RequestHandler):
    """Handler that returns 204 while the kernel of a page runs, 410 when the page must reload."""

    async def get(self, kernel_id: str) -> None:
        kernels = self.settings["kernel_manager"]
        alive = kernel_id in kernels and await ensure_async(kernels.get_kernel(kernel_id).is_alive())
        self.set_status(204 if alive else 410)


class FullPageHandler(TornadoVoilaHandler, gate.MessageHandler):
    """Handler of the page; responds 503 when the limit of kernels is reached."""

    async def get(self, path: str | None = None) -> None:
        try:
            await TornadoVoilaHandler.get(self, path)
        except TooManyKernelsError:
            self.say(503, "full", n=MOST)


def let_the_page_say_goodbye(handler: tornado.web.RequestHandler, **rest: Any) -> None:
    """Set the XSRF cookie, which the page needs to shut its kernel down when it closes."""
    assert handler.xsrf_token  # reading the property sets the cookie


class FullPage(Voila):
    """Voilà with our template, handlers and access rules; calls `ready(url)` once it listens."""

    ready: Callable[[str], None] = staticmethod(lambda url: None)
    key = ServerKey("")

    def init_handlers(self) -> list[Any]:
        ours = [
            (f"/{running.HELLO}", gate.Hello),
            (f"/{running.TICKET}", gate.Ticket, {"key": self.key}),
            (r"/talisman-nb/kernel/([\w-]+)", KernelAlive),
        ]
        theirs = [
            (path, FullPageHandler if handler is TornadoVoilaHandler else handler, *rest)
            for path, handler, *rest in super().init_handlers()
            if handler not in UNUSED
        ]
        return [*gate.rules(self.key), *ours, *theirs]

    def launch_browser(self) -> None:
        self.ready(self.connection_url)


def configuration(port: int, *, retries: int, key: ServerKey) -> Config:
    """Return Voilà's configuration for one notebook, reachable from this machine only."""
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
            "allow_remote_access": False,  # checks the Host header, against DNS rebinding
            "ws_ping_timeout": 30_000,
            "log_function": lambda request: None,
            "static_path": DEFAULT_STATIC_FILES_PATH,  # needed by Jupyter's error pages
        },
        config_file_paths=[],
    )
    config.VoilaConfiguration.update(
        template="talisman-nb",
        prelaunch_hook=let_the_page_say_goodbye,
        kernel_spec_manager_class=settings.SAME_PYTHON,
        multi_kernel_manager_class=settings.LIMITED_KERNELS,
        show_tracebacks=True,
        allow_template_override="NO",
        allow_theme_override="NO",
        extension_allowlist=WIDGETS,
    )
    # No restart of a dead kernel: the page polls `KernelAlive` and reloads instead.
    config.KernelManager.autorestart = False
    config.AsyncMappingKernelManager.update(cull_idle_timeout=FORGOTTEN, cull_interval=60)
    return config


def serve(notebook: Path, port: int, *, retries: int, ready: Callable[[running.RunningServer], None]) -> None:
    """Serve the notebook until Ctrl-C; call `ready` with the server once it listens.

    Call `settings.use_our_own()` before importing this module.
    """
    logging.getLogger("tornado.general").setLevel("ERROR")  # no warnings about pages that close late
    key = ServerKey(running.lasting_token("page"))
    app = FullPage.instance(config=configuration(port, retries=retries, key=key))  # handlers log by the singleton
    here = running.RunningServer("page", "", os.getpid(), key.token)

    def listening(url: str) -> None:
        nonlocal here
        here = running.RunningServer("page", url, os.getpid(), key.token)
        running.leave_address(here)
        ready(here)

    app.ready, app.key = listening, key
    try:
        app.initialize([str(notebook)])
        app.start()
    finally:
        running.take_address_back(here)
