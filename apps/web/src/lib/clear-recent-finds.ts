// Removes the recent items of the console's search from this device when their user signs out or another user signs in.
import type { KerbStore } from '@kerb/sdk/store';
import { deviceStorage } from './browser-storage.ts';

export const recentFindsKey = 'kerb.find.opened';
/** Where earlier versions stored the items with names and phone numbers. */
const formerKey = 'kerb.find.recent';

function clearUnlessOf(uid: string | null): void {
  deviceStorage.write(formerKey, null);
  const owner: unknown = Object(deviceStorage.readJson(recentFindsKey)).uid;
  if (uid === null || owner !== uid) deviceStorage.write(recentFindsKey, null);
}

/** Compares the stored items with the signed-in user, once the user is known and after each change. */
export function clearRecentFinds(store: KerbStore): void {
  let last: string | null | undefined;
  const look = () => {
    const { info, known } = store.getState().auth;
    const uid = info?.id ?? null;
    if (!known || uid === last) return;
    last = uid;
    clearUnlessOf(uid);
  };
  store.subscribe(look);
  look();
}
