// The trip being put together, kept in this tab: neither a reload nor signing in at a provider loses it.
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

function restore(store: KerbStore, kept: string): void {
  const trip: unknown = JSON.parse(kept);
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

/** Puts the kept trip back, and keeps it from then on. */
export function keepTrip(store: KerbStore): void {
  try {
    const kept = sessionStorage.getItem(storageKey);
    if (kept !== null) restore(store, kept);
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
