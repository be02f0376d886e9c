"""Golden outputs: what the program prints for the sample, kept, so that work on the house changes nothing unseen.

    python -m tests.golden.outputs write DIR [SHARED]     write every output into DIR
    python -m tests.golden.outputs compare OLD NEW        list what differs: text exactly, numbers by more than 1e-9
    python -m tests.golden.outputs keep DIR               keep them here: small files whole, digests of the rest

Outputs of the shared data are kept as digests only.
"""

import hashlib
import json
import math
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import requests

from tests.processes import command, environment, ran
from tests.service.process import serving

KEPT = Path(__file__).parent / "sample"
DIGESTS = Path(__file__).parent / "digests.json"
TOLERANCE = 1e-9
MODELS = ("evidence", "typed", "baseline")
_SMALL = 80_000
_TEXTS = 6
_NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
_DATES = (
    "1806–8", "c. 1819-20", "Edo period", "2. Hälfte 17. Jh.", "n.d.", "[1907, 1907]", "Second half 20th century",
    "1300 BC - 1201 BC", "vers 1750", "XVIe siècle", "n. 1820", "12 April 1861", "1st century AD", "after 1600",
)  # fmt: skip


def write_all(folder: Path, shared: Path | None = None) -> None:
    """Write every output into the folder, one file an output; those of the shared data into `shared/`."""
    items, pairs = _sample("items.jsonl"), _sample("pairs.tsv")
    _write_helps(folder / "help")
    (folder / "features.txt").write_text(_python(_FEATURE_NAMES), encoding="utf-8")
    (folder / "dates.tsv").write_text(_run("dates", *_DATES), encoding="utf-8")
    (folder / "predict-table.txt").write_text(_run("predict", "--sample", "-q", "--format", "table"), encoding="utf-8")
    for model in MODELS:
        _run("predict", "--sample", "-q", "--model", model, "-o", folder / f"predict-{model}.tsv")
    (folder / "evaluate.txt").write_text(
        _run("evaluate", "predict-typed.tsv", "predict-evidence.tsv", cwd=folder), encoding="utf-8"
    )
    for number, (left, right) in enumerate(_pairs(pairs)[:_TEXTS]):
        (folder / f"why-{number}.txt").write_text(_run("why", left, right, "--sample"), encoding="utf-8")
    _write_answers(folder, items, pairs)
    _run("related", "--sample", "--all", "-k", "5", "-q", "-o", folder / "related.jsonl")
    (folder / "related.jsonl.items").unlink()  # digests, of records that are the sample's
    if shared is not None:
        write_shared(folder, shared)


def write_shared(folder: Path, shared: Path) -> None:
    """Write the outputs of the shared data into `shared/` of the folder."""
    dev = shared / "annotated" / "dev"
    (folder / "shared").mkdir(exist_ok=True)
    _write_answers(folder / "shared", dev / "items.jsonl", dev / "pairs.tsv")


def _write_answers(folder: Path, items: Path, pairs: Path) -> None:
    """Write the spans and the scores of records, and why each pair is related, as the service says it."""
    _run("tag", items, "-q", "-o", folder / "tag.jsonl")
    for model in MODELS:
        out = folder / f"predict-{model}.jsonl"
        _run("predict", pairs, "--items", items, "-q", "--model", model, "--format", "jsonl", "-o", out)
    with tempfile.TemporaryDirectory() as scratch:
        _run("index", items, "--to", f"{scratch}/collection", "-q")
        with (
            serving(scratch, [*command("serve", "--index", f"{scratch}/collection", "--port", "0")]) as service,
            (folder / "why.jsonl").open("w", encoding="utf-8") as whys,
        ):
            (folder / "openapi.json").write_text(requests.get(f"{service.url}/openapi.json", timeout=600).text)
            for left, right in _pairs(pairs):
                answer = requests.get(f"{service.url}/api/why", params={"a": left, "b": right}, timeout=600)
                whys.write(json.dumps(answer.json(), ensure_ascii=False, sort_keys=True) + "\n")


_FEATURE_NAMES = "from typed_sts.features.feature_table import features; print(*features(), sep='\\n')"


def _sample(name: str) -> Path:
    import typed_sts.sample

    return typed_sts.sample.FOLDER / name


def _pairs(file: Path) -> list[list[str]]:
    return [line.split("\t")[:2] for line in file.read_text(encoding="utf-8").splitlines()]


def _write_helps(folder: Path) -> None:
    folder.mkdir(exist_ok=True, parents=True)
    names: list[list[str]] = [[]]
    while names:
        name = names.pop()
        text = _run(*name, "--help")
        (folder / f"{'-'.join(['typed-sts', *name])}.txt").write_text(text, encoding="utf-8")
        commands = text.partition("\nCommands:\n")[2]
        names += [[*name, found] for found in re.findall(r"^  (\w+)  ", commands, re.MULTILINE)]


def _run(*arguments: str | Path, cwd: Path | None = None) -> str:
    return _checked(command(*arguments), cwd)


def _python(code: str) -> str:
    return _checked([sys.executable, "-c", code])


def _checked(arguments: list[str], cwd: Path | None = None) -> str:
    done = ran(arguments, cwd=cwd, env=environment({}), seconds=3600)
    if done.returncode:
        raise SystemExit(f"{arguments[3:]}: {done.stderr}")
    return done.stdout


def differences(old: Path, new: Path) -> Iterator[str]:
    """Yield a line for each file that differs: where it does so first."""
    files = {path.relative_to(root) for root in (old, new) for path in root.rglob("*") if path.is_file()}
    for name in sorted(files):
        if not ((old / name).exists() and (new / name).exists()):
            yield f"{name}: only in {old if (old / name).exists() else new}"
        elif found := first_difference((old / name).read_text("utf-8"), (new / name).read_text("utf-8")):
            yield f"{name}, {found}"


def first_difference(old: str, new: str) -> str | None:
    """Return where two texts differ first, numbers by more than the tolerance; None where they are equal."""
    one, other = old.splitlines(), new.splitlines()
    for number, (left, right) in enumerate(zip(one, other, strict=False), 1):
        if left != right and not _close(left, right):
            at = next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), 0)
            return f"line {number}: {left[max(0, at - 40) : at + 60]!r} is now {right[max(0, at - 40) : at + 60]!r}"
    return None if len(one) == len(other) else f"{len(one)} lines are now {len(other)}"


def _close(left: str, right: str) -> bool:
    if _NUMBER.sub("#", left) != _NUMBER.sub("#", right):
        return False
    pairs = zip(_NUMBER.findall(left), _NUMBER.findall(right), strict=True)
    return all(math.isclose(float(a), float(b), rel_tol=0, abs_tol=TOLERANCE) for a, b in pairs)


def digest(text: str) -> str:
    """Return a digest of a text that does not see the last digits of its numbers."""
    rounded = _NUMBER.sub(lambda found: f"{float(found[0]) + 0.0:.5f}", text)
    return hashlib.sha256(rounded.encode()).hexdigest()[:16]


def keep(folder: Path) -> None:
    """Keep small outputs of the sample whole, and digests of the others, in the repository."""
    shutil.rmtree(KEPT, ignore_errors=True)
    digests = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder)
        if name.parts[0] != "shared" and path.stat().st_size < _SMALL:
            (KEPT / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, KEPT / name)
        else:
            digests[str(name)] = digest(path.read_text(encoding="utf-8"))
    DIGESTS.write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")


def check(folder: Path) -> list[str]:
    """Return a line for each output in the folder that is not the one kept, of the sample or of the shared data."""
    names = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    rooms = {name.startswith("shared/") for name in names}
    digests: dict[str, str] = json.loads(DIGESTS.read_text(encoding="utf-8"))
    kept = {str(path.relative_to(KEPT)) for path in KEPT.rglob("*") if path.is_file()} | digests.keys()
    return [
        f"{name}, {found}"
        for name in sorted(name for name in names | kept if name.startswith("shared/") in rooms)
        if (found := _unlike_kept(folder / name, KEPT / name, digests.get(name)))
    ]


def _unlike_kept(path: Path, kept: Path, known: str | None) -> str | None:
    if not path.exists():
        return "is kept, and was not written"
    text = path.read_text(encoding="utf-8")
    if kept.exists():
        return first_difference(kept.read_text(encoding="utf-8"), text)
    if known is None:
        return "was written, and is not kept"
    return None if digest(text) == known else "is not the text of which the digest is kept"


def main(arguments: list[str]) -> int:
    """Do what the first argument says."""
    match arguments:
        case ["write", folder, *shared]:
            Path(folder).mkdir(parents=True, exist_ok=True)
            write_all(Path(folder), Path(shared[0]) if shared else None)
        case ["compare", old, new]:
            found = list(differences(Path(old), Path(new)))
            sys.stdout.write("".join(f"{line}\n" for line in found) or "equal\n")
            return bool(found)
        case ["keep", folder]:
            keep(Path(folder))
        case _:
            sys.stderr.write(__doc__ or "")
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
