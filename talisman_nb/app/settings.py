"""Jupyter settings of both servers: our own folders instead of the user's, the one kernel, its connection."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

# Jupyter's checks of JSON build 38 grammars of addresses that none of our servers uses: 1.6 s of each start.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager, NoSuchKernel  # noqa: E402
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection  # noqa: E402

from . import paths as places  # noqa: E402

KERNEL = "python3"
"""Name of the one kernel."""
NODELAY = "talisman_nb.app.settings.NoDelayConnection"
SAME_PYTHON = "talisman_nb.app.settings.SamePythonKernels"
TOKEN_OR_TICKET = "talisman_nb.app.lab.TokenOrTicket"
LIMITED_KERNELS = "talisman_nb.app.full_page.LimitedKernelManager"
"""Import paths of our classes, as Jupyter's configuration names them: this and the three above."""
PRELOAD = "talisman_nb.app.page_kernel"
"""The extension that each kernel loads."""

FIRST_LAB_SETTINGS: dict[str, dict[str, Any]] = {
    "@jupyterlab/apputils-extension/notification": {"checkForUpdates": False, "fetchNews": "false"},
    "@jupyterlab/apputils-extension/themes": {"adaptive-theme": True},
}
"""Initial settings of JupyterLab by plugin, written once; the user may change them afterwards."""


class SamePythonKernels(KernelSpecManager):
    """Kernel spec manager that offers one kernel: the Python that runs this command."""

    def find_kernel_specs(self) -> dict[str, str]:
        return {KERNEL: str(Path(sys.prefix) / "share" / "jupyter" / "kernels" / KERNEL)}

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        if kernel_name != KERNEL:
            raise NoSuchKernel(kernel_name)
        argv = [
            sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}", "--IPKernelApp.log_level=ERROR",
            f"--IPKernelApp.extra_extensions={PRELOAD}",
        ]  # fmt: skip
        return KernelSpec(
            argv=argv,
            display_name="Python 3 (ipykernel)",
            language="python",
            metadata={"debugger": True},
            resource_dir=self.find_kernel_specs()[KERNEL],
        )


class NoDelayConnection(ZMQChannelsWebsocketConnection):
    """WebSocket connection of a page and its kernel that sends each message at once (TCP_NODELAY).

    A click makes the kernel send several small messages (busy, update, idle). With Nagle's algorithm the second one
    waits for the browser's delayed acknowledgement of the first: 40 ms, five times the time of the answer itself.
    """

    def connect(self) -> Any:
        self.websocket_handler.set_nodelay(True)
        return super().connect()


def use_our_own() -> None:
    """Set Jupyter's environment variables to our own folders; call it before any import of Jupyter reads them.

    The folders are made: a signature of a notebook is kept in one that older versions of nbformat don't make.
    """
    ours = places.home() / "jupyter"
    for name in ("config", "data", "runtime"):
        os.environ[f"JUPYTER_{name.upper()}_DIR"] = str(places.made_folder(ours / name))
    os.environ["JUPYTERLAB_SETTINGS_DIR"] = str(ours / "lab-settings")
    os.environ["JUPYTERLAB_WORKSPACES_DIR"] = str(ours / "workspaces")
    os.environ["JUPYTER_PATH"] = str(Path(__file__).parent / "share")
    os.environ.pop("JUPYTER_CONFIG_PATH", None)
    for name, content in FIRST_LAB_SETTINGS.items():
        _write_once(ours / "lab-settings" / f"{name}.jupyterlab-settings", content)


def _write_once(file: Path, content: dict[str, Any]) -> None:
    if not file.exists():
        places.write_privately(file, json.dumps(content).encode())
