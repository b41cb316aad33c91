"""Limit on the number of kernels of a server."""

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
