// Splits a rounded total into rounded lines that add up to it exactly.
import type { Decimal } from 'decimal.js';
import { type Minor, minor } from '../kernel/index.ts';

/**
 * Rounds the exact, non-negative amounts of `lines`, in minor units, to whole ones whose sum is `total`, by
 * largest remainder: every amount is rounded down, and the units left over go one by one to the lines cut the
 * most (the earlier first among equals). No line moves by a whole unit. `total` must be the exact sum rounded.
 */
export function splitExactly<Line extends { amount: Decimal }>(
  total: Minor,
  lines: readonly Line[],
): (Omit<Line, 'amount'> & { amount: Minor })[] {
  const cut = lines.map((line) => ({ line, floor: line.amount.floor() }));
  const leftOver = total - cut.reduce((sum, { floor }) => sum + floor.toNumber(), 0);
  const byRemainder = cut.toSorted((one, other) =>
    other.line.amount.minus(other.floor).comparedTo(one.line.amount.minus(one.floor)),
  );
  const raised = new Set(byRemainder.slice(0, leftOver));
  return cut.map((part) => ({
    ...part.line,
    amount: minor(part.floor.toNumber() + (raised.has(part) ? 1 : 0)),
  }));
}
