"""The command line and the two servers it starts: a full page without code, and JupyterLab."""
