"""The form in which a table is set up."""
