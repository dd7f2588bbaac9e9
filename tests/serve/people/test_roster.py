"""People as CSV: read from spreadsheets, written for them."""

from __future__ import annotations

import csv
import io

import pytest

from lanista.core.errors import InputError
from lanista.serve.contests import Contest
from lanista.serve.errors import Conflict
from lanista.serve.people.roster import MARK, MAX_PEOPLE, export_people, guarded, import_people, read_roster
from lanista.serve.records import Role
from lanista.serve.site import Site
from tests.rows import every_row
from tests.serve.sites import GAME, PASSPHRASE, enter, new_contest, new_team, person

FILE = "name,team,role\nAda,Engines,\nBob,Engines,contestant\nHelga,,helper\n"


def state(site: Site, contest: Contest) -> dict[str, tuple[str, Role]]:
    teams = {team.id: team.name for team in site.teams.all(contest.id)}
    return {user.name: (teams.get(each.team_id, ""), each.role) for user, each in site.teams.members(contest.id)}


def test_a_file_makes_accounts_teams_and_links(site: Site, cup: Contest):
    olga = person(site, "olga")
    done = import_people(site, cup, FILE, olga.id)
    assert state(site, cup) == {
        "olga": ("", Role.ORGANISER),
        "Ada": ("Engines", Role.CONTESTANT),
        "Bob": ("Engines", Role.CONTESTANT),
        "Helga": ("", Role.HELPER),
    }
    assert all(entry.secret for entry in done)
    with pytest.raises(Exception, match="wrong"):
        site.accounts.sign_in("Ada", "", "")
    site.invitations.reset(done[0].secret, PASSPHRASE)
    assert site.accounts.sign_in("ada", PASSPHRASE, "")
    entry = site.audit.latest(cup.id)[0]
    assert (entry.user_id, entry.action, entry.detail) == (olga.id, "imported people", "3 people, 3 new accounts")


def test_a_file_can_be_imported_again_and_changed(site: Site, cup: Contest):
    olga = person(site, "olga").id
    import_people(site, cup, FILE, olga)
    again = import_people(site, cup, "name,team,role\nADA,Looms,\nBob,,helper\n", olga)
    assert [(entry.team, entry.role, entry.secret) for entry in again] == [
        ("Looms", Role.CONTESTANT, ""),
        ("Engines", Role.HELPER, ""),
    ]


def test_nobody_is_drawn_into_a_contest(site: Site, cup: Contest):
    """Otherwise an organiser could make links for accounts of others."""
    person(site, "Bob")
    with pytest.raises(Conflict, match=r"line 3 of the file: 'Bob' is the name of somebody who is not in"):
        import_people(site, cup, FILE, person(site, "olga").id)
    assert list(state(site, cup)) == ["olga"], "all or none"
    assert site.accounts.find("Ada") is None


def test_limits_hold_for_files_too(site: Site):
    cup = new_contest(site, team_size=1)
    with pytest.raises(Conflict, match=r"line 3 of the file: the team 'Engines' is full"):
        import_people(site, cup, FILE, person(site, "olga").id)


def test_a_file_cannot_take_the_last_organiser_away(site: Site, cup: Contest):
    olga = person(site, "olga")
    with pytest.raises(Conflict, match="without an organiser"):
        import_people(site, cup, "name,role\nolga,helper\n", olga.id)
    import_people(site, cup, "name,role\nolga,helper\noscar,organiser\n", olga.id)
    assert state(site, cup)["oscar"] == ("", Role.ORGANISER)


@every_row(
    "text, found",
    [
        (MARK + "Name;Team;Role\r\nAda;Engines;Helper\r\n", ("Ada", "Engines", Role.HELPER)),
        ("name\tteam\nAda\tEngines\n", ("Ada", "Engines", None)),
        ("name\nAda\n", ("Ada", "", None)),
        ('role,remark,name\n,"a, ""b""\nc",Ada\n\n,,\n', ("Ada", "", None)),
        ("name,team\n'=Ada,'@home\n", ("=Ada", "@home", None)),
        ("name,team\n'Ada,\n", ("'Ada", "", None)),
    ],
)
def test_files_of_all_spreadsheets_are_read(text: str, found: tuple[str, str, Role | None]):
    (line,) = read_roster(text, GAME)
    assert (line.name, line.team, line.role) == found


@every_row(
    "text, why",
    [
        ("", "first line with the columns name, team and role"),
        ("Ada,Engines\n", "first line with the columns"),
        ("name,name\nAda,Bob\n", "first line with the columns"),
        ("name,team\n", "at least one person"),
        ("name,team\nAda,\n,Engines\n", "line 3 of the file: expected a name"),
        ("name,team\nA\u202eda,\n", "line 2 of the file: .*U\\+202E"),
        ("name,team\nAda,greedy\n", "line 2 of the file: .*built-in"),
        ("name,role\nAda,king\n", "line 2 of the file: expected the role contestant, helper or organiser"),
        ("name\nAda\nBob\nADA\n", "line 4 of the file: 'ADA' is in line 2 already"),
        ('name\n"Ada\n', "no CSV"),
        ('name\n"Ada"x\n', "no CSV"),
        ("name\n" + "x" * 200_000 + "\n", "line 2 of the file"),
        ("name\n" + "".join(f"p{at}\n" for at in range(MAX_PEOPLE + 1)), "at most 2,000"),
    ],
)
def test_a_bad_file_says_where(text: str, why: str):
    with pytest.raises(InputError, match=why):
        read_roster(text, GAME)


@every_row(
    "cell, safe",
    [
        ("Ada", "Ada"),
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("a=1", "a=1"),
    ],
)
def test_no_cell_is_a_formula(cell: str, safe: str):
    assert guarded(cell) == safe


def test_an_export_can_be_imported_elsewhere(site: Site, cup: Contest):
    new_team(site, cup, "@Reds", "=HYPERLINK(1)", 'say "hi", bob')
    enter(site, cup, "Zoë", Role.HELPER)
    text = export_people(site, cup)
    rows = list(csv.reader(io.StringIO(text.removeprefix(MARK), newline="")))
    assert text.startswith(MARK)
    assert rows[0] == ["name", "team", "role", "joined"]
    assert [row[:3] for row in rows[1:]] == [
        ["olga", "", "organiser"],
        ["'=HYPERLINK(1)", "'@Reds", "contestant"],
        ['say "hi", bob', "'@Reds", "contestant"],
        ["Zoë", "", "helper"],
    ]
    assert [line.name for line in read_roster(text, GAME)] == ["olga", "=HYPERLINK(1)", 'say "hi", bob', "Zoë"]
