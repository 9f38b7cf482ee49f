// Throttles the invalidation of tags: the first event invalidates at once, further events once at the end of the
// interval.
import type { Outdated } from './live-tags.ts';
import type { Tag } from './tags.ts';

const usualMs = 1_500;

export interface TagThrottle {
  invalidate(outdated: readonly Outdated[]): void;
  /** Discards pending invalidations. */
  cancel(): void;
}

export function createTagThrottle(invalidateTags: (tags: readonly Tag[]) => void): TagThrottle {
  /** Pending intervals by tag and length; true when another event arrived during the interval. */
  const waiting = new Map<string, boolean>();
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const begin = (key: string, tag: Tag, ms: number) => {
    waiting.set(key, false);
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (waiting.get(key) !== true) {
        waiting.delete(key);
        return;
      }
      begin(key, tag, ms);
      invalidateTags([tag]);
    }, ms);
    timers.add(timer);
  };

  return {
    invalidate(outdated) {
      const now: Tag[] = [];
      for (const { atMostEveryMs = usualMs, type, id } of outdated) {
        const key = `${type} ${id ?? ''} ${atMostEveryMs}`;
        if (waiting.has(key)) {
          waiting.set(key, true);
          continue;
        }
        const tag: Tag = id === undefined ? { type } : { type, id };
        begin(key, tag, atMostEveryMs);
        now.push(tag);
      }
      if (now.length > 0) invalidateTags(now);
    },
    cancel() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      waiting.clear();
    },
  };
}
