"""Elements of HTML and SVG. Text becomes markup when the tree is written, and is escaped there."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

Child = Element | str | None


def element(tag: str, *children: Child, **attributes: str | float | None) -> Element:
    """An element with its children; text is text, None is left out.

    A trailing _ frees a name from Python, another _ inside stands for a hyphen.

    >>> write(element("p", "a < b", element("b", "!"), class_="x", aria_label='"y"'))
    '<p class="x" aria-label="&quot;y&quot;">a &lt; b<b>!</b></p>'
    """
    named = {
        name.removesuffix("_").replace("_", "-"): _text(value)
        for name, value in attributes.items()
        if value is not None
    }
    made = Element(tag, named)
    for child in children:
        if isinstance(child, str):
            _append_text(made, child)
        elif child is not None:
            made.append(child)
    return made


def write(tree: Element) -> str:
    return ElementTree.tostring(tree, encoding="unicode", method="html")


def _append_text(parent: Element, text: str) -> None:
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + _clean(text)
    else:
        parent.text = (parent.text or "") + _clean(text)


def _text(value: str | float) -> str:
    """Coordinates to a tenth: more only makes the file larger."""
    return _clean(value) if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")


def _clean(text: str) -> str:
    """Without the characters that a page may not hold, not even escaped."""
    return "".join(c if c >= " " or c in "\n\t" else "\ufffd" for c in text)
