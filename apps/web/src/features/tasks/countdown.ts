// Computes how long a task can still be answered: pure functions of the clock.
import type { Task } from '@kerb/contract';

/** Longer times are shown in hours and minutes instead of a ring: an offer from an admin is open for 24 hours. */
const MAX_RING_SECONDS = 120;

export function isLongOffer(expiresAt: number, now: number): boolean {
  return secondsLeft(expiresAt, now) > MAX_RING_SECONDS;
}

/** Whole seconds left at `now` (both ms since the epoch), rounded up so that 0 means over; at least 0. */
export function secondsLeft(expiresAt: number, now: number): number {
  return Math.max(0, Math.ceil((expiresAt - now) / 1000));
}

/** Remaining fraction of the time to answer, from 1 to 0; `offerSeconds` is the whole time. */
export function fractionLeft(expiresAt: number, now: number, offerSeconds: number): number {
  if (offerSeconds <= 0) return 0;
  return Math.min(1, Math.max(0, (expiresAt - now) / 1000 / offerSeconds));
}

/** Tasks that can still be answered, in the order of their expiry. */
export function openTasks(
  tasks: readonly Task[],
  now: number,
  answered: ReadonlySet<string>,
): readonly Task[] {
  return tasks
    .filter((task) => task.expiresAt > now && !answered.has(answerKey(task)))
    .sort((a, b) => a.expiresAt - b.expiresAt);
}

/**
 * Key of one offer of a booking: an offer repeated with a later deadline has another key, so it can be answered again.
 */
export function answerKey({ booking, expiresAt }: Pick<Task, 'booking' | 'expiresAt'>): string {
  return `${booking} ${expiresAt}`;
}

/** ms until the next task expires, or null. */
export function nextExpiryIn(tasks: readonly Task[], now: number): number | null {
  const first = openTasks(tasks, now, new Set())[0];
  return first ? first.expiresAt - now : null;
}
