"""Runs coroutines of a test in a thread of their own, because a browser test leaves a running loop in its process."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end; what it raises is raised here."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, coroutine).result()
