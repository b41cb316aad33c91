"""The colours of everything drawn: by role, in the light and the dark theme, and their style sheet."""

from __future__ import annotations

LIGHT = {
    "page": "#F7F3EA", "panel": "#FFFFFF", "ink": "#1F1B16", "muted": "#5A5248", "line": "#7A6F61",
    "accent": "#7A1F2B", "on-accent": "#FFFFFF", "focus": "#0B57D0", "good": "#1E6B3A", "bad": "#A3211B",
    "warn": "#7A4B00", "closed": "#ECE6DA", "river": "#427AA3",
    "outer": "#DCE8CF", "outer-ink": "#3F5A2C", "middle": "#D3E2EE", "middle-ink": "#2B5270",
    "inner": "#F0DFBE", "inner-ink": "#6E4B12", "crown": "#F6D7D2", "crown-ink": "#7A1F2B",
    "seat-0": "#0B4F8A", "seat-1": "#A63300", "seat-2": "#17693F", "seat-3": "#1F1B16", "seat-4": "#7B2D8B",
    "seat-5": "#6B5200", "seat-letter": "#FFFFFF",
}  # fmt: skip
"""Maps a role to its colour in the light theme."""

DARK = {
    "page": "#171512", "panel": "#221F1B", "ink": "#F3EDE2", "muted": "#BDB3A4", "line": "#968B79",
    "accent": "#F0A8A0", "on-accent": "#221F1B", "focus": "#8AB4F8", "good": "#84D19C", "bad": "#FF9A8F",
    "warn": "#F2C26B", "closed": "#2E2A25", "river": "#5E9CC6",
    "outer": "#2B3A26", "outer-ink": "#B9D6A4", "middle": "#22364A", "middle-ink": "#A9CDE8",
    "inner": "#463719", "inner-ink": "#EBCB8C", "crown": "#4F2524", "crown-ink": "#F0A8A0",
    "seat-0": "#7CBDF5", "seat-1": "#FF9B66", "seat-2": "#76CF97", "seat-3": "#F3EDE2", "seat-4": "#D99BE8",
    "seat-5": "#E5C158", "seat-letter": "#171512",
}  # fmt: skip
"""Maps a role to its colour in the dark theme."""

HOT, COOL, GREEN, GOODS, UNKNOWN = "crown", "middle", "outer", "inner", "closed"
"""Roles of the tints of what is fought, of people and what is done to them, of places, of goods, each with its `-ink`;
of what nobody knows yet."""
TEMPERATURES = {
    **dict.fromkeys(("animal", "monster", "dragon", "spirit"), HOT),
    **dict.fromkeys(("stranger", "follower", "event", "spell", "quest"), COOL),
    **dict.fromkeys(("place", "terrain"), GREEN),
    **dict.fromkeys(("object", "magic-object", "purchase", "talisman"), GOODS),
}
"""Maps the type of a card to the role that its picture is coloured in."""
NEW_LINE = "\n"
THEMES = ("auto", "light", "dark")
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"


def variables(colours: dict[str, str]) -> str:
    """Return the roles as CSS custom properties: `--tnb-ink:#1F1B16;…`."""
    return "".join(f"--tnb-{role}:{colour};" for role, colour in colours.items())


def style_sheet(used: str = "") -> str:
    """Return the CSS of `.tnb`: the roles as custom properties, then the rules `used`.

    The class `auto` follows JupyterLab's theme, else the system; `light` and `dark` are fixed.

    Parameters
    ----------
    used
        CSS rules; only roles that occur in them are written, "" writes all (for a panel's own style sheet).

    Returns
    -------
    str
        The style sheet.

    Examples
    --------
    >>> style_sheet(".tnb text{fill:var(--tnb-ink)}").count("--tnb-ink:")
    3
    """
    light, dark = (
        {role: colour for role, colour in colours.items() if not used or f"--tnb-{role})" in used}
        for colours in (LIGHT, DARK)
    )
    lab = 'body[data-jp-theme-light="{}"] .tnb.auto'
    return (
        f".tnb,{lab.format('true')}{{{variables(light)}}}"
        f"@media (prefers-color-scheme:dark){{.tnb.auto{{{variables(dark)}}}}}"
        f".tnb.dark,{lab.format('false')}{{{variables(dark)}}}"
        f".tnb text{{font-family:{FONT};font-variant-numeric:tabular-nums}}{used.replace(NEW_LINE, '')}"
    )


def role(name: str) -> str:
    """Return the CSS value of a role: `var(--tnb-ink)`; raises `KeyError` for an unknown role."""
    if name not in LIGHT:
        raise KeyError(f"no colour role {name!r}; known: {', '.join(LIGHT)}")
    return f"var(--tnb-{name})"


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours `#RRGGBB`, 1 to 21 (WCAG 2).

    >>> round(contrast("#FFFFFF", "#000000"))
    21
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
