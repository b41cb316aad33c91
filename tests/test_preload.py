"""Does a kernel of our servers load the companion before its first cell, which never runs beside the loading?"""

from __future__ import annotations

import ast
import os
from pathlib import Path

from jupyter_client.manager import KernelManager

from talisman_nb.app import page_kernel, settings

ROOT = Path(__file__).resolve().parents[1]
LOADED = """
import sys, threading
beside = [each for each in threading.enumerate() if each.name == {name!r}]
loaded = [each for each in {modules!r} if each in sys.modules]
books = list(sys.modules["talisman_nb.rules.book"]._BOOKS)
"""


def test_a_kernel_has_the_companion_loaded_and_the_usual_book_open(own_home: Path) -> None:
    kernel = KernelManager(kernel_spec_manager=settings.SamePythonKernels(), kernel_name="python3")
    kernel.start_kernel(env={**os.environ, "PYTHONPATH": str(ROOT)})
    client = kernel.client()
    try:
        client.start_channels()
        client.wait_for_ready(timeout=120)
        code = LOADED.format(name=page_kernel.NAME, modules=page_kernel.SHOWN_BY)
        reply = client.execute_interactive(
            code, user_expressions={"found": "beside, loaded, len(books)"}, timeout=120, output_hook=lambda said: None
        )
        found = reply["content"]["user_expressions"]["found"]["data"]["text/plain"]
        assert ast.literal_eval(found) == ([], list(page_kernel.SHOWN_BY), 1)
    finally:
        client.stop_channels()
        kernel.shutdown_kernel(now=True)
