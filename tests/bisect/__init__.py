# ruff: noqa: A005 - named after the package that it tests
