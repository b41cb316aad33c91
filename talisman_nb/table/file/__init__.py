"""A saved table: its log, what is found of it, rescued from it and read of older ones."""

import sys

if sys.platform == "emscripten" and not hasattr(sys.modules.get("fcntl", sys), "flock"):
    # JupyterLite's kernel has put an empty module in the place of the one that locks files.
    sys.modules.pop("fcntl", None)
