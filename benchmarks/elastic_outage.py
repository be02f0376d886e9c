"""Stop a real Elasticsearch in the middle of indexing, start it again, and count what arrived.

    python -m benchmarks.elastic_outage ../shared/data/heritage/items.jsonl.gz \\
        --to http://127.0.0.1:19201/outage --stop "STOP COMMAND" --start "START COMMAND"
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

from typed_sts_fetch.formats.read import read_items
from typed_sts_index.opening import open_collection

RUN = [sys.executable, "-c", "from typed_sts.cli.main import main; main()"]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("items", type=Path)
    parser.add_argument("--to", required=True)
    parser.add_argument("--stop", required=True, help="command that stops the server")
    parser.add_argument("--start", required=True, help="command that starts it and waits until it answers")
    parser.add_argument("--after", type=float, default=15.0, help="seconds of indexing before the stop")
    parser.add_argument("--patience", type=float, default=180.0)
    options = parser.parse_args()
    ids = {item.id for item in read_items(options.items)}
    indexing = subprocess.Popen(
        [
            *RUN,
            "index",
            str(options.items),
            "--to",
            options.to,
            "--rebuild",
            "--no-read",
            "--patience",
            str(options.patience),
        ]
    )
    time.sleep(options.after)
    if indexing.poll() is not None:
        sys.exit("indexing had ended before the server was stopped: choose a shorter --after")
    for command in (options.stop, options.start):
        sys.stderr.write(f"-- {command}\n")
        subprocess.run(command, shell=True, check=True, stdout=subprocess.DEVNULL)
    code = indexing.wait()
    collection = open_collection(options.to)
    found = [item.id for item in collection.all_items()]
    sys.stdout.write(
        f"exit code {code}; {len(ids)} distinct ids went in; {collection.n_docs} counted, {len(found)} came out,"
        f" {len(ids - set(found))} lost, {len(found) - len(set(found))} doubled\n"
    )
    sys.exit(code or set(found) != ids or len(found) != len(ids))


if __name__ == "__main__":
    main()
