"""Marks inside types: a plain text in `Annotated[int, "..."]` says what a member means, a `Pattern` its form."""


class Pattern(str):
    """A regular expression that a whole text matches."""

    __slots__ = ()
