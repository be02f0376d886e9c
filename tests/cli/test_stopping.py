"""Ctrl-C and SIGTERM: every command ends at once, in one line that says how to go on, and nothing is left behind.

A command is stopped when something shows how far it is: it waits for more input, its workers run, a file is there.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from tests.processes import PATIENCE, environment, started, typed_sts, wait_until
from tests.standin import KEY, World, standin
from tests.typed_task import make_task
from typed_sts.sample import SAMPLE_ITEMS, SAMPLE_PAIRS, sample_pairs

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc"),
]
START = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # ignored where pytest runs behind
    "from typed_sts.cli.main import main; main()"
)
HOW = {
    "Ctrl-C": (os.killpg, signal.SIGINT, 1),
    "SIGINT to the parent alone": (os.kill, signal.SIGINT, 1),
    "SIGTERM": (os.kill, signal.SIGTERM, 1),
    "SIGTERM to all": (os.killpg, signal.SIGTERM, 1),
    "Ctrl-C again and again": (os.killpg, signal.SIGINT, 20),
}
TALK = (
    "looking: ",
    "indexing: ",
    "reading: ",
    "relating: ",
    "scoring: ",
    "fetching: ",
    "harvesting: ",
    "cross-",
    "step ",
    "skipped",
)


@dataclass(frozen=True, slots=True)
class Running:
    """A command under way, and the folder it runs in."""

    process: subprocess.Popen[bytes]
    folder: Path

    def err(self) -> str:
        return (self.folder / "stderr").read_text()

    def others(self) -> list[int]:
        """Return the processes of its group without itself."""
        return [pid for pid in members(self.process.pid) if pid != self.process.pid]

    def workers(self) -> list[int]:
        """Return its worker processes: those others that do not look after semaphores."""
        return [pid for pid in self.others() if b"resource_tracker" not in cmdline(pid)]

    def ended(self) -> int:
        """Wait until no process of the group is left, and return the exit code."""
        code = self.process.wait(PATIENCE)
        wait_until(lambda: not members(self.process.pid))
        return code


def members(group: int) -> list[int]:
    """Return the living processes of a group."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                state, _, its_group = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
                if int(its_group) == group and state != "Z":
                    found.append(int(entry.name))
    return found


def cmdline(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b"resource_tracker"  # gone by now


@contextmanager
def running(folder: Path, *arguments: str | Path, fed: str = "", **env: str) -> Iterator[Running]:
    """Give a command that has been fed some input, and waits for more of it when it has come to its end."""
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    given = environment({"TMPDIR": str(scratch), "EUROPEANA_API_KEY": KEY, **env})
    line = [sys.executable, "-c", START, *map(str, arguments)]
    with (
        (folder / "stderr").open("wb") as err,
        started(line, cwd=folder, env=given, stdin=PIPE, stdout=PIPE, stderr=err) as process,
    ):
        assert process.stdin
        process.stdin.write(fed.encode())
        process.stdin.flush()
        yield Running(process, folder)


def check_stopped(command: Running, how: str, said: str) -> None:
    """Stop a command, and see that it ends as it should."""
    before = set(litter(command.folder))
    kill, sign, times = HOW[how]
    for _ in range(times):
        kill(command.process.pid, sign)
    assert command.ended() == (143 if "SIGTERM" in how else 130), command.err()
    rest = [line for line in command.err().splitlines() if not line.startswith(TALK)]
    lines = [line for line in rest if "harvested" not in line and "left-out.tsv lists them" not in line]
    assert len(lines) == 1, command.err()
    assert lines[0].startswith("typed-sts: stopped; ")
    assert said in lines[0]
    assert [path for path in litter(command.folder) if path not in before or ".tmp" in path.name] == []


def litter(folder: Path) -> list[Path]:
    """Return temporary files, and index generations that do not count."""
    generations = [path for path in folder.rglob("gen-*") if not (path.parent / "collection.json").exists()]
    return [*(folder / "scratch").iterdir(), *folder.rglob("*.tmp"), *generations]


def many_items(times: int) -> str:
    return "".join(SAMPLE_ITEMS.read_text().replace("/sample/", f"/sample{time}/") for time in range(times))


# Commands that wait for input: stopped in the middle of their work, in this process alone.


def beginning(name: str) -> Callable[[Running], bool]:
    """Tell whether a command has begun to write a file."""
    return lambda command: any(command.folder.glob(f".{name}.*.tmp"))


@pytest.mark.parametrize("how", HOW)
def test_converting_is_stopped_in_every_way_and_leaves_the_old_file(tmp_path: Path, how: str) -> None:
    (tmp_path / "items.jsonl").write_text("as before")
    with running(tmp_path, "convert", "-", "-o", "items.jsonl", fed=many_items(1)) as command:
        wait_until(lambda: beginning("items.jsonl")(command), command.process)
        check_stopped(command, how, "nothing was written to items.jsonl")
    assert (tmp_path / "items.jsonl").read_text() == "as before"


@pytest.mark.parametrize(
    ("arguments", "begun", "said"),
    [
        ("tag - -o spans.jsonl", beginning("spans.jsonl"), "nothing was written to spans.jsonl"),
        ("convert - --typed texts", lambda command: (command.folder / "texts").exists(), "texts has the records up to"),
        ("index - --to c --no-read", lambda command: any(command.folder.glob("c/gen-*")), "c is as it was: run the"),
        ("convert -", lambda command: bool(os.read(command.process.stdout.fileno(), 1)), "run the same command again"),
        ("predict - --items SAMPLE -o s.tsv", lambda command: any(command.folder.glob("scratch/*")), "to s.tsv"),
    ],
)  # fmt: skip
def test_a_command_that_reads_standard_input_is_stopped(
    tmp_path: Path, arguments: str, begun: Callable[[Running], bool], said: str
) -> None:
    line = [str(SAMPLE_ITEMS) if word == "SAMPLE" else word for word in arguments.split()]
    fed = SAMPLE_PAIRS.read_text() if line[0] == "predict" else many_items(1)
    with running(tmp_path, *line, fed=fed) as command:
        wait_until(lambda: begun(command), command.process)
        check_stopped(command, "Ctrl-C", said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("evaluate PIPE scores.tsv --plot page.html", "nothing was written to page.html"),
        ("core predict PIPE -o answers.txt", "nothing was written to answers.txt"),
        ("core evaluate PIPE scores.tsv", "run the same command again to start over"),
        ("check PIPE scores.tsv", "run the same command again to start over"),
        ("dates -f PIPE", "run the same command again to start over"),
        ("train PIPE gold.tsv --items SAMPLE -o model", "no model was written to model"),
    ],
)
def test_a_command_that_reads_a_pipe_is_stopped(tmp_path: Path, arguments: str, said: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "scores.tsv").write_text("\t".join("01234501") + "\n")
    line = [{"PIPE": "pipe", "SAMPLE": str(SAMPLE_ITEMS)}.get(word, word) for word in arguments.split()]
    with running(tmp_path, *line) as command:
        handles: list[int] = []

        def opened() -> bool:
            with suppress(OSError):  # nobody reads it yet
                handles.append(os.open(tmp_path / "pipe", os.O_WRONLY | os.O_NONBLOCK))
            return bool(handles)

        wait_until(opened, command.process)
        check_stopped(command, "Ctrl-C", said)
        os.close(handles[0])


def test_it_is_stopped_while_it_starts(tmp_path: Path) -> None:
    stub = "from pathlib import Path; import time; Path('importing').touch(); time.sleep(600)"
    (tmp_path / "typer.py").write_text(stub)
    path = os.pathsep.join([str(tmp_path), *sys.path])
    with running(tmp_path, "dates", "1850", PYTHONPATH=path) as command:
        wait_until((tmp_path / "importing").exists, command.process)
        check_stopped(command, "Ctrl-C", "nothing was done yet")


# Commands with worker processes.


@pytest.mark.parametrize("how", ["Ctrl-C", "SIGTERM to all", "Ctrl-C again and again"])
def test_workers_that_read_are_stopped_with_their_parent(tmp_path: Path, how: str) -> None:
    line = ("index", "-", "--to", "c", "--workers", "2")
    with running(tmp_path, *line, fed=many_items(4)) as command:
        assert command.process.stdin
        command.process.stdin.close()  # what is to be read is counted first, to its end
        wait_until(lambda: len(command.workers()) == 2, command.process)
        check_stopped(command, how, "c is as it was: run the same command again")


def write_pairs(folder: Path, pairs: int, times: int = 1) -> None:
    (folder / "pairs.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in sample_pairs()[:pairs]) * times)


def scoring(command: Running) -> bool:
    return "reading: " in command.err() and len(command.workers()) == 2


PREDICT = ("predict", "pairs.tsv", "--items", SAMPLE_ITEMS, "--model", "baseline", "-o", "scores.tsv", "--workers", "2")


@pytest.mark.parametrize("how", ["Ctrl-C", "Ctrl-C again and again"])
def test_workers_that_score_are_stopped_with_their_parent(tmp_path: Path, how: str) -> None:
    write_pairs(tmp_path, 10, 10_000)
    with running(tmp_path, *PREDICT) as command:
        wait_until(lambda: scoring(command), command.process)
        check_stopped(command, how, "nothing was written to scores.tsv")
    assert not (tmp_path / "scores.tsv").exists()


def test_related_items_are_stopped_and_go_on_where_they_were(tmp_path: Path) -> None:
    (tmp_path / "items.jsonl").write_text("".join(many_items(1).splitlines(keepends=True)[:96]))
    assert typed_sts("index", "items.jsonl", "--to", "c", "-q", cwd=tmp_path).returncode == 0
    line = ("related", "--all", "--index", "c", "--model", "baseline", "-o", "related.jsonl", "--workers", "2")

    def lines() -> int:
        return sum(part.read_bytes().count(b"\n") for part in tmp_path.glob("related.jsonl.*.part"))

    with running(tmp_path, *line) as command:
        wait_until(lambda: lines() > 0, command.process)
        check_stopped(command, "Ctrl-C", "kept beside related.jsonl: run the same command again to go on")
    kept = lines()
    assert kept
    with running(tmp_path, *line) as command:
        wait_until(lambda: lines() > kept, command.process)
        check_stopped(command, "SIGTERM", "run the same command again to go on")


def test_training_is_stopped(tmp_path: Path) -> None:
    rated = "".join("\t".join(str((row * 7 + column * 3) % 6) for column in range(8)) + "\n" for row in range(40))
    (tmp_path / "gold.tsv").write_text(rated)
    write_pairs(tmp_path, 40)
    with running(tmp_path, "train", "pairs.tsv", "gold.tsv", "--items", SAMPLE_ITEMS, "-o", "model") as command:
        wait_until(lambda: "reading: " in command.err(), command.process)
        check_stopped(command, "Ctrl-C", "no model was written to model")
    assert not (tmp_path / "model").exists()


# Commands that ask a server.


@pytest.mark.parametrize("how", ["Ctrl-C", "SIGTERM", "Ctrl-C again and again"])
def test_fetching_is_stopped_without_waiting_for_answers_and_goes_on(tmp_path: Path, how: str) -> None:
    (tmp_path / "urls.txt").write_text("".join(f"/09405x/{number:040}\n" for number in range(40)))
    world = World()
    with standin(world) as url, running(tmp_path, "fetch", "urls.txt", "--base-url", url) as command:
        wait_until(lambda: world.served > 10, command.process)
        world.slow_seconds = 2 * PATIENCE
        wait_until(lambda: world.served > 20 or world.in_flight == 0, command.process)
        check_stopped(command, how, "kept in europeana-cache: run the same command again to go on")
        assert not (tmp_path / "items.jsonl").exists()
        world.slow_seconds, kept = 0, set(world.seen_urls[:5])
        world.seen_urls.clear()
        again = typed_sts("fetch", "urls.txt", "--base-url", url, cwd=tmp_path, env={"EUROPEANA_API_KEY": KEY})
        assert again.returncode == 0, again.stderr
        assert not kept & set(world.seen_urls)


def test_an_experiment_is_stopped_at_any_step_and_goes_on(tmp_path: Path) -> None:
    task = make_task(tmp_path / "typed")
    task.world.think_seconds = 0.02
    log = task.folder / "work/steps.log"

    def begun(step: str) -> bool:
        return log.exists() and f"{step}: started" in log.read_text()

    with standin(task.world) as url:
        line = ("reproduce", "typed", "--folds", "2", "--first-wait", "0.01", "--workers", "2", "--base-url", url)
        moments: tuple[Callable[[Running], bool], ...] = (
            lambda command: task.world.served > 20,
            lambda command: begun("index") and len(command.workers()) > 0,
            lambda command: begun("train"),
        )
        for moment in moments:
            with running(tmp_path, *line) as command:
                wait_until(lambda moment=moment, command=command: moment(command), command.process)  # type: ignore[misc]
                check_stopped(command, "Ctrl-C", "kept in typed/work: run the same command again to go on")


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_the_service_ends_with_all_its_processes(tmp_path: Path, sign: signal.Signals) -> None:
    with running(tmp_path, "serve", "--sample", "--workers", "2", "--port", "0") as command:
        wait_until(lambda: "listening at" in command.err() and len(command.workers()) >= 2, command.process)
        kill = os.killpg if sign is signal.SIGINT else os.kill
        kill(command.process.pid, sign)
        assert command.ended() == (-sign if sign is signal.SIGKILL else 0)
    assert "Traceback" not in command.err()
    assert sign is signal.SIGKILL or "leaked" not in command.err()


# What else may happen to processes.


@pytest.mark.parametrize("lines", [1, 0])
def test_a_reader_that_goes_ends_it_quietly(tmp_path: Path, lines: int) -> None:
    with running(tmp_path, "convert", "-", fed=many_items(1)) as command:
        stdout, stdin = command.process.stdout, command.process.stdin
        assert stdout
        assert stdin
        for _ in range(lines):
            stdout.readline()
        stdout.close()
        with suppress(BrokenPipeError):
            stdin.write(many_items(3).encode())
            stdin.close()
        assert command.ended() == 141
        assert command.err() == ""


def test_a_reader_that_goes_ends_the_workers_too(tmp_path: Path) -> None:
    write_pairs(tmp_path, 10, 10_000)
    line = [word for word in PREDICT if word not in ("-o", "scores.tsv")]
    with running(tmp_path, *line, "-q", "--format", "jsonl") as command:
        assert command.process.stdout
        command.process.stdout.readline()
        command.process.stdout.close()
        assert command.ended() == 141
        assert command.err() == ""


def has_read(command: Running) -> bool:
    """Say whether both workers are at work: one that is killed while it starts complains in its own words."""
    return len(command.workers()) == 2 and (command.folder / "c" / "documents.sqlite").exists()


READ = ("index", "items.jsonl", "--to", "c", "--workers", "2", "-q")


@pytest.mark.parametrize("work", ["reading", "scoring"])
def test_a_worker_that_is_killed_is_told_of_and_nothing_hangs(tmp_path: Path, work: str) -> None:
    write_pairs(tmp_path, 10, 10_000)
    (tmp_path / "items.jsonl").write_text(many_items(8))
    line: tuple[Any, ...] = READ if work == "reading" else PREDICT
    with running(tmp_path, *line) as command:
        ready = scoring if work == "scoring" else lambda command: len(command.workers()) == 2
        wait_until(lambda: ready(command), command.process)
        os.kill(command.workers()[0], signal.SIGKILL)
        assert command.process.stdin
        command.process.stdin.close()
        assert command.ended() == 1
        (told,) = [line for line in command.err().splitlines() if not line.startswith(TALK)]
        assert told.startswith("typed-sts: a worker process was killed, perhaps because memory ran out; run the")
    assert litter(tmp_path) == []


@pytest.mark.parametrize("work", ["reading", "scoring"])
def test_no_process_outlives_a_command_that_is_killed(tmp_path: Path, work: str) -> None:
    write_pairs(tmp_path, 10, 10_000)
    (tmp_path / "items.jsonl").write_text(many_items(8))
    line: tuple[Any, ...] = READ if work == "reading" else PREDICT
    with running(tmp_path, *line) as command:
        ready = scoring if work == "scoring" else has_read
        wait_until(lambda: ready(command), command.process)
        command.process.kill()
        assert command.ended() == -signal.SIGKILL
        assert "Traceback" not in command.err()
