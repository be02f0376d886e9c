"""Thumbnails from addresses that strangers wrote."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from tests.standin import PIXEL, World, standin
from typed_sts_fetch.europeana.thumbnails import BadThumbnail, Thumbnail, ThumbnailClient, anywhere, is_public


@pytest.fixture
def url() -> Iterator[str]:
    with standin(World()) as address:
        yield address


def test_an_image_comes_with_the_extension_of_its_type(url: str) -> None:
    assert ThumbnailClient(allowed=anywhere).get(f"{url}/thumbnail/x") == Thumbnail(PIXEL, ".png")


def test_a_loopback_address_is_refused_unless_allowed(url: str) -> None:
    with pytest.raises(BadThumbnail, match="not public"):
        ThumbnailClient().get(f"{url}/thumbnail/x")


def test_a_name_that_leads_to_a_private_address_is_refused_before_connecting(monkeypatch: pytest.MonkeyPatch) -> None:
    def lookup(*_: Any, **__: Any) -> list[Any]:
        addresses = ["93.184.216.34", "10.0.0.7"]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    with pytest.raises(BadThumbnail, match="not public"):
        ThumbnailClient().get("http://museum.example/x.png")


def test_every_redirect_is_checked_again(url: str) -> None:
    elsewhere = url.replace("127.0.0.1", "127.0.0.2")
    client = ThumbnailClient(allowed=lambda address: address == "127.0.0.1")
    assert client.get(f"{url}/hop/{url}/thumbnail/x").content == PIXEL
    with pytest.raises(BadThumbnail, match="not public"):
        client.get(f"{url}/hop/{elsewhere}/thumbnail/x")
    with pytest.raises(BadThumbnail, match="not an http"):
        client.get(f"{url}/hop/file:///etc/passwd")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "0.0.0.0",
        "100.64.0.1",
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fc00::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "2002:7f00:0001::",
        "64:ff9b::7f00:1",
        "ff02::1",
    ],
)
def test_private_loopback_and_disguised_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("/page/x", "not an image but 'text/html'"),
        ("/huge/x", "larger than"),
        ("/hop/ftp://x/y", "not an http"),
        ("/nothing", "answers 401"),
    ],
)
def test_what_is_no_small_image_is_refused(url: str, path: str, problem: str) -> None:
    with pytest.raises(BadThumbnail, match=problem):
        ThumbnailClient(allowed=anywhere).get(url + path)


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "javascript:alert(1)", "", "//x", "data:image/png;base64,AA"]
)
def test_only_http_is_asked(address: str) -> None:
    with pytest.raises(BadThumbnail, match="not an http"):
        ThumbnailClient().get(address)


@pytest.mark.parametrize("address", ["http://", "http://[::1", "http://\x00", "http://a b/", "http://127.0.0.1:99999/"])
def test_broken_addresses_are_our_error(address: str) -> None:
    with pytest.raises(BadThumbnail):
        ThumbnailClient(allowed=anywhere).get(address)


def test_an_endless_chain_of_redirects_ends(url: str) -> None:
    target = f"{url}/thumbnail/x"
    for _ in range(7):
        target = f"{url}/hop/{target}"
    with pytest.raises(BadThumbnail, match="more than 5 redirects"):
        ThumbnailClient(allowed=anywhere).get(target)
