// Invalidates tags at most once in a time each: the first event at once, the last of a burst when the time is over.
import type { Outdated } from './live-tags.ts';
import type { Tag } from './tags.ts';

const usualMs = 1_500;

export interface TagThrottle {
  invalidate(outdated: readonly Outdated[]): void;
  /** Drops what still waits. */
  cancel(): void;
}

export function createTagThrottle(invalidateTags: (tags: readonly Tag[]) => void): TagThrottle {
  /** By tag and time; true when another event came meanwhile. */
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
