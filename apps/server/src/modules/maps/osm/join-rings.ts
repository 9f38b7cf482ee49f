// Joins the member ways of a multipolygon end to end into closed rings.

/** Each ring as node ids, the first equal to the last; ways that do not close are left out. */
export function joinRings(pieces: readonly (readonly number[])[]): number[][] {
  const rings: number[][] = [];
  const open = new Set(pieces.filter((piece) => piece.length > 1));
  for (const piece of open) {
    open.delete(piece);
    const ring = [...piece];
    while (ring[0] !== ring[ring.length - 1]) {
      const next = [...open].find((other) => touches(other, ring[ring.length - 1]));
      if (!next) break;
      open.delete(next);
      const forward = next[0] === ring[ring.length - 1];
      ring.push(...(forward ? next : [...next].reverse()).slice(1));
    }
    if (ring.length > 3 && ring[0] === ring[ring.length - 1]) rings.push(ring);
  }
  return rings;
}

const touches = (piece: readonly number[], node: number | undefined): boolean =>
  piece[0] === node || piece[piece.length - 1] === node;
