"""All routes of a contest server."""

from __future__ import annotations

from typing import Any

from lanista.serve.api import bots as bots_api
from lanista.serve.api import organising as organising_api
from lanista.serve.api import people as people_api
from lanista.serve.api import public as public_api
from lanista.serve.http import files
from lanista.serve.pages import bots, organising, people, public

HANDLERS: tuple[Any, ...] = (
    *public.HANDLERS,
    *people.HANDLERS,
    *bots.HANDLERS,
    *organising.HANDLERS,
    *public_api.HANDLERS,
    *people_api.HANDLERS,
    *bots_api.HANDLERS,
    *organising_api.HANDLERS,
    *files.HANDLERS,
)
