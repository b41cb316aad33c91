"""The companion's front end: one widget that shows a screen and reports what was pressed."""
