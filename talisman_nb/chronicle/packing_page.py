"""The lists of packing away as a page to print: every line has a box to tick."""

from __future__ import annotations

from html import escape

from talisman_nb.engine.view import seen_by
from talisman_nb.table import Table
from talisman_nb.text.pages.packing import packing_pages
from talisman_nb.text.pages.page import Page, Section

STYLE = """body{font:16px/1.4 system-ui,sans-serif;color:#1f1b16;background:#fff}
body{margin:2rem auto;max-width:60rem;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.05rem;margin:0 0 .3rem}.lists{columns:2;column-gap:2rem}
section{break-inside:avoid;margin-bottom:1rem}ul{list-style:none;margin:0;padding:0}
label{display:flex;gap:.6rem;padding:.15rem 0}input{width:1.1rem;height:1.1rem;margin-top:.15rem;flex:none}
article+article{break-before:page;border-top:1px solid #7a6f61;margin-top:2rem}
@media(max-width:40rem){.lists{columns:1}}@media print{body{margin:0}article+article{border:0}}"""


def packing_html(table: Table, lang: str, title: str) -> str:
    """Return both lists as one page without scripts; nothing in it is hidden from anybody."""
    pages = packing_pages(seen_by(table.state), lang, title)
    return (
        f'<!doctype html>\n<html lang="{lang}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(pages[0].title)}</title><style>{STYLE}</style>\n"
        + "\n".join(map(_article, pages))
        + "\n</html>\n"
    )


def _article(page: Page) -> str:
    about = "".join(f"<p>{escape(line)}</p>" for line in page.about)
    lists = "\n".join(map(_list, page.sections))
    return f'<article><h1>{escape(page.title)}</h1>{about}<div class="lists">\n{lists}\n</div></article>'


def _list(section: Section) -> str:
    boxes = (f'<li><label><input type="checkbox"><span>{escape(line)}</span></label></li>' for line in section.lines)
    return f"<section><h2>{escape(section.title)}</h2><ul>{''.join(boxes)}</ul></section>"
