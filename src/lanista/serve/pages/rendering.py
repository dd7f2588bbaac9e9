"""Renders the templates of pages. Every value is escaped; only `Markup` of ours is not."""

from __future__ import annotations

import re
import time
from functools import cache
from http.client import responses
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Response
from markupsafe import Markup

from lanista.core.text import inert, inert_text, seat_letter
from lanista.serve.http.connection import AnyRequest, sender_of
from lanista.serve.http.files import asset
from lanista.serve.times import ago_text, machine_time, moment_text

TEMPLATES = Path(__file__).with_name("templates")
HTML = "text/html"


@cache
def environment() -> Environment:
    """The templates, with the filters that they use."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.finalize = lambda value: inert_text(value) if type(value) is str else value  # not of Markup
    made.globals["asset"] = asset
    made.filters |= {
        "ago": ago_text,
        "moment": moment_text,
        "machine_time": machine_time,
        "letter": seat_letter,
        "signed": lambda value: f"{value:+.0f}".replace("-", "−"),
        "percent": lambda value: f"{100 * value:.0f} %",
        "size": size_text,
        "inert": inert,
        "slug": lambda text: re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-"),
    }
    return made


def page(request: AnyRequest, template: str, /, *, status: int = 200, **values: Any) -> Response[str]:
    """A page from its template, which also knows who looks at it."""
    sender = sender_of(request)
    text = (
        environment()
        .get_template(template)
        .render(
            sender=sender,
            user=sender.actor.user,
            contest=values.pop("contest", sender.contest),
            point=sender.standpoint,
            proof=sender.proof,
            bound=lambda: Markup('<input type="hidden" name="proof" value="{}">').format(sender.proof),
            here=request.url.path,
            now=time.time(),
            **values,
        )
    )
    return Response(text, media_type=HTML, status_code=status)


def render_part(template: str, /, **values: Any) -> Markup:
    """A part of pages that is the same for everybody."""
    return Markup(environment().get_template(template).render(**values))


def error_page(request: AnyRequest, message: str, status: int, headers: dict[str, str]) -> Response[str]:
    """A page that says why there is nothing else to see."""
    phrase = responses.get(status, "")
    text = message[:1].upper() + message[1:]
    made = page(request, "error.html", status=status, message=text, phrase=phrase, code=status, contest=None)
    made.headers.update(headers)
    return made


# Filters


def size_text(size: int) -> str:
    """A number of bytes for people."""
    if size < 10_000:
        return f"{size:,} bytes"
    return f"{size / 1000:,.0f} kB" if size < 1_000_000 else f"{size / 1e6:,.1f} MB"
