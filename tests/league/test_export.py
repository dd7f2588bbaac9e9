"""The table as CSV and JSON: documented columns, and names that neither terminals nor spreadsheets run."""

import csv
import io
import json
import re
from pathlib import Path

import msgspec
import pytest

from lanista.league.export import MATCH_COLUMNS, TABLE_COLUMNS, LeagueExport, matches_csv, table_csv, table_json
from lanista.league.store.records import LeagueRecord
from lanista.league.values import LeagueOverview
from tests.league.tables import digest_of, made_up_table

PAGE = (Path(__file__).parents[2] / "docs" / "reports.md").read_text(encoding="utf-8")
NAMES = ["alice", "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "b\x1b[31m", 'c"d,e', "ş"]


@pytest.fixture(scope="module")
def table() -> LeagueOverview:
    return made_up_table(NAMES)


def read(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode())))


def test_the_rows_of_the_table_are_lines(table):
    lines = read(table_csv(table))
    assert list(lines[0]) == list(TABLE_COLUMNS)
    assert [line["rank"] for line in lines] == [str(row.rank) for row in table.rows]
    for line, row in zip(lines, table.rows, strict=True):
        assert float(line["rating_low"]) < float(line["rating"]) < float(line["rating_high"])
        assert int(line["won"]) + int(line["drawn"]) + int(line["lost"]) == row.matches == int(line["matches"])


def test_no_name_is_a_formula_or_moves_a_cursor(table):
    names = {line["bot"] for line in read(table_csv(table))}
    assert names == {"alice", "'=1+1", "'+1", "'-1", "'@SUM(A1)", "'    =1", "b\ufffd[31m", 'c"d,e', "ş"}
    assert {line["bot"] for line in read(matches_csv(table))} == names


def test_bots_that_have_left_have_no_rank(table):
    left = msgspec.structs.replace(table.rows[-1], rank=None, points=None, left=True)
    lines = read(table_csv(msgspec.structs.replace(table, rows=table.rows[:-1], left=[left])))
    assert (lines[-1]["rank"], lines[-1]["points"], lines[-1]["digest"]) == ("", "", left.digest)


def test_matches_have_a_line_per_seat(table):
    lines = read(matches_csv(table))
    assert list(lines[0]) == list(MATCH_COLUMNS)
    assert len(lines) == 2 * len(table.matches)
    first, second = lines[:2]
    assert (first["match"], first["seat"], second["seat"]) == ("0", "A", "B")
    assert first["replay"] == digest_of(0)
    assert {first["place"], second["place"]} <= {"1", "2"}
    void = [line for line in lines if line["void"]]
    assert {(line["match"], line["place"], line["replay"]) for line in void} == {("50", "", "")}


def test_json_holds_the_whole_table(table):
    record = LeagueRecord(1, "cup", "overdrive", "round-robin", 5, {"format": {}}, 1e9)
    data = table_json(record, table, 1.5e9)
    read_back = msgspec.json.decode(data, type=LeagueExport)
    assert read_back.table == table
    assert read_back.league == record
    assert json.loads(data)["made"] == "2017-07-14 02:40 UTC"


@pytest.mark.parametrize("columns", [TABLE_COLUMNS, MATCH_COLUMNS])
def test_every_column_is_documented_in_order(columns):
    documented = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert any(documented[i : i + len(columns)] == list(columns) for i in range(len(documented)))
