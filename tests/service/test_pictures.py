"""The pictures of records: had through the guard, kept within bounds, and harmless whatever a server does."""

import asyncio
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import requests

from tests.processes import PATIENCE, wait_until
from tests.service.pages.serving import page_app, served
from tests.service.pages.standin_answers import StandInAnswers
from tests.service.picture_server import PictureServer, picture_server, png
from tests.service.process import Service, serving
from tests.service.test_refusals import check_error
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts.service.picture_cache import PictureCache, picture_type
from typed_sts.service.pictures import OF_A_HOST, THREADS, Pictures
from typed_sts_fetch.europeana.thumbnails import BadThumbnail, ThumbnailClient
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.entry import entry_of
from typed_sts_index.opening import open_collection

BAD = ("html", "disguised", "svg", "svgpng", "cut", "short", "huge", "slow", "drip", "away", "round", "missing")
SECONDS = 1.0


def only_here(address: str) -> bool:
    return address == "127.0.0.1"


@pytest.fixture
def museum() -> Iterator[PictureServer]:
    with picture_server() as server:
        yield server


@pytest.fixture
def pictures(tmp_path: Path) -> Iterator[Pictures]:
    found = Pictures(PictureCache(tmp_path / "kept"), allowed=only_here, seconds=SECONDS)
    yield found
    found.close()


def test_a_picture_is_asked_for_once_and_then_kept(museum: PictureServer, pictures: Pictures, tmp_path: Path) -> None:
    async def several() -> list[bytes | None]:
        return await asyncio.gather(*(pictures.get(f"{museum.url}/ok") for _ in range(5)))

    assert asyncio.run(several()) == [png()] * 5
    assert asyncio.run(pictures.get(f"{museum.url}/ok")) == png()
    assert museum.asked["/ok"] == 1
    [kept] = [path for path in (tmp_path / "kept").rglob("*") if path.is_file()]
    assert kept.read_bytes() == png()
    assert len(kept.name) == 64


@pytest.mark.parametrize("path", BAD)
def test_what_is_no_picture_is_nothing_and_is_not_asked_for_again(
    museum: PictureServer, pictures: Pictures, tmp_path: Path, path: str
) -> None:
    async def twice() -> list[bytes | None]:
        return [await pictures.get(f"{museum.url}/{path}") for _ in range(2)]

    assert asyncio.run(twice()) == [None, None]
    assert museum.asked[f"/{path}"] == (6 if path == "round" else 1)
    assert not (tmp_path / "kept").exists()


def test_an_address_of_this_machine_or_network_is_never_asked(museum: PictureServer, tmp_path: Path) -> None:
    pictures = Pictures(PictureCache(tmp_path))
    host = f"localhost:{museum.server_address[1]}"
    for address in (museum.url, f"http://{host}", "file:///etc/passwd", "http://[::1", "http://10.0.0.1:1"):
        assert asyncio.run(pictures.get(f"{address}/ok")) is None
    assert museum.asked.total() == 0
    pictures.close()


def test_a_slow_host_does_not_keep_other_hosts_waiting(museum: PictureServer, tmp_path: Path) -> None:
    pictures = Pictures(PictureCache(tmp_path), allowed=lambda _: True, seconds=PATIENCE, patience=PATIENCE)

    async def ask() -> bytes | None:
        slow = [asyncio.create_task(pictures.get(f"{museum.url}/slow?{number}")) for number in range(3 * THREADS)]
        with picture_server() as elsewhere:
            found = await pictures.get(elsewhere.url.replace("127.0.0.1", "localhost") + "/ok")
        for task in slow:
            task.cancel()
        return found

    assert asyncio.run(ask()) == png()
    assert museum.asked["/slow"] <= OF_A_HOST
    pictures.close()


def test_who_waits_too_long_gets_nothing_and_the_picture_is_there_later(museum: PictureServer, tmp_path: Path) -> None:
    pictures = Pictures(PictureCache(tmp_path), allowed=only_here, patience=0.0)

    async def ask() -> bytes | None:
        assert await pictures.get(f"{museum.url}/ok") is None
        while pictures.waiting:
            await asyncio.sleep(0)
        return PictureCache(tmp_path).get(f"{museum.url}/ok")

    assert asyncio.run(ask()) == png()
    pictures.close()


def test_a_header_without_end_is_cut_off(museum: PictureServer) -> None:
    client = ThumbnailClient(allowed=only_here, timeout=PATIENCE, total=SECONDS)
    with pytest.raises(BadThumbnail, match="not finished within 1 s"):
        client.get(f"{museum.url}/drip")
    assert client.get(f"{museum.url}/ok").content == png()


# What is kept.


def test_the_cache_stays_within_its_bytes_and_the_oldest_go_first(tmp_path: Path) -> None:
    one = png()
    cache = PictureCache(tmp_path, most_bytes=10 * len(one))
    for number in range(30):
        cache.put(f"http://museum.example/{number}", one)
        for path in tmp_path.rglob("*"):
            if path.is_file():
                os.utime(path, (path.stat().st_atime - 10, path.stat().st_mtime - 10))
    kept = [number for number in range(30) if cache.get(f"http://museum.example/{number}")]
    assert 5 <= len(kept) <= 10
    assert kept == list(range(30))[-len(kept) :]


def test_a_damaged_picture_counts_as_not_kept(tmp_path: Path) -> None:
    cache = PictureCache(tmp_path)
    cache.put("http://museum.example/../../etc/passwd", png())
    [path] = [path for path in tmp_path.rglob("*") if path.is_file()]
    path.write_bytes(png()[:50])
    assert cache.get("http://museum.example/../../etc/passwd") is None


def test_where_nothing_can_be_written_pictures_are_shown_all_the_same(museum: PictureServer, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    pictures = Pictures(PictureCache(tmp_path / "file" / "pictures"), allowed=only_here)
    assert asyncio.run(pictures.get(f"{museum.url}/ok")) == png()
    pictures.close()


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (png(), "image/png"),
        (b"GIF89a" + b"\0" * 10 + b";", "image/gif"),
        (b"\xff\xd8\xff\xe0" + b"\0" * 10 + b"\xff\xd9", "image/jpeg"),
        (b"RIFF\x04\0\0\0WEBP", "image/webp"),
        (b"RIFF\xff\0\0\0WEBP", ""),
        (png()[:60], ""),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", ""),
        (b"", ""),
    ],
)
def test_a_picture_is_known_by_its_bytes(content: bytes, kind: str) -> None:
    assert picture_type(content) == kind


# On the page.


class WithPreviews(StandInAnswers):
    """Answers over records whose previews are at a museum's server."""

    museum = ""

    def item(self, item_id: str) -> Item:
        if item_id.startswith("/museum/"):
            name = item_id.rpartition("/")[2]
            return Item(id=item_id, dcTitle=(name,), dcType=("map",), preview=f"{self.museum}/{name}")
        return super().item(item_id)


@pytest.fixture
def site(museum: PictureServer, pictures: Pictures, tmp_path: Path) -> Iterator[str]:
    answers = WithPreviews(tmp_path / "answers")
    answers.museum = museum.url
    with served(page_app(answers, pictures)) as address:
        yield address


def picture(site: str, item_id: str, **headers: str) -> requests.Response:
    return requests.get(f"{site}/picture", params={"id": item_id}, headers=headers, timeout=PATIENCE)


def test_a_picture_is_served_with_what_keeps_it_a_picture(site: str) -> None:
    answer = picture(site, "/museum/ok")
    assert (answer.content, answer.headers["Content-Type"]) == (png(), "image/png")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert "max-age=86400" in answer.headers["Cache-Control"]
    again = picture(site, "/museum/ok", **{"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    page = requests.get(f"{site}/item", params={"id": "/museum/ok"}, timeout=PATIENCE).text
    assert '<img src="/picture?id=%2Fmuseum%2Fok" width="480" height="360"' in page


@pytest.mark.parametrize("path", ["html", "disguised", "svg", "svgpng", "short", "slow", "away"])
def test_what_cannot_be_had_is_the_glyph_of_its_kind_and_not_for_long(site: str, path: str) -> None:
    answer = picture(site, f"/museum/{path}")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/svg+xml")
    assert b"script" not in answer.content
    assert "max-age=60" in answer.headers["Cache-Control"]


def test_without_the_option_nothing_is_asked_of_the_network(museum: PictureServer, tmp_path: Path) -> None:
    answers = WithPreviews(tmp_path / "answers")
    answers.museum = museum.url
    with served(page_app(answers)) as site:
        page = requests.get(f"{site}/item", params={"id": "/museum/ok"}, timeout=PATIENCE).text
        answer = picture(site, "/museum/ok")
    assert "glyphs.svg?v=" in page
    assert '#map"' in page
    assert "/picture?id=%2Fmuseum" not in page
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert museum.asked.total() == 0


def test_every_item_of_the_sample_has_a_drawing_and_all_of_them_are_small(site: str) -> None:
    answers = [picture(site, item.id) for item in read_items(SAMPLE_ITEMS)]
    assert {answer.headers["Content-Type"] for answer in answers} == {"image/svg+xml"}
    assert {"max-age=86400" in answer.headers["Cache-Control"] for answer in answers} == {True}
    assert max(len(answer.content) for answer in answers) < 5_000


# In the service.


def test_a_service_serves_pictures_while_a_slow_host_keeps_it_waiting(museum: PictureServer, tmp_path: Path) -> None:
    names = ("ok", "html", *(f"slow?{number}" for number in range(2 * THREADS)))
    items = [Item(id=f"/museum/{name}", dcTitle=(name,), preview=f"{museum.url}/{name}") for name in names]
    open_collection(tmp_path / "collection").rebuild(entry_of(item) for item in items)
    settings = {"pictures": True, "allow_private": True}
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    with (
        serving(tmp_path / "collection", env=cache, settings=settings) as service,
        ThreadPoolExecutor(len(names)) as pool,
    ):
        assert service.get("/picture", params={"id": "/museum/ok"}).content == png()
        waiting = [pool.submit(service.get, "/picture", params={"id": item.id}) for item in items[2:]]
        wait_until(lambda: museum.asked["/slow"] > 0)
        page = service.get("/item", params={"id": "/museum/ok"})
        assert "img-src 'self'" in page.headers["Content-Security-Policy"]
        assert service.get("/api/v1/item", params={"id": "/museum/ok"}).status_code == 200
        assert service.get("/picture", params={"id": "/museum/ok"}).content == png()
        assert service.get("/picture", params={"id": "/museum/html"}).headers["Content-Type"] == "image/svg+xml"
        museum.ended.set()
        assert {answer.result().status_code for answer in waiting} == {200}
        assert len(list((tmp_path / "cache" / "typed-sts" / "pictures").rglob("??/*"))) == 1
        assert service.end() == 0


def test_a_picture_of_no_item_is_refused(service: Service) -> None:
    check_error(service.get("/picture", params={"id": "/no/such"}), 404, "no_such_item")
    check_error(service.get("/picture"), 422, "invalid")
    check_error(service.get("/picture", params={"id": "x" * 3_000}), 422, "invalid")
