"""`python -m talisman_nb` is the same command as `talisman-nb`."""

from talisman_nb.app.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
