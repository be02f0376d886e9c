"""How much an installation weighs: the wheel, and what is on disk after `pip install` of it in a fresh environment.

    python -m benchmarks.installed_size [--extra elastic,train] [--keep DIR]

Builds the wheel of this checkout, installs it with what it needs, and prints megabytes by package, the largest first.
Bytecode counts, as pip compiles it; what pip itself and setuptools weigh does not.
"""

import argparse
import importlib.metadata
import subprocess
import sys
import tempfile
import venv
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
NOT_OURS = frozenset(("pip", "setuptools", "wheel"))
MB = 1_000_000


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this checkout in a folder; return its file."""
    subprocess.run(
        [sys.executable, "-m", "build", "--quiet", "--wheel", "--outdir", str(folder), str(ROOT)], check=True
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, environment: Path, extra: str) -> Path:
    """Install the wheel in a fresh environment; return the folder the packages are in."""
    venv.create(environment, with_pip=True)
    python = environment / "bin" / "python"
    asked = f"{wheel}[{extra}]" if extra else str(wheel)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", asked]
    subprocess.run(pip, check=True)
    (packages,) = environment.glob("lib/python*/site-packages")
    return packages


def sizes(packages: Path) -> Counter[str]:
    """Return the bytes of the files of each distribution in a folder of packages, by its name."""
    found: Counter[str] = Counter()
    for distribution in importlib.metadata.distributions(path=[str(packages)]):
        name = distribution.metadata["Name"]
        if name.lower() not in NOT_OURS:
            for file in distribution.files or ():
                path = Path(str(distribution.locate_file(file)))
                if path.is_file():
                    found[name] += path.stat().st_size
    return found


def report(wheel: Path, packages: Path, most: int) -> str:
    """Return a line for the wheel, one for all, and one for each of the largest packages."""
    found = sizes(packages)
    lines = [f"{wheel.stat().st_size / MB:8.1f} MB  {wheel.name}", f"{found.total() / MB:8.1f} MB  installed, of which"]
    lines += [f"{size / MB:8.1f} MB  {name}" for name, size in found.most_common(most)]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--extra", default="", help="extras to install, for example elastic,train")
    parser.add_argument("--keep", type=Path, help="make the environment here, and leave it")
    parser.add_argument("--most", type=int, default=15, help="packages to show")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wheel = build_wheel(Path(folder))
        packages = install(wheel, options.keep or Path(folder) / "venv", options.extra)
        sys.stdout.write(report(wheel, packages, options.most) + "\n")


if __name__ == "__main__":
    main()
