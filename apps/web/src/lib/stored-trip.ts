// Stores the trip being booked in sessionStorage, so that it survives a reload and a sign-in at an external provider.
import { type KerbStore, restoreTrip, tripIn } from '@kerb/sdk/store';
import { tabStorage } from './browser-storage.ts';

const storageKey = 'kerb.trip';

/** Restores the stored trip, and stores every change from then on. */
export function persistTrip(store: KerbStore): void {
  const stored = tabStorage.readJson(storageKey);
  if (stored !== null) store.dispatch(restoreTrip(tripIn(stored)));
  let last = store.getState().tripdata;
  store.subscribe(() => {
    const { tripdata } = store.getState();
    if (tripdata === last) return;
    last = tripdata;
    tabStorage.write(storageKey, JSON.stringify(tripdata));
  });
}
