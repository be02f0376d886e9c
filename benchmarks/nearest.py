"""What finds the nearest vectors best: the look at every row that ships, or an index of usearch, hnswlib or faiss.

    python -m benchmarks.nearest collection/ [--asked 100] [--times 1]

The vectors are those of a collection in a folder. `--times 5` adds to each four more that are near it, to see how time
grows. Packages that are not installed are left out (pip install usearch hnswlib faiss-cpu). Recall is the share of the
10 and the 100 nearest by the cosine of all vectors, as they are stored, that are found.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from typed_sts_fetch.item import Item
from typed_sts_index.contract import NO_FILTERS
from typed_sts_index.embedded.files import read_header
from typed_sts_index.embedded.vectors import OpenedVectors, VectorWriter
from typed_sts_index.entry import Entry, Vector
from typed_sts_index.neighbour_query import tie_breaker

MOST = 100
Found = npt.NDArray[np.int64]
Search = Callable[[Vector], Found]


def vectors_of(collection: Path, dimensions: int, times: int) -> Vector:
    """Return the unit vectors of a collection, each as often as asked, with some noise, and none twice."""
    stored = np.fromfile(collection / read_header(collection).generation / "vectors.bytes", dtype=np.int8)
    found = np.unique(stored.reshape(-1, dimensions), axis=0).astype(np.float32)
    found = found[found.any(axis=1)]
    draw = np.random.default_rng(1)
    copies = [
        found + draw.normal(scale=10.0 * (copy > 0), size=found.shape).astype(np.float32) for copy in range(times)
    ]
    every = np.concatenate(copies)
    unit: Vector = every / np.linalg.norm(every, axis=1, keepdims=True)
    return unit[draw.permutation(len(unit))]


def exact(vectors: Vector) -> Search:
    """Return the search that computes every cosine in float32."""

    def search(vector: Vector) -> Found:
        cosines = vectors @ vector
        best = np.argpartition(-cosines, MOST)[:MOST]
        found: Found = best[np.argsort(-cosines[best])]
        return found

    return search


def ours(vectors: Vector, folder: Path) -> Search:
    """Return the search that ships."""
    writer = VectorWriter(folder, str(folder))
    for number, vector in enumerate(vectors):
        writer.put(Entry(Item(id=str(number)), vector=vector))
    writer.commit()
    opened = OpenedVectors(folder, str(folder))
    numbers = {tie_breaker(str(number)): number for number in range(len(vectors))}
    return lambda vector: np.array([numbers[tie] for tie, _ in opened.nearest(vector, MOST, NO_FILTERS, None)])


def usearch(vectors: Vector, folder: Path) -> Search:
    """Return usearch's, a byte for each dimension."""
    index: Any = import_module("usearch.index").Index(ndim=vectors.shape[1], metric="ip", dtype="i8")
    index.add(np.arange(len(vectors)), vectors, threads=1)
    index.expansion_search = 200
    index.save(str(folder / "index"))
    return lambda vector: index.search(vector, MOST, threads=1).keys.astype(np.int64)


def hnswlib(vectors: Vector, folder: Path) -> Search:
    """Return hnswlib's, float32."""
    index: Any = import_module("hnswlib").Index("ip", vectors.shape[1])
    index.init_index(len(vectors), M=16, ef_construction=200)
    index.add_items(vectors, num_threads=1)
    index.set_ef(200)
    index.save_index(str(folder / "index"))
    return lambda vector: index.knn_query(vector, MOST, num_threads=1)[0][0].astype(np.int64)


def faiss(vectors: Vector, folder: Path) -> Search:
    """Return faiss's, HNSW over a byte for each dimension."""
    package: Any = import_module("faiss")
    package.omp_set_num_threads(1)
    kind = package.ScalarQuantizer.QT_8bit
    index = package.IndexHNSWSQ(vectors.shape[1], kind, 16, package.METRIC_INNER_PRODUCT)
    index.train(vectors)
    index.add(vectors)
    index.hnsw.efSearch = 200
    package.write_index(index, str(folder / "index"))
    return lambda vector: index.search(vector[None], MOST)[1][0]


def ways() -> Iterator[tuple[str, Callable[[Vector, Path], Search]]]:
    """Yield what can be measured here."""
    yield "every row, as it ships", ours
    for name, way in (("usearch", usearch), ("hnswlib", hnswlib), ("faiss", faiss)):
        if find_spec(name):
            yield f"{name} (HNSW)", way


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection", type=Path)
    parser.add_argument("--dimensions", type=int, default=512)
    parser.add_argument("--asked", type=int, default=100)
    parser.add_argument("--times", type=int, default=1)
    options = parser.parse_args()
    vectors = vectors_of(options.collection, options.dimensions, options.times)
    asked = vectors[np.random.default_rng(2).permutation(len(vectors))[: options.asked]]
    search, truth = exact(vectors), []
    began = time.process_time()
    truth = [search(vector) for vector in asked]
    spent = (time.process_time() - began) / len(asked) * 1e3
    out(f"{len(vectors):,} vectors; {len(asked)} asked for {MOST}; times are of the processor, one thread")
    out(f"{'every cosine, float32':<26} {spent:7.2f} ms   {4 * options.dimensions:6,} bytes each")
    for name, way in ways():
        with tempfile.TemporaryDirectory() as folder:
            began = time.process_time()
            search = way(vectors, Path(folder))
            built = time.process_time() - began
            size = sum(path.stat().st_size for path in Path(folder).iterdir()) / len(vectors)
            began = time.process_time()
            found = [search(vector) for vector in asked]
            spent = (time.process_time() - began) / len(asked) * 1e3
        shares = [
            np.mean([len({*a[:k].tolist()} & {*b[:k].tolist()}) / k for a, b in zip(truth, found, strict=True)])
            for k in (10, MOST)
        ]
        out(
            f"{name:<26} {spent:7.2f} ms   {size:6,.0f} bytes each   made in {built:6.1f} s"
            f"   recall {shares[0]:.3f} of 10, {shares[1]:.3f} of {MOST}"
        )


def out(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    with threadpool_limits(limits=1, user_api="blas"):
        main()
