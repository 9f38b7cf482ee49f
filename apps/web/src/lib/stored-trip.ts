// Stores the trip being booked in sessionStorage, so that it survives a reload and a sign-in at an external provider.
import { type KerbStore, restoreTrip, tripIn } from '@kerb/sdk/store';

const storageKey = 'kerb.trip';

/** Restores the stored trip, and stores every change from then on. */
export function persistTrip(store: KerbStore): void {
  try {
    const stored = sessionStorage.getItem(storageKey);
    if (stored !== null) store.dispatch(restoreTrip(tripIn(JSON.parse(stored))));
  } catch {
    // Storage may be blocked or contain invalid data: the form then starts empty.
  }
  let last = store.getState().tripdata;
  store.subscribe(() => {
    const { tripdata } = store.getState();
    if (tripdata === last) return;
    last = tripdata;
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(tripdata));
    } catch {
      // Without storage the trip lasts as long as the page.
    }
  });
}
