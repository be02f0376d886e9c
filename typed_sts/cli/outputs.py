"""What a command reads and writes, told by marks on its parameters, and what is refused before it does anything.

    output: Annotated[Path | None, typer.Option("--output", "-o"), FILE] = None
    files: Annotated[list[Path], typer.Argument(), READ]

Every parameter that is a path, or the place of a collection, has a mark: a test sees to that. `guarded` looks at what
was given for them. Nothing that is read is written to, by whatever name, link or way around; nothing takes the place of
a thing of another kind. An ordinary file that is not read is replaced, as by `>` of a shell.
"""

import inspect
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import typer
from typer.models import ArgumentInfo, OptionInfo

from typed_sts.errors import BadOptions
from typed_sts.running.stopping import if_stopped

CLOSED_PIPE = 141
"""Exit code when nobody reads on, as of a program that the system ends for it."""


@dataclass(frozen=True, slots=True)
class Read:
    """A parameter that names files or folders which are read."""


@dataclass(frozen=True, slots=True)
class Written:
    """A parameter that names what is written: what speaks against a place, and what is said when it was not written."""

    refused: Callable[[Path], str | None]
    heads: tuple[str, ...] = ()
    """Patterns, below the place, of the files that are replaced when all is written."""
    not_written: str = ""
    alone: bool = False
    """Whether no file that is read may be in it: its files have names that nobody can foresee."""


Given = tuple[str, Path]
"""What a parameter is called, and what was given for it."""


# What may be there already.

_MODEL_FILES = frozenset({"model.json", "weights.npz"})
_COLLECTION_FILES = ("collection.json", "gen-*", ".lock", "documents.sqlite*", ".collection.json.*.tmp")


def _file(path: Path) -> str | None:
    if path.is_dir():
        return "is a folder; name a file in it"
    real = Path(os.path.realpath(path))
    if real.name in _MODEL_FILES and _MODEL_FILES <= _names(real.parent):
        return f"is part of the model {real.parent}; name another file"
    return _in_collection(path)


def _ordinary_file(path: Path) -> str | None:
    from typed_sts_fetch.formats.write import written_in_place

    if written_in_place(path):
        return "is not an ordinary file, and lines are kept beside it until all are done; name a file"
    return _file(path)


def _folder(path: Path) -> str | None:
    if path.exists() and not path.is_dir():
        return "is not a folder; name another place"
    if _is_collection(path):
        return "is a collection; name another folder"
    if _MODEL_FILES <= _names(path):
        return "is a model; name another folder"
    return _in_collection(path)


def _collection(path: Path) -> str | None:
    if path.exists() and not path.is_dir():
        return "is not a folder, which a collection is; name another place"
    if (path / "collection.json").exists():
        return None
    other = sorted(_names(path) - {found.name for pattern in _COLLECTION_FILES for found in path.glob(pattern)})
    if other:
        return f"is a folder with other things in it ({other[0]}), not a collection; name a new or an empty folder"
    return _in_collection(path)


def _model(path: Path) -> str | None:
    if path.exists() and not path.is_dir():
        return "is there already and is not the folder of a model; name another place"
    if _is_collection(path):
        return "is a collection; name another folder"
    return _in_collection(path)  # training.train looks at what else may be there


def _documents(path: Path) -> str | None:
    if path.is_dir():
        return "is a folder; name a file in it"
    if not path.exists():
        return None
    if not path.is_file():
        return "is not an ordinary file; name another"
    with path.open("rb") as stream:
        head = stream.read(16)
    return None if head in (b"", b"SQLite format 3\0") else "is there already and keeps no documents; name another file"


def _documents_folder(path: Path) -> str | None:
    if path.exists() and not path.is_dir():
        return "is not a folder; name another place"
    return _documents(path / "documents.sqlite")


def _experiment(path: Path) -> str | None:
    if path.exists() and not path.is_dir():
        return "is not a folder; name another with --work"
    if _names(path) and not {"steps.json", "steps.log"} & _names(path):
        return "holds other things than an experiment; name a new or an empty folder with --work"
    return _in_collection(path)


def _new_file(path: Path) -> str | None:
    if path.is_file():
        return "is there already, perhaps with answers in it; name another file, or move it away"
    return _ordinary_file(path)


def _anything(path: Path) -> str | None:
    return None


def _is_collection(folder: Path) -> bool:
    return (folder / "collection.json").is_file() and any(folder.glob("gen-*"))


def _in_collection(path: Path) -> str | None:
    for folder in Path(os.path.realpath(path)).parents:
        if _is_collection(folder):
            return f"lies in the collection {folder}; name a place outside it"
    return None


def _names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir()} if folder.is_dir() else set()


READ = Read()
FILE = Written(_file, ("",), "nothing was written to {}")
RESUMED_FILE = Written(_ordinary_file, ("",))
FOLDER = Written(_folder)
RECORDS_FOLDER = Written(_folder, alone=True)
COLLECTION = Written(_collection, ("collection.json", "gen-*/meta.json"), "{} is as it was: run the same command again")
MODEL = Written(_model, ("model.json",), "no model was written to {}")
DOCUMENTS = Written(_documents)
DOCUMENTS_FOLDER = Written(_documents_folder)
EXPERIMENT = Written(_experiment, alone=True)
KEYS = Written(_anything)
"""A file that is added to, and only when all of it are keys: service.http.access sees to that."""
NEW_SURVEY = Written(_new_file, ("",), "no survey was written to {}")
SURVEY = Written(_anything)
"""A survey that is added to; survey.survey_file refuses what is none."""


# What is compared with what.


def guarded(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that refuses what it should not write to before it does anything, and ends with its reader."""

    @wraps(command)
    def run(**values: Any) -> None:
        marked = dict(_marked(command, values))
        check_outputs(
            [(given, mark) for given, mark in marked.items() if isinstance(mark, Written)],
            [given for given, mark in marked.items() if isinstance(mark, Read)],
        )
        try:
            command(**values)
            sys.stdout.flush()
        except BrokenPipeError:
            for name in ("stdout", "stderr"):  # else Python would try again, and complain
                setattr(sys, name, open(os.devnull, "w"))
            raise typer.Exit(CLOSED_PIPE) from None

    return run


def marks_of(command: Callable[..., None]) -> dict[str, tuple[str, Read | Written]]:
    """Return, for each parameter that has a mark, what a user calls it, and the mark."""
    found = {}
    for name, parameter in inspect.signature(command).parameters.items():
        told = get_args(parameter.annotation)[1:] if get_origin(parameter.annotation) is Annotated else ()
        for mark in told:
            if isinstance(mark, Read | Written):
                found[name] = (_label(name, told), mark)
    return found


def _label(name: str, told: Iterable[Any]) -> str:
    for info in told:
        if isinstance(info, OptionInfo):
            told_names = [each for each in (info.default, *(info.param_decls or ())) if isinstance(each, str)]
            return next((each for each in told_names if each.startswith("--")), f"--{name.replace('_', '-')}")
        if isinstance(info, ArgumentInfo):
            return info.metavar or name.upper()
    return name


def check_outputs(outputs: Sequence[tuple[Given, Written]], inputs: Iterable[Given]) -> None:
    """Raise BadOptions when an output would fall on an input, on another output, or on a thing of another kind."""
    read = [given for given in inputs if _is_there(given[1])]
    for number, ((name, path), mark) in enumerate(outputs):
        with _looked_at(name, path):
            _check(name, path, mark, read)
        for (other, second), _ in outputs[:number]:
            if _same(path, second):
                raise BadOptions(f"{name} and {other} are both {path}; name two places")
    _tell_if_stopped(outputs)


def _check(name: str, path: Path, mark: Written, read: Iterable[Given]) -> None:
    for other, source in read:
        if problem := _collides(path, source, mark):
            raise BadOptions(f"{name}: {path} {problem} ({other}); name another place")
    if problem := mark.refused(path):
        raise BadOptions(f"{name}: {path} {problem}")


@contextmanager
def _looked_at(name: str, path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:  # a name too long, a folder that is somebody else's
        raise BadOptions(f"{name}: cannot look at {path}: {error.strerror}; name another place") from error


def _marked(command: Callable[..., None], values: Mapping[str, Any]) -> Iterator[tuple[Given, Read | Written]]:
    for name, (label, mark) in marks_of(command).items():
        for path in _paths(values.get(name)):
            if not (isinstance(mark, Written) and str(path) == "-"):
                yield (label, path), mark


def _paths(value: Any) -> Iterator[Path]:
    if isinstance(value, list | tuple):
        for each in value:
            if isinstance(each, Path) or isinstance(value, list):
                yield from _paths(each)
    elif isinstance(value, str | Path) and not str(value).startswith(("http://", "https://")):
        yield Path(value)


def _is_there(path: Path) -> bool:
    try:
        return str(path) == "-" or path.exists()
    except OSError:  # who reads it will say so
        return False


def _collides(path: Path, source: Path, mark: Written) -> str | None:
    if _same(path, source):
        return "is read by this very command"
    if str(source) == "-":
        return None
    if path.is_file() and source.is_dir() and _same(path.parent, source):
        return f"is one of the files of {source}, which are read"
    if mark.alone and source.is_file() and _same(path, source.parent):
        return f"holds {source}, which is read"
    return None


def _same(path: Path, other: Path) -> bool:
    """Tell whether two paths lead to the same file; "-" is what standard input comes from."""
    try:
        there = os.fstat(sys.stdin.fileno()) if str(other) == "-" else other.stat()
        return os.path.samestat(path.stat(), there) and (path.is_file() or path.is_dir())
    except (OSError, ValueError, AttributeError):  # one of them is not there, and no file hides behind standard input
        return os.path.realpath(path) == os.path.realpath(other)


# What is said of them when the command is stopped.


def _tell_if_stopped(outputs: Sequence[tuple[Given, Written]]) -> None:
    from typed_sts_fetch.formats.write import written_in_place

    watched = [
        (path, mark, _state(path, mark))
        for (_, path), mark in outputs
        if mark.not_written and not written_in_place(path)
    ]

    def said() -> str:
        told = [
            f"{path} is written, and whole" if _state(path, mark) != before else mark.not_written.format(path)
            for path, mark, before in watched
        ]
        return ", ".join(told) or "run the same command again to start over"

    if_stopped(said)


def _state(path: Path, mark: Written) -> list[tuple[int, int, int]]:
    """Return what changes when the files that come last are replaced."""
    files = [found for head in mark.heads for found in (sorted(path.glob(head)) if head else [path])]
    stats = [found.stat() for found in files if found.exists()]
    return [(stat.st_ino, stat.st_mtime_ns, stat.st_size) for stat in stats]
