// Stores the search results that a user opened last on this device, newest first, until the user signs out.
import { deviceStorage } from '../../lib/browser-storage.ts';
import { recentFindsKey } from '../../lib/clear-recent-finds.ts';
import type { Find } from './find.ts';

const MOST = 6;

interface Stored {
  readonly uid: string;
  readonly finds: readonly Find[];
}

/** Without details, because phone numbers and addresses do not belong in a browser's storage. */
const toStored = ({ key, title, recentTitle, to }: Find): Find => ({
  key,
  group: 'recent',
  title: recentTitle ?? title,
  facts: [],
  to,
});

const isText = (value: unknown): value is string => typeof value === 'string';
const isFind = (value: unknown): value is Find => {
  const { key, title, to } = Object(value);
  // Only paths of this app are accepted, because the stored value may have been tampered with.
  return [key, title, to].every(isText) && /^\/(?!\/)/.test(to);
};

/** Empty for another user of this device, and where storage is blocked. */
export function recentFinds(uid: string): readonly Find[] {
  const stored: Partial<Stored> = Object(deviceStorage.readJson(recentFindsKey));
  if (stored.uid !== uid || !Array.isArray(stored.finds)) return [];
  return stored.finds.filter(isFind).slice(0, MOST).map(toStored);
}

export function rememberFind(uid: string, find: Find): void {
  const others = recentFinds(uid).filter(({ key }) => key !== find.key);
  const stored: Stored = { uid, finds: [toStored(find), ...others].slice(0, MOST) };
  deviceStorage.write(recentFindsKey, JSON.stringify(stored));
}
