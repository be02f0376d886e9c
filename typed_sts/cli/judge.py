"""`typed-sts judge`: samples of what is said, judged by reading, and what the verdicts add up to."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from typed_sts.cli.options import Knowledge, Quiet, Tagger, say_unless, use_knowledge
from typed_sts.cli.outputs import FILE, READ, RESUMED_FILE
from typed_sts.errors import BadOptions
from typed_sts.running.stopping import if_stopped

if TYPE_CHECKING:
    from typed_sts.answers.collection import CollectionAnswers
    from typed_sts.evaluation.judging.compared import Compared
    from typed_sts.evaluation.judging.sample_file import Sample

Index = Annotated[
    str,
    typer.Option("--index", metavar="COLLECTION", help="A directory, or http://host:9200/name on Elasticsearch."),
    READ,
]
Output = Annotated[Path, typer.Option("--output", "-o", help="The sample: JSON lines, one a card."), FILE]
SampleFile = Annotated[Path, typer.Argument(metavar="SAMPLE", help="A sample, as `judge draw` writes it."), READ]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Another seed, another sample.")]
Model = Annotated[str, typer.Option("--model", help="evidence, typed, or the folder of a trained model."), READ]
Providers = Annotated[list[str] | None, typer.Option("--provider", help="Draw from this provider only; repeatable.")]


def draw(
    index: Index,
    output: Output,
    seed: Seed = 1,
    items: Annotated[int, typer.Option("--items", min=0, help="Items with what is related to them (A).")] = 0,
    k: Annotated[int, typer.Option("-k", min=1, max=100, help="Related items of each.")] = 5,
    neighbours: Annotated[
        int, typer.Option("--neighbours", min=0, help="Pairs of an item and one of the ten nearest to it (B).")
    ] = 0,
    across: Annotated[
        int, typer.Option("--across", min=0, help="Pairs of an item and the nearest that another provider holds (B).")
    ] = 0,
    pairs: Annotated[Path | None, typer.Option("--pairs", help="Pairs of your own: two ids a line (B)."), READ] = None,
    given: Annotated[int | None, typer.Option("--given", min=1, help="Draw so many of your pairs, not all.")] = None,
    group: Annotated[str, typer.Option("--group", help="What the tables call your pairs.")] = "given",
    provider: Providers = None,
    again: Annotated[
        Path | None, typer.Option("--again", help="The items and pairs of this sample, as they look today."), READ
    ] = None,
    model: Model = "evidence",
    tagger: Tagger = None,
    knowledge: Knowledge = None,
    quiet: Quiet = False,
) -> None:
    """Draw a sample to be judged: related items with their reasons (A), and pairs with the lines of why (B).

    Records and statements are kept as they are shown. Items are drawn from the providers in turn.
    With --again the items and pairs of an earlier sample are asked about anew, to compare before and after.

    Example: typed-sts judge draw --index collection/ --items 60 --across 20 --seed 7 -o sample.jsonl
    """
    from typed_sts.evaluation.judging import draw as drawing
    from typed_sts.evaluation.judging.sample_file import read_sample, write_sample
    from typed_sts.task_files.task_format import read_pairs

    use_knowledge(knowledge)
    if not (items or neighbours or across or pairs or again):
        raise BadOptions("nothing to draw: say --items, --neighbours, --across, --pairs or --again")
    answers = _answers(index, model, tagger)
    named = drawing.drawn_of(read_pairs(pairs), given, seed) if pairs else []
    wanted = drawing.Wanted(seed, items, k, neighbours, across, tuple(provider or ()), tuple(named), group)
    cards = drawing.cards_again(answers, read_sample(again), k) if again else drawing.cards(answers, wanted)
    count = write_sample(output, _head(answers, seed), cards)
    say_unless(quiet)(f"{output}: cards: {count}; judge them with: typed-sts judge rate {output}")


def compare(
    index: Index,
    output: Annotated[Path, typer.Option("--output", "-o", help="The sample; its key is put beside it."), RESUMED_FILE],
    elastic: Annotated[
        str | None,
        typer.Option("--elastic", metavar="URL", help="A server to ask for more_like_this and Europeana's recipe."),
    ] = None,
    seed: Seed = 1,
    items: Annotated[int, typer.Option("--items", min=1, help="Items.")] = 60,
    k: Annotated[int, typer.Option("-k", min=1, max=100, help="Related items of each system.")] = 5,
    provider: Providers = None,
    model: Model = "evidence",
    tagger: Tagger = None,
    knowledge: Knowledge = None,
    quiet: Quiet = False,
) -> None:
    """Draw a sample to compare systems blind: what each finds for the same items, pooled and shuffled.

    Ours, nearest sentence vectors, and with --elastic also Elasticsearch's more_like_this and Europeana's recipe for
    similar items. Who found what is not in the sample but in a key beside it, SAMPLE.key.json: do not look before you
    have judged. `judge rate` and `judge tally` then work as on any sample, and the tally says who wins.

    Example: typed-sts judge compare --index collection/ --elastic http://localhost:9200 -o pool.jsonl
    """
    from typed_sts.evaluation.judging import draw as drawing
    from typed_sts.evaluation.judging.pool import key_beside, pooled, write_key
    from typed_sts.evaluation.judging.sample_file import read_sample, write_sample
    from typed_sts.evaluation.judging.systems import all_lists

    use_knowledge(knowledge)
    answers = _answers(index, model, tagger)
    drawn = drawing.spread_items(answers.collection, items, seed, provider or ())
    lists = all_lists(answers, drawn, k, elastic)
    cards, key = pooled(drawn, lists, drawing.groups(answers.collection), seed)
    write_sample(output, _head(answers, seed), cards)
    write_key(key_beside(output), read_sample(output).digest, list(lists), key)
    if elastic is None:
        say_unless(quiet)("more_like_this and Europeana's recipe are left out: they need --elastic")
    say_unless(quiet)(
        f"{output}: {len(cards)} items, {len(key)} found by {', '.join(lists)}; judge them with judge rate"
    )


def show(sample: SampleFile) -> None:
    """Print a sample as text with the key of every question, for who judges in an editor or by a program.

    Verdicts are then a table of keys and verdicts, which `judge rate --from` takes.

    Example: typed-sts judge show sample.jsonl > sample.txt
    """
    from typed_sts.evaluation.judging.sample_file import read_sample
    from typed_sts.evaluation.judging.session import as_text

    for line in as_text(read_sample(sample)):
        typer.echo(line)


def rate(
    sample: SampleFile,
    to: Annotated[
        Path | None, typer.Option("--to", help="Verdicts; default: SAMPLE.verdicts.tsv."), RESUMED_FILE
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option("--from", help="Take verdicts from this table (TSV: key, verdict, note), and ask nothing."),
        READ,
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Judge a sample: records and statements one by one, answered by a letter each.

    Each verdict is on disk at once. Run again, it goes on where it was. Several judges keep a file each (--to).

    Example: typed-sts judge rate sample.jsonl
    """
    from typed_sts.evaluation.judging.questions import questions_of
    from typed_sts.evaluation.judging.sample_file import read_sample
    from typed_sts.evaluation.judging.session import run_session
    from typed_sts.evaluation.judging.verdict_file import Verdicts, read_verdicts, verdicts_beside

    cards = read_sample(sample)
    place = to or verdicts_beside(sample)
    verdicts = Verdicts(place, cards)
    if_stopped(f"verdicts are kept in {place}: run the same command again to go on")
    if source is not None:
        verdicts.keep(read_verdicts(source, cards))
        left = sum(question.key not in verdicts.given for question in questions_of(cards))
    else:
        left = run_session(cards, verdicts, sys.stdin.readline, typer.echo)
    say_unless(quiet)(f"{place}: {len(verdicts.given)} verdicts, {left} questions left")


def tally(
    samples: Annotated[list[Path], typer.Argument(metavar="SAMPLE", help="One or more samples."), READ],
    verdicts: Annotated[
        Path | None, typer.Option("--verdicts", help="Verdicts on the one sample; default: those beside it."), READ
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")] = False,
) -> None:
    """Add up verdicts: how much of what is said is true and worth saying, false or missed, by group and type.

    Of a sample of `judge compare` it says which system leads, and which cannot be told apart from it.

    Example: typed-sts judge tally sample.jsonl
    """
    from typed_sts.evaluation.judging.questions import is_blind
    from typed_sts.evaluation.judging.sample_file import read_sample
    from typed_sts.evaluation.judging.tally import tally as add_up
    from typed_sts.evaluation.judging.tally_text import pool_text, tally_text
    from typed_sts.evaluation.judging.verdict_file import read_verdicts, verdicts_beside

    if verdicts is not None and len(samples) > 1:
        raise BadOptions("--verdicts is for one sample; each of several has its verdicts beside it")
    read = [(path, read_sample(path)) for path in samples]
    judged = [(cards, read_verdicts(verdicts or verdicts_beside(path), cards)) for path, cards in read]
    blind = [(path, *one) for path, one in zip(samples, judged, strict=True) if is_blind(one[0])]
    plain = [one for one in judged if not is_blind(one[0])]
    pools = [_pool(path, cards, given) for path, cards, given in blind]
    found = add_up(plain)
    if as_json:
        compared = {
            "systems": [[asdict(row) for row in pool.rows] for pool in pools],
            "standings": [[asdict(standing) for standing in pool.standings] for pool in pools],
        }
        typer.echo(json.dumps((asdict(found) if plain else {}) | (compared if pools else {})))
    else:
        typer.echo("\n\n".join([*([tally_text(found)] if plain else []), *map(pool_text, pools)]))


def _answers(index: str, model: str, tagger: str | None) -> "CollectionAnswers":
    """Return the answers of a collection, which are the same every time."""
    from typed_sts.answers.collection import open_answers

    return open_answers(index, model=model, tagger=tagger, unread=None)


def _head(answers: "CollectionAnswers", seed: int) -> dict[str, object]:
    name = answers.collection.name
    return {"seed": seed, "model": answers.model, "version": answers.version, "collection": name}


def _pool(path: Path, cards: "Sample", given: dict[str, str]) -> "Compared":
    from typed_sts.evaluation.judging.compared import tally_pool
    from typed_sts.evaluation.judging.pool import key_beside, read_key

    return tally_pool(cards, given, *read_key(key_beside(path), cards))
