// Merges the ways of a street into longer lines, so that there is room for its label.
import type { LngLat } from './geometry.ts';

export interface Piece {
  readonly line: readonly LngLat[];
  readonly refs: readonly number[];
}

/**
 * Joins ways only from the last node of one to the first node of another, which preserves the direction of one-way
 * streets.
 */
export function mergeLines(pieces: readonly Piece[]): (readonly LngLat[])[] {
  const byFirst = new Map<number, Piece[]>();
  for (const piece of pieces) {
    const first = piece.refs[0];
    if (first !== undefined) byFirst.set(first, [...(byFirst.get(first) ?? []), piece]);
  }
  const used = new Set<Piece>();
  const followed = new Set<Piece>();
  for (const piece of pieces) {
    const next = nextOf(piece, byFirst, followed);
    if (next) followed.add(next);
  }
  const lines: (readonly LngLat[])[] = [];
  // Starts with the ways that no other way leads to; what is left afterwards are rings.
  for (const start of [...pieces.filter((piece) => !followed.has(piece)), ...pieces]) {
    if (used.has(start)) continue;
    const line: LngLat[] = [];
    for (let piece: Piece | undefined = start; piece; piece = nextOf(piece, byFirst, used)) {
      used.add(piece);
      line.push(...piece.line.slice(line.length === 0 ? 0 : 1));
    }
    lines.push(line);
  }
  return lines;
}

const nextOf = (piece: Piece, byFirst: ReadonlyMap<number, readonly Piece[]>, taken: ReadonlySet<Piece>) =>
  byFirst.get(piece.refs[piece.refs.length - 1] ?? 0)?.find((next) => next !== piece && !taken.has(next));
