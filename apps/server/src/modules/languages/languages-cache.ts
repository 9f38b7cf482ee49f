// Caches the languages in memory, so that a request never waits for them; invalidated by an event on the bus.
import type { Language } from './languages.repository.ts';

export interface LanguagesCache {
  /** The default one first. */
  all(): Promise<readonly Language[]>;
  /** The next look reads the database. */
  forget(): void;
}

export function createLanguagesCache(read: () => Promise<readonly Language[]>): LanguagesCache {
  let current: Promise<readonly Language[]> | null = null;
  return {
    all() {
      if (current !== null) return current;
      const reading = read();
      current = reading;
      // A failed read is not cached: the next caller tries again.
      reading.catch(() => {
        if (current === reading) current = null;
      });
      return reading;
    },
    forget() {
      current = null;
    },
  };
}
