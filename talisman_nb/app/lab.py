"""The JupyterLab server: its configuration and handlers, and the companion's notebook, run before Lab opens it."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import tornado.web
from jupyter_core.utils import ensure_async
from jupyter_server.auth.identity import PasswordIdentityProvider, User
from jupyter_server.base.handlers import APIHandler
from jupyter_server.serverapp import ServerApp
from jupyterlab.labapp import LabApp
from nbclient import NotebookClient
from nbformat.sign import NotebookNotary

from talisman_nb.text.errors import describe_error
from talisman_nb.text.names import LANGUAGES

from . import paths as places
from . import running_server as running
from . import settings
from .access import ServerKey


class TokenOrTicket(PasswordIdentityProvider):
    """Jupyter's token authentication, extended by tickets and compared in constant time."""

    key = ServerKey("")

    async def get_user_token(self, handler: tornado.web.RequestHandler) -> User | None:
        if not self.key.opens(self.get_token(handler) or ""):
            return None
        return await ensure_async(self.get_user_cookie(handler)) or self.generate_anonymous_user(handler)


class ForTheTokenAlone(APIHandler):
    """Base handler of requests by a second start: requires the token, not the cookie, against cross-site requests."""

    async def prepare(self) -> None:  # type: ignore[override]
        await super().prepare()
        if not self.token_authenticated:
            raise tornado.web.HTTPError(403)


class LabHello(ForTheTokenAlone):
    """Handler that returns the process id."""

    def get(self) -> None:
        self.write(str(os.getpid()))


class LabTicket(ForTheTokenAlone):
    """Handler that issues a single-use ticket."""

    def post(self) -> None:
        self.write(TokenOrTicket.key.ticket())


class Open(ForTheTokenAlone):
    """Handler that prepares a table's notebook (`make_ready`) and returns its path; 400 for an invalid name."""

    async def post(self) -> None:
        asked = {name: self.get_body_argument(name, None, strip=False) for name in ("table", "lang")}
        try:
            path = await make_ready(self.settings["talisman_nb_server"], self.settings["talisman_nb_notebook"], **asked)
        except places.TableFileError as problem:
            lang = asked["lang"] if asked["lang"] in LANGUAGES else LANGUAGES[0]
            raise tornado.web.HTTPError(400, describe_error(problem, lang)) from problem
        self.write(path)


def asked_for(notebook: nbformat.NotebookNode, table: str | None, lang: str | None) -> nbformat.NotebookNode:
    """Put table and language, unless None or "", into the notebook's call `companion()`; return the notebook.

    >>> cell = nbformat.v4.new_code_cell("from talisman_nb import companion\\ncompanion()")
    >>> asked_for(nbformat.v4.new_notebook(cells=[cell]), "Friday", None).cells[0].source
    "from talisman_nb import companion\\ncompanion(table='Friday')"
    """
    call = ", ".join(f"{name}={value!r}" for name, value in (("table", table), ("lang", lang)) if value)
    for cell in notebook.cells:
        cell.source = cell.source.replace("companion()", f"companion({call})")
    return notebook


def copy_notebooks(source: Path, folder: Path) -> None:
    """Copy the notebooks and their files into Lab's folder; existing files (perhaps edited) are kept.

    The copies are signed: Lab displays no picture of an untrusted notebook.
    """
    notary = NotebookNotary()
    for file in sorted(source.rglob("*")):
        copy = folder / file.relative_to(source)
        if file.is_file() and not copy.exists() and ".ipynb_checkpoints" not in file.parts:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
            if copy.suffix == ".ipynb":
                notary.sign(nbformat.read(copy, as_version=4))


async def make_ready(server: ServerApp, notebook: Path, table: str | None = None, lang: str | None = None) -> str:
    """Write the notebook of a table into Lab's folder, start its kernel, run it, and return its path in Lab.

    A notebook with a session is left as it is. Lab finds the kernel by the session, and the panel by the notebook's
    outputs, which are signed because Lab displays no widget of an untrusted notebook. Raises `TableFileError` for an
    invalid table name.
    """
    if table:
        places.table_file(table)
    path = f"tables/{table}.ipynb" if table else notebook.name
    file = places.lab_dir() / path
    file.parent.mkdir(exist_ok=True)
    for session in await ensure_async(server.session_manager.list_sessions()):
        if session["path"] == path:
            return path
    content = asked_for(nbformat.read(notebook, as_version=4), table, lang)
    session = await ensure_async(
        server.session_manager.create_session(path=path, name=file.name, type="notebook", kernel_name=settings.KERNEL)
    )
    await _run(content, server.kernel_manager.get_kernel(session["kernel"]["id"]))
    nbformat.write(content, file)
    NotebookNotary().sign(nbformat.read(file, as_version=4))
    return path


async def _run(notebook: nbformat.NotebookNode, kernel: Any) -> None:
    client = NotebookClient(notebook, km=kernel, allow_errors=True, record_timing=False, timeout=120)
    client.kc = await client.async_start_new_kernel_client()
    try:
        for index, cell in enumerate(notebook.cells):
            if cell.cell_type == "code":
                await client.async_execute_cell(cell, index)
    finally:
        client.kc.stop_channels()


def arguments(port: int, *, retries: int, token: str) -> list[str]:
    """Return Lab's command line: local address, our kernel and connection classes, no update checks or news."""
    chosen = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": port,
        "ServerApp.port_retries": retries,
        "ServerApp.root_dir": places.lab_dir(),
        "ServerApp.open_browser": False,
        "ServerApp.answer_yes": True,
        "ServerApp.log_level": "ERROR",
        "LabApp.log_level": "ERROR",
        "ServerApp.allow_root": True,
        "ServerApp.terminals_enabled": False,
        "ServerApp.kernel_websocket_connection_class": settings.NODELAY,
        "ServerApp.kernel_spec_manager_class": settings.SAME_PYTHON,
        "ServerApp.kernel_manager_class": settings.LIMITED_KERNELS,
        "ServerApp.identity_provider_class": settings.TOKEN_OR_TICKET,
        "IdentityProvider.token": token,
        "IdentityProvider.cookie_options": {"samesite": "Strict"},
        "LabApp.extension_manager": "readonly",
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
        "LabApp.news_url": "None",
    }
    return [f"--{name}={value}" for name, value in chosen.items()]


def serve(
    notebook: Path,
    port: int,
    *,
    retries: int,
    ready: Callable[[running.RunningServer, str], None],
    table: str | None = None,
    lang: str | None = None,
) -> None:
    """Serve Lab until Ctrl-C; call `ready` with the server and the notebook's path once the notebook has run.

    Call `settings.use_our_own()` before importing this module.
    """
    TokenOrTicket.key = ServerKey(running.new_token())
    with places.kept_at_home():
        copy_notebooks(notebook.parent, places.lab_dir())
    LabApp.load_other_extensions = False  # other installed extensions are not needed, and untested
    server = LabApp.initialize_server(argv=arguments(port, retries=retries, token=TokenOrTicket.key.token))
    server.web_app.settings.update(talisman_nb_server=server, talisman_nb_notebook=notebook)
    server.web_app.add_handlers(
        ".*$", [(f"/{running.HELLO}", LabHello), (f"/{running.TICKET}", LabTicket), (f"/{running.OPEN}", Open)]
    )
    here = running.RunningServer("lab", f"http://127.0.0.1:{server.port}/", os.getpid(), TokenOrTicket.key.token)

    failed: list[Exception] = []

    async def begin() -> None:
        try:
            with places.kept_at_home():
                path = await make_ready(server, notebook, table, lang)
            running.leave_address(here)
            ready(here, path)
        except Exception as problem:  # raised again below; in this task it would be lost and the server never stop
            failed.append(problem)
            server.stop()

    server.io_loop.add_callback(lambda: asyncio.ensure_future(begin()))
    try:
        server.start()
    finally:
        running.take_address_back(here)
    if failed:
        raise failed[0]
