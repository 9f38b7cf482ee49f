// The trip being booked, stored in sessionStorage: it survives a reload and a sign-in at a provider.
import {
  type KerbStore,
  type RootState,
  type TripPoint,
  updateTripCar,
  updateTripDrop,
  updateTripPickup,
  updateTripWaypoints,
  updateTripWhen,
} from '@kerb/sdk/store';

const storageKey = 'kerb.trip';

function isPoint(value: unknown): value is TripPoint {
  if (typeof value !== 'object' || value === null) return false;
  if (!('lat' in value && 'lng' in value && 'add' in value)) return false;
  return typeof value.lat === 'number' && typeof value.lng === 'number' && typeof value.add === 'string';
}
const pointIn = (value: unknown) => (isPoint(value) ? value : null);

function restore(store: KerbStore, stored: string): void {
  const trip: unknown = JSON.parse(stored);
  if (!Array.isArray(trip)) return;
  const [pickup, drop, car, later, tripdate, ...stops]: unknown[] = trip;
  store.dispatch(updateTripPickup(pointIn(pickup)));
  store.dispatch(updateTripDrop(pointIn(drop)));
  store.dispatch(updateTripCar(typeof car === 'string' ? car : null));
  store.dispatch(
    updateTripWhen({ bookLater: later === true, tripdate: typeof tripdate === 'number' ? tripdate : null }),
  );
  store.dispatch(updateTripWaypoints(stops.filter(isPoint)));
}

const textOf = ({ pickup, drop, carType, bookLater, tripdate, waypoints }: RootState['tripdata']): string =>
  JSON.stringify([pickup, drop, carType, bookLater, tripdate, ...waypoints]);

/** Restores the stored trip, and stores every change from then on. */
export function persistTrip(store: KerbStore): void {
  try {
    const stored = sessionStorage.getItem(storageKey);
    if (stored !== null) restore(store, stored);
  } catch {
    // Storage may be switched off, and what is in it may be anything: the form begins empty.
  }
  let last = store.getState().tripdata;
  store.subscribe(() => {
    const { tripdata } = store.getState();
    if (tripdata === last) return;
    last = tripdata;
    try {
      sessionStorage.setItem(storageKey, textOf(tripdata));
    } catch {
      // Then the trip lives as long as the page.
    }
  });
}
