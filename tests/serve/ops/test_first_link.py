"""The first organiser comes by a link that works once."""

from lanista.serve.ops.first_link import has_admin, new_link
from tests.serve.sites import client, new_site


def test_the_link_makes_its_first_user_an_administrator_and_nobody_else(tmp_path):
    with new_site(tmp_path) as site:
        link = new_link(site, "http://here")
        path = link.removeprefix("http://here")
        assert path.startswith("/join/")
        assert not has_admin(site)
        with client(site, "olga") as olga, client(site, "eve") as eve:
            assert olga.get(path).status_code == 200
            assert olga.post(path).status_code == 200
            assert has_admin(site)
            assert olga.get("/contests/new").status_code == 200
            assert eve.post(path).status_code == 404
            assert eve.get("/contests/new").status_code == 403
        assert new_link(site, "http://here") == ""


def test_a_new_start_makes_a_new_link_and_ends_the_old_one(tmp_path):
    with new_site(tmp_path) as site:
        first, second = (new_link(site, "") for _ in range(2))
        with client(site, "eve") as eve:
            assert eve.get(first).status_code == 404
            assert eve.post(first).status_code == 404
        assert not has_admin(site)
        with client(site) as browser:
            assert "make an account" in browser.get(second).text.lower()
        with client(site, "olga") as olga:
            olga.post(second)
        assert has_admin(site)
