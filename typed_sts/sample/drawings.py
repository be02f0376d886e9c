"""Drawings of ours for the bundled sample, so that its pages have pictures: each a small SVG, put together from motifs.

drawings.tsv    id, ground (a scene and its colours), motifs, each with where it stands, how large, and its colour
motifs.svg      one group for each motif, around its own middle, in the colour of whoever places it

athens-owl    plain 3d4a52 2a3339    coin 80 60 1 c9ced1;owl 80 62 .7 5b6a73
"""

from dataclasses import dataclass
from functools import cache

from typed_sts.sample import FOLDER

WIDTH, HEIGHT = 160, 120
_OF_SAMPLE = "/sample/"
_GROUNDS = {
    "plain": '<path fill="#{0}" d="M0 0h160v120H0z"/><path fill="#{1}" d="M0 92h160v28H0z"/>',
    "flat": '<path fill="#{0}" d="M0 0h160v120H0z"/>',
    "sea": '<path fill="#{0}" d="M0 0h160v120H0z"/><path fill="#{1}" d="M0 76h160v44H0z"/>'
    '<path fill="#fff3" d="M12 88h40v2H12zM96 84h52v2H96zM60 100h48v2H60zM8 110h30v2H8z"/>',
    "land": '<path fill="#{0}" d="M0 0h160v120H0z"/><path fill="#{1}" d="M0 80c40-14 70-8 100-2s44 2 60-4v46H0z"/>'
    '<path fill="#0001" d="M0 98c50-10 90 6 160-6v28H0z"/>',
    "paper": '<path fill="#{0}" d="M0 0h160v120H0z"/><path fill="none" stroke="#{1}" d="M8 8h144v104H8z"/>',
    "photo": '<path fill="#efe6d4" d="M0 0h160v120H0z"/><path fill="#{0}" d="M6 6h148v108H6z"/>'
    '<path fill="#{1}" d="M6 82h148v32H6z"/>',
}


@dataclass(frozen=True, slots=True)
class _Drawing:
    ground: str
    motifs: str


@cache
def _drawings() -> dict[str, _Drawing]:
    lines = (FOLDER / "drawings.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines)
    return {f"{_OF_SAMPLE}{name}": _Drawing(ground, motifs) for name, ground, motifs in rows}


@cache
def _motifs() -> dict[str, str]:
    """Return what draws each motif, by its name: a line of the file each."""
    lines = (FOLDER / "motifs.svg").read_text(encoding="utf-8").splitlines()
    return {line.split('"')[1]: line for line in lines if line.startswith("<g id=")}


def drawn(item_id: str) -> bool:
    """Say whether there is a drawing of an item."""
    return item_id.startswith(_OF_SAMPLE) and item_id in _drawings()


def drawing(item_id: str) -> bytes:
    """Return the drawing of an item of the sample as an SVG; KeyError when there is none."""
    found = _drawings()[item_id]
    scene, *colours = found.ground.split()
    placed = "".join(map(_placed, found.motifs.split(";")))
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{4 * WIDTH}" height="{4 * HEIGHT}"'
    ground = _GROUNDS[scene].format(*colours)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{ground}{placed}</svg>'.encode()


def _placed(motif: str) -> str:
    """Return a motif where it stands: its name, its middle, its size and its colour; a size below 0 mirrors it."""
    name, x, y, size, colour = motif.split()
    scale = float(size)
    turned = f"{scale:g}" if scale > 0 else f"{scale:g} {-scale:g}"
    inner = _motifs()[name].replace(f' id="{name}"', "", 1)
    return f'<g transform="translate({x} {y}) scale({turned})" color="#{colour}" fill="currentColor">{inner}</g>'
