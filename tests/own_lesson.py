"""A lesson of a teacher's own, as it stands in a file, in one language."""

OWN = """
name = "gatto"
title.it = "Il gatto"
about = "Un minuto"

[[page]]
title = "Pagina"
minutes = 1

[[page.step]]
kind = "situation"
situation = "dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear > fight"
text = "Un Orso."

[[page.step]]
kind = "predict"
text.it = "Chi vince?"

[[page.step.option]]
says = "Il Nano"
claim = "won > lost"

[[page.step.option]]
says = "L'Orso"
claim = "won < 1/2"
"""
