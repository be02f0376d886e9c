"""The pages that are made when the site is built: one for each command, and those that stand at the root.

mkdocs calls the functions whose names begin with `on_` (see `hooks` in mkdocs.yml). A command's page is made from what
`--help` shows: its text, arguments and options with their defaults. CONTRIBUTING, CHANGELOG, SECURITY and NOTICE are
read from the root of the repository, and links to them lead to their pages.
"""

import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer.main
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from typed_sts.cli.commands import app

ROOT = Path(__file__).parent.parent

OVERVIEW = "commands.md"

ROOT_PAGES = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "NOTICE": "notice.md",
    "SECURITY.md": "security.md",
}
"""Documents at the root of the repository, and the page of each."""

GUIDES = {
    "show": "formats.md",
    "sample": "train.md",
    "inspect": "curators.md",
    "open": "curators.md",
    "convert": "formats.md",
    "dates": "dates.md",
    "knowledge": "knowledge.md",
    "tag": "tagger.md",
    "fetch": "fetch.md",
    "harvest": "fetch.md",
    "index": "collections.md",
    "info": "collections.md",
    "search": "collections.md",
    "export": "collections.md",
    "pairs": "collections.md",
    "predict": "predict.md",
    "why": "why.md",
    "related": "related.md",
    "train": "train.md",
    "reproduce": "reproduce.md",
    "check": "evaluation.md",
    "evaluate": "evaluation.md",
    "serve": "service.md",
    "core evaluate": "evaluation.md",
    "judge draw": "judging.md",
    "judge compare": "judging.md",
    "judge show": "judging.md",
    "judge rate": "judging.md",
    "judge tally": "judging.md",
    "core predict": "core.md",
    "core train": "core.md",
    "core reproduce": "core.md",
    "interpret predict": "interpret.md",
    "interpret train": "interpret.md",
    "interpret check": "interpret.md",
    "interpret evaluate": "interpret.md",
    "survey make": "survey.md",
    "survey serve": "survey.md",
    "survey invite": "survey.md",
    "survey key": "survey.md",
    "survey status": "survey.md",
    "survey export": "survey.md",
}
"""The page that tells more about a command."""

_VALUES = {int: "N", float: "X", Path: "PATH", str: "TEXT"}


def commands() -> dict[str, Any]:
    """Return every command by its full name ("core evaluate"), in the order of `typed-sts --help`."""
    return dict(_walk("", typer.main.get_command(app)))


def _walk(before: str, group: Any) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _walk(f"{before}{name} ", command)
        elif not command.hidden:
            yield before + name, command


def page_name(command: str) -> str:
    """Return the path of a command's page in the site."""
    return f"commands/{command.replace(' ', '-')}.md"


def first_sentence(command: Any) -> str:
    """Return the line that `typed-sts --help` shows for a command."""
    return " ".join(command.help.split("\n\n")[0].split())


def overview() -> str:
    """Return the page that lists the commands."""
    rows = [
        f"| [`typed-sts {name}`]({page_name(name)}) | {first_sentence(command)} |"
        for name, command in commands().items()
    ]
    head = (
        "# Commands\n\nMade from `typed-sts --help` when this site was built. Output for programs goes to standard "
        "output, talk to standard error. Exit codes: 0 fine; 1 an error, said in one line; 2 a wrong command line; "
        "3 (of `fetch`) some records are gone; 130 stopped by Ctrl-C, 143 by SIGTERM, 141 when nobody reads on "
        "(`| head`). What stopping leaves, and what is never written over, is told in "
        "[formats.md](formats.md#files-that-are-written).\n\n"
    )
    return head + "\n".join(["| command | what it does |", "|---|---|", *rows, ""])


def command_page(name: str, command: Any) -> str:
    """Return a command's page: what it does, its arguments and its options."""
    hints = get_type_hints(command.callback)
    parts = [f"# typed-sts {name}", *_paragraphs(command.help)]
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    options = [param for param in command.params if param.param_type_name == "option" and not param.hidden]
    usage = " ".join(["typed-sts", name, *(["[OPTIONS]"] if options else []), *map(_argument, arguments)])
    parts.insert(1, f"```sh\n{usage}\n```")
    if arguments:
        rows = [f"| `{param.metavar or param.name.upper()}` | {_cell(param.help)} |" for param in arguments]
        parts += ["## Arguments", "\n".join(["| argument | |", "|---|---|", *rows])]
    if options:
        rows = [_option_row(param, hints[param.name]) for param in options]
        parts += ["## Options", "\n".join(["| option | | default |", "|---|---|---|", *rows])]
    parts.append(f"More: [{_title(GUIDES[name])}](../{GUIDES[name]}).")
    return "\n\n".join(parts) + "\n"


def _paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help text; an example becomes a block of code."""
    found = []
    for paragraph in text.split("\n\n"):
        line = " ".join(paragraph.split())
        example = re.fullmatch(r"Examples?: (typed-sts .*)", line)
        found.append(f"```sh\n{example[1]}\n```" if example else line)
    return found


def _argument(param: Any) -> str:
    name = param.metavar or param.name.upper()
    many = "..." if param.nargs == -1 and " " not in name else ""
    return f"{name}{many}" if param.required else f"[{name}]{many}"


def _option_row(param: Any, hint: Any) -> str:
    """Return the row of an option: its names and value, what it does, its default."""
    kinds = list(_plain_kinds(hint))
    choices = [f"`{choice.value}`" for kind in kinds if issubclass(kind, Enum) for choice in kind]
    names = [f"`{name}`" for name in (*param.opts, *param.secondary_opts)]
    if not param.is_flag:
        value = "NAME" if choices else next((_VALUES[kind] for kind in kinds if kind in _VALUES), "VALUE")
        names[len(param.opts) - 1] = f"`{param.opts[-1]} {param.metavar or value}`"
    what = _cell(param.help) + (f" One of {', '.join(choices)}." if choices else "")
    return f"| {', '.join(names)} | {what} | {_default(param)} |"


def _plain_kinds(hint: Any) -> Iterator[type]:
    if get_origin(hint) is Annotated:
        yield from _plain_kinds(get_args(hint)[0])
    elif get_origin(hint) is not None or isinstance(hint, UnionType):
        for part in get_args(hint):
            yield from _plain_kinds(part)
    elif isinstance(hint, type) and hint is not type(None):
        yield hint


def _default(param: Any) -> str:
    unset = param.default is None or param.is_flag or callable(param.default) or param.default == ()
    if unset:
        return "needed" if param.required else ""
    value = param.default.value if isinstance(param.default, Enum) else param.default
    return f"`{value}`"


def _cell(text: str | None) -> str:
    return " ".join((text or "").split()).replace("|", "\\|")


def _title(page: str) -> str:
    """Return the title of a page in this folder."""
    return (Path(__file__).parent / page).read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def root_page(name: str) -> str:
    """Return a document of the root as a page of the site."""
    text = (ROOT / name).read_text(encoding="utf-8")
    if not name.endswith(".md"):
        text = f"# {name.capitalize()}\n\n```text\n{text}```\n"
    return links_in_site(text.replace("](docs/", "]("))


def links_in_site(text: str) -> str:
    """Return a text in which links to documents of the root lead to their pages."""
    for name, page in ROOT_PAGES.items():
        text = re.sub(rf"\]\((\.\./)?{re.escape(name)}(?=[)#])", f"]({page}", text)
    return text


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages of the commands into the navigation, in place of the entry "Commands"."""
    pages = [{"Overview": OVERVIEW}, *({name: page_name(name)} for name in commands())]
    config.nav = [{"Commands": pages} if "Commands" in entry else entry for entry in config.nav or []]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made."""
    made = {OVERVIEW: overview()}
    made |= {page_name(name): command_page(name, command) for name, command in commands().items()}
    made |= {page: root_page(name) for name, page in ROOT_PAGES.items()}
    for path, text in made.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Let links of a page to documents of the root lead to their pages."""
    return links_in_site(markdown)
