// In-memory cache of the languages, so that requests do not read the database; invalidated by an event on the bus.
import type { Language } from './languages.repository.ts';

export interface LanguagesCache {
  /** All languages, with the default language first. */
  all(): Promise<readonly Language[]>;
  /** Invalidates the cache; the next call of `all` reads the database. */
  invalidate(): void;
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
    invalidate() {
      current = null;
    },
  };
}
