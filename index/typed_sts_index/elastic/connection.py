"""The way to an Elasticsearch server: address, credentials, and its errors in our words.

Credentials come from the environment only, and are never part of an address, a message or a repr:
    ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USER and ELASTICSEARCH_PASSWORD
    ELASTICSEARCH_CA_CERTS    a file of certificates to trust, for a server with a certificate of its own

An address may name several nodes of one cluster, "http://one:9200,two:9200/name": a request that one of them does not
answer goes to the next.
"""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from elastic_transport import ConnectionTimeout, TlsError, TransportError
from elasticsearch import ApiError, AuthenticationException, AuthorizationException, Elasticsearch
from elasticsearch import UnsupportedProductError as UnsupportedProduct

from typed_sts_index.errors import AccessRefused, BadAddress, ClusterRed, NoServer, ServerError, WrongServer

_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,199}")
_TAKES = re.compile(r"action \[(\S+)\] is unauthorized .*?(?:on indices \[(\S+)\])?, .*? privileges \[([a-z_,]+)\]")
_MAJORS = (8, 9)
SECONDS_PER_REQUEST = 60.0
_LONGEST_REASON = 400


@dataclass(frozen=True, slots=True)
class Address:
    """Where a collection is on a server: the base address, of one node or several, and the collection's name."""

    base: str
    name: str

    def __str__(self) -> str:
        return f"{self.base}/{self.name}"


@dataclass(frozen=True, slots=True)
class Credentials:
    """What proves who we are; shown by none of its texts."""

    api_key: str | None = field(default=None, repr=False)
    user: str | None = field(default=None, repr=False)
    password: str | None = field(default=None, repr=False)
    ca_certs: str | None = None


def parse_address(url: str) -> Address:
    """Return the parts of "http://host:9200/name", also of several hosts; refuse one with a user and password in it."""
    parts = urlsplit(url)
    if "@" in parts.netloc:
        raise BadAddress(
            "the address holds a user or password, which would end up in logs; leave them out and set"
            " ELASTICSEARCH_USER and ELASTICSEARCH_PASSWORD, or ELASTICSEARCH_API_KEY, in the environment"
        )
    try:
        nodes = list(dict.fromkeys(_node(parts.scheme, host) for host in parts.netloc.split(",")))
    except (ValueError, KeyError):
        raise BadAddress(
            f"{url} is not an address of Elasticsearch: give http://host:9200/name, or several nodes of one cluster as"
            " http://one:9200,two:9200/name"
        ) from None
    prefix, _, name = parts.path.rstrip("/").rpartition("/")
    if not _NAME.fullmatch(name):
        raise BadAddress(
            f"{url} does not end in the name of a collection: give {parts.scheme}://{nodes[0]}/name, the name in"
            " lower-case letters, digits, -, _ and ."
        )  # fmt: skip
    return Address(f"{parts.scheme}://{','.join(nodes)}{prefix}", name)


def _node(scheme: str, netloc: str) -> str:
    """Return the host and port of a node; raise ValueError where there is no host, KeyError where there is no port."""
    parts = urlsplit(f"{scheme}://{netloc}")
    port = parts.port or {"http": 9200, "https": 443}[scheme]
    if not parts.hostname:
        raise ValueError(netloc)
    return f"[{parts.hostname}]:{port}" if ":" in parts.hostname else f"{parts.hostname}:{port}"


def urls_of(base: str) -> list[str]:
    """Return the address of each node that a base address names."""
    scheme, _, rest = base.partition("://")
    nodes, slash, prefix = rest.partition("/")
    return [f"{scheme}://{node}{slash}{prefix}" for node in nodes.split(",")]


def credentials_from(environment: Mapping[str, str] = os.environ) -> Credentials:
    """Return the credentials the environment holds; none is an answer too."""
    return Credentials(
        environment.get("ELASTICSEARCH_API_KEY") or None,
        environment.get("ELASTICSEARCH_USER") or None,
        environment.get("ELASTICSEARCH_PASSWORD") or None,
        environment.get("ELASTICSEARCH_CA_CERTS") or None,
    )


def make_client(base: str, credentials: Credentials, *, timeout: float = SECONDS_PER_REQUEST) -> Elasticsearch:
    """Return a client; it connects at its first request, and verifies certificates."""
    options: dict[str, object] = {}
    if credentials.api_key:
        options["api_key"] = credentials.api_key
    elif credentials.user:
        options["basic_auth"] = (credentials.user, credentials.password or "")
    if credentials.ca_certs:
        options["ca_certs"] = credentials.ca_certs
    urls = urls_of(base)
    tries = max(2, len(urls))  # beside the first: each node at least once, whichever are gone
    return Elasticsearch(urls, request_timeout=timeout, max_retries=tries, retry_on_timeout=False, **options)  # type: ignore[arg-type]


def check_server(client: Elasticsearch, base: str) -> None:
    """Refuse a server that is not an Elasticsearch of a version this client speaks."""
    with translated(base):
        try:
            version = str(client.info()["version"]["number"])
        except AuthorizationException:
            return  # a key with no right to monitor the cluster; the collection may be open to it all the same
    if not version.split(".")[0].isdigit() or int(version.split(".")[0]) not in _MAJORS:
        raise WrongServer(f"{base} is Elasticsearch {version}, and typed-sts needs 8 or 9; upgrade it or use another")


@contextmanager
def translated(base: str) -> Iterator[None]:
    """Turn the client's errors into ours, each one line that says what to do."""
    try:
        yield
    except UnsupportedProduct as error:
        raise WrongServer(
            f"what answers at {base} is not Elasticsearch (OpenSearch, or a proxy?);"
            " give the address of an Elasticsearch 8 or 9"
        ) from error
    except AuthenticationException as error:
        raise AccessRefused(
            f"Elasticsearch at {base} does not accept the credentials (401); set ELASTICSEARCH_API_KEY, or"
            " ELASTICSEARCH_USER and ELASTICSEARCH_PASSWORD"
        ) from error
    except AuthorizationException as error:
        raise AccessRefused(
            f"Elasticsearch at {base} forbids this to these credentials (403): {_what_it_takes(reason_of(error))}"
        ) from error
    except ApiError as error:
        raise _of_status(base, error) from error
    except TlsError as error:
        raise NoServer(
            f"cannot trust the certificate of {base}; set ELASTICSEARCH_CA_CERTS to the file of its authority"
        ) from error
    except ConnectionTimeout as error:
        raise NoServer(
            f"Elasticsearch at {base} did not answer in time; look at its load and run this again"
        ) from error
    except TransportError as error:
        raise NoServer(
            f"no Elasticsearch answers at {base}; start it, or index into a directory instead: --to collection/"
        ) from error


def _what_it_takes(reason: str) -> str:
    """Return which privilege a refusal asks for, in our words; in the server's where it says something else."""
    found = _TAKES.search(reason)
    if not found:
        return (
            f"{reason}; to answer takes the privileges read, view_index_metadata and monitor on the collection's"
            " indices, to index read, write and manage"
        )
    action, indices, privileges = found.groups()
    what = f"{action} on {indices}" if indices else action
    told = ", ".join(privileges.split(","))
    return f"{what} takes one of the privileges {told}; give them a role or key that has it"


def _of_status(base: str, error: ApiError) -> ServerError:
    reason = reason_of(error)
    if error.status_code == 406 or "media_type_header" in reason or "compatible-with" in reason:
        return WrongServer(
            f"the server at {base} does not speak version 8 of the API ({reason}); use Elasticsearch 8 or 9"
        )
    if error.status_code == 503:
        return ClusterRed(
            f"Elasticsearch at {base} cannot reach its data ({reason}); look at {urls_of(base)[0]}/_cluster/health,"
            " and run this again when it is no longer red"
        )
    return ServerError(f"Elasticsearch at {base} answered {error.status_code}: {reason}")


def reason_of(error: ApiError) -> str:
    """Return the server's own reason in a few words."""
    body = error.body
    if isinstance(body, dict) and isinstance(body.get("error"), dict):
        causes = body["error"].get("root_cause") or [body["error"]]
        return f"{causes[0].get('type')}: {causes[0].get('reason')}"[:_LONGEST_REASON]
    return str(error.message)[:_LONGEST_REASON]
