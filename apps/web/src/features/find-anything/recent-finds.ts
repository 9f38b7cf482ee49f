// What a person opened last from the search, on this device, newest first.
import type { Find } from './find.ts';

const STORAGE_KEY = 'kerb.find.recent';
const MOST = 6;

interface Stored {
  readonly uid: string;
  readonly finds: readonly Find[];
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isFind = (value: unknown): value is Find => {
  const { key, title, facts, to } = Object(value);
  // Addresses of this app only: what is stored may have been changed.
  const areTexts = [key, title, to].every(isText) && Array.isArray(facts) && facts.every(isText);
  return areTexts && /^\/(?!\/)/.test(to);
};

/** Nothing of another person who used this device, and nothing where storage is refused. */
export function recentFinds(uid: string): readonly Find[] {
  try {
    const stored: Partial<Stored> = Object(JSON.parse(window.localStorage.getItem(STORAGE_KEY) ?? '{}'));
    if (stored.uid !== uid || !Array.isArray(stored.finds)) return [];
    return stored.finds.filter(isFind).slice(0, MOST);
  } catch {
    return [];
  }
}

export function rememberFind(uid: string, find: Find): void {
  const others = recentFinds(uid).filter(({ key }) => key !== find.key);
  const stored: Stored = { uid, finds: [{ ...find, group: 'recent' as const }, ...others].slice(0, MOST) };
  try {
    window.localStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
  } catch {
    // Private windows may refuse storage: the search works without it.
  }
}
