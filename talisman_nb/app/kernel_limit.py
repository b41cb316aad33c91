"""How many programs may run behind pages and notebooks at the same time."""

from __future__ import annotations

import asyncio
import os
from functools import cached_property
from typing import Any

import tornado.web
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

MOST = 10
"""Each takes about 120 MB of memory."""
FORGOTTEN = 600
"""Seconds after which one ends that no page is connected to."""


class TooManyKernelsError(tornado.web.HTTPError):
    """As many run as may; JupyterLab shows the sentence, the full page words it for its reader."""

    def __init__(self) -> None:
        lang = os.environ.get("TALISMAN_NB_LANG", "")
        super().__init__(503, load_phrases(lang if lang in LANGUAGES else LANGUAGES[0]).say("server", "full", n=MOST))


class FewKernels(AsyncMappingKernelManager):
    """Jupyter's manager of kernels, with a bound on their number."""

    @cached_property
    def _one_at_a_time(self) -> asyncio.Lock:
        """Held while a kernel is started: it counts only once it runs."""
        return asyncio.Lock()

    async def start_kernel(self, *args: Any, **kwargs: Any) -> str:  # type: ignore[override]
        async with self._one_at_a_time:
            if len(self) >= MOST:
                raise TooManyKernelsError
            return await super().start_kernel(*args, **kwargs)
