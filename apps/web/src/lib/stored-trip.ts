// The trip being booked, stored in sessionStorage: it survives a reload and a sign-in at a provider.
import { type KerbStore, restoreTrip, tripIn } from '@kerb/sdk/store';

const storageKey = 'kerb.trip';

/** Restores the stored trip, and stores every change from then on. */
export function persistTrip(store: KerbStore): void {
  try {
    const stored = sessionStorage.getItem(storageKey);
    if (stored !== null) store.dispatch(restoreTrip(tripIn(JSON.parse(stored))));
  } catch {
    // Storage may be switched off, and what is in it may be anything: the form begins empty.
  }
  let last = store.getState().tripdata;
  store.subscribe(() => {
    const { tripdata } = store.getState();
    if (tripdata === last) return;
    last = tripdata;
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(tripdata));
    } catch {
      // Then the trip lives as long as the page.
    }
  });
}
