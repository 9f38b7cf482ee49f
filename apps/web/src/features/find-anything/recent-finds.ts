// Stores the search results that a user opened last on this device, newest first.
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
  // Only paths of this app are accepted, because the stored value may have been tampered with.
  const areTexts = [key, title, to].every(isText) && Array.isArray(facts) && facts.every(isText);
  return areTexts && /^\/(?!\/)/.test(to);
};

/** Empty for another user of this device, and where storage is blocked. */
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
    // Storage is blocked, as in some private windows: the search works without recent items.
  }
}
