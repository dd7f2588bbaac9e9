"""Annotations of types: a text in `Annotated[int, "..."]` describes a member, a `Pattern` its syntax."""


class Pattern(str):
    """A regular expression that matches the whole text."""

    __slots__ = ()
