// Scores how well a typed query matches a name, by exact words, prefixes, typing mistakes and unmatched words.
import { wordWeight } from './search-text.ts';

/** Candidates with a lower fit are not shown. */
export const WORST_SHOWN_FIT = 0.55;

/** From 0 to 1; 1 when both have the same words, in any order. */
export function fit(query: readonly string[], name: readonly string[]): number {
  if (query.length === 0 || name.length === 0) return 0;
  const used = new Set<number>();
  let asked = 0;
  let answered = 0;
  query.forEach((word, i) => {
    const weight = wordWeight(word);
    const best = bestWord(word, name, used, i === query.length - 1);
    asked += weight;
    answered += weight * best.score;
    if (best.score > 0) used.add(best.index);
  });
  const total = name.reduce((sum, word) => sum + wordWeight(word), 0);
  const covered = name.reduce((sum, word, i) => sum + (used.has(i) ? wordWeight(word) : 0), 0);
  return (answered / asked) * (0.75 + 0.25 * (covered / total));
}

function bestWord(
  word: string,
  name: readonly string[],
  used: ReadonlySet<number>,
  isLast: boolean,
): { score: number; index: number } {
  let best = { score: 0, index: -1 };
  name.forEach((candidate, index) => {
    if (used.has(index)) return;
    const score = wordScore(word, candidate, isLast);
    if (score > best.score) best = { score, index };
  });
  return best;
}

function wordScore(typed: string, word: string, isLast: boolean): number {
  if (typed === word) return 1;
  // The last word is usually incomplete; of an earlier word, three letters or more may be an abbreviation.
  if (word.startsWith(typed) && (isLast || typed.length >= 3)) {
    return (isLast ? 0.85 : 0.75) + 0.1 * (typed.length / word.length);
  }
  if (/^\d/.test(typed) || typed.length < 4) return 0;
  const allowed = typed.length >= 8 ? 2 : 1;
  const whole = editDistance(typed, word, allowed);
  const begun = isLast ? editDistance(typed, word.slice(0, typed.length), allowed) : whole;
  const mistakes = Math.min(whole, begun);
  return mistakes <= allowed ? 0.86 - 0.12 * mistakes : 0;
}

/** Optimal string alignment distance; a distance above `limit` is returned as limit + 1. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return Math.min(limit + 1, last[b.length] ?? limit + 1);
}

const NEAR_KM = 4;

/** Score that orders suggestions: by the fit, the weight of the place, its distance, and the requested suburb. */
export function score(match: {
  fit: number;
  weight: number;
  kmAway: number | undefined;
  areaFit: number;
}): number {
  const near = match.kmAway === undefined ? 0 : Math.exp(-match.kmAway / NEAR_KM);
  return match.fit + 0.22 * match.weight + 0.12 * near + 0.1 * match.areaFit;
}
