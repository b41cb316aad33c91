"""The panel of a table: its controller, the question and what stands beside it, hands, what is looked back on."""
