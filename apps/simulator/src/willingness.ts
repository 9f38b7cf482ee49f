// How a simulated driver answers a task: whether at all, and after how long a look at it.
import type { Task } from '@kerb/contract';
import type { Random } from '@kerb/lab';

/** No driver accepts a task farther than this, by road time to the pickup. */
const TOO_FAR_SECS = 25 * 60;
const MIN_LOOK_MS = 4000;
const MAX_LOOK_MS = 10_000;

export interface Answer {
  accepts: boolean;
  /** How long they look before they tap; a person in another browser may be faster. */
  afterMs: number;
}

/** The nearer the pickup, the likelier and the quicker; never before four seconds, never after ten. */
export function answerTo(task: Pick<Task, 'pickup_time'>, random: Random): Answer {
  const away = Math.min(task.pickup_time ?? 600, TOO_FAR_SECS) / TOO_FAR_SECS;
  const accepts = random.chance(
    task.pickup_time === null || task.pickup_time < TOO_FAR_SECS ? 0.95 - 0.35 * away : 0,
  );
  const lookMs = MIN_LOOK_MS + 4000 * Math.sqrt(away) + random.between(0, 2000);
  return { accepts, afterMs: Math.min(MAX_LOOK_MS, lookMs) };
}
