// Removes the recent items of the console's search from this device when their user signs out or another user signs in.
import type { KerbStore } from '@kerb/sdk/store';

export const recentFindsKey = 'kerb.find.opened';
/** Where earlier versions stored the items with names and phone numbers. */
const formerKey = 'kerb.find.recent';

function ownerOf(stored: string): unknown {
  try {
    return Object(JSON.parse(stored)).uid;
  } catch {
    return undefined;
  }
}

function removeFormer(): void {
  try {
    window.localStorage.removeItem(formerKey);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

function clearUnlessOf(uid: string | null): void {
  try {
    const stored = window.localStorage.getItem(recentFindsKey);
    if (stored !== null && (uid === null || ownerOf(stored) !== uid))
      window.localStorage.removeItem(recentFindsKey);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

/** Compares the stored items with the signed-in user, at once and after each change of the user. */
export function clearRecentFinds(store: KerbStore): void {
  removeFormer();
  let last: string | null | undefined;
  const look = () => {
    const { info, known } = store.getState().auth;
    if (!known) return;
    const uid = info?.id ?? null;
    if (uid === last) return;
    last = uid;
    clearUnlessOf(uid);
  };
  store.subscribe(look);
  look();
}
