"""The API answers as its OpenAPI document says, whatever is sent: schemathesis makes the requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import sampled_from
from schemathesis import openapi
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from lanista.serve.http.connection import HEADER, SESSION, VISITOR
from tests.long_tests import others_long
from tests.serve.security.world import PEOPLE, VISIT, World
from tests.serve.sites import new_site

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 12  # of each operation, as each role
ROLES = ("anonymous", "owner", "administrator")


@pytest.fixture(scope="module")
def changing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A separate server, since requests change it."""
    folder = tmp_path_factory.mktemp("changing")
    with new_site(folder) as site:
        made = World(site, folder)
        yield made
        made.close()


@pytest.mark.parametrize("role", others_long(["owner"], ROLES))
def test_answers_are_those_of_the_document(changing: World, role: str) -> None:
    statuses: Counter[int] = Counter()
    wrong: list[str] = []
    document = openapi.from_asgi("/schema/openapi.json", changing.app).include(path_regex="^/api/")
    found: list[Any] = [cast(Any, each).ok() for each in document.get_all_operations()]
    for operation in sorted(found, key=lambda each: each.method != "get"):  # what changes things comes last
        try:
            _ask(changing, operation, role, statuses)
        except FailureGroup as failures:
            wrong += [f"{operation.label}: {each}" for each in failures.exceptions]
    print(f"{role}: {len(found)} operations, {sum(statuses.values())} answers:", dict(sorted(statuses.items())))
    assert wrong == []
    assert len(found) > 60
    assert sum(statuses.values()) > len(found) * EXAMPLES / 2


def _ask(world: World, operation: Any, role: str, statuses: Counter[int]) -> None:
    """Send requests of one operation, each with its own session, since some of them end it."""
    places = world.places()

    @given(case=operation.as_strategy(), is_known=sampled_from([True, True, False]))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Any, is_known: bool) -> None:
        if is_known:  # a contest, a team, a person ... that exist
            case.path_parameters |= {name: places[name] for name in case.path_parameters if name in places}
        visitor = world.named(PEOPLE[role])
        cookie = {SESSION: visitor.cookie} if visitor.cookie else {VISITOR: VISIT}
        answer = case.call(headers={HEADER: visitor.proof, "accept": "application/json"}, cookies=cookie)
        statuses[answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS)

    ask()
