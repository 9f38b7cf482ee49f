// Stores the trip being booked in sessionStorage, so that it survives a reload and a sign-in at an external provider;
// another user of the tab does not get it.
import { assignTrip, type KerbStore, restoreTrip, tripIn } from '@kerb/sdk/store';
import { tabStorage } from './browser-storage.ts';

const storageKey = 'kerb.trip';

/** Restores the stored trip, and from then on stores every change and the user whose trip it is. */
export function persistTrip(store: KerbStore): void {
  const stored = tabStorage.readJson(storageKey);
  if (stored !== null) store.dispatch(restoreTrip(tripIn(stored)));
  let last = store.getState().tripdata;
  store.subscribe(() => {
    const { auth, tripdata } = store.getState();
    // A session that ended leaves the trip for the same user, who may sign in again.
    if (auth.info && auth.info.id !== tripdata.uid) {
      store.dispatch(assignTrip(auth.info.id));
      return;
    }
    const { drop, waypoints } = last;
    const isChanged = tripdata !== last;
    last = tripdata;
    if (!isChanged) return;
    // A visitor who enters a destination composes a trip of their own.
    const isEntered = tripdata.drop !== drop || tripdata.waypoints !== waypoints;
    if (auth.known && !auth.info && tripdata.uid !== null && isEntered) {
      store.dispatch(assignTrip(null));
      return;
    }
    tabStorage.write(storageKey, JSON.stringify(tripdata));
  });
}
