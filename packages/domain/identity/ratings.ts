// Rating of a user: stored as count and sum, shown as the mean of all ratings with one decimal.
import type { Ratings } from './user.schema.ts';

/** { count: 3, sum: 14 } → "4.7"; '' without ratings. Halves round up. */
export function ratingsOf({ count, sum }: { count: number; sum: number }): Ratings {
  if (count === 0) return { userrating: '', count: 0 };
  return { userrating: (Math.round((sum * 10) / count) / 10).toFixed(1), count };
}
