// Tracks which cars this server's clients watch, and receives their positions from the other servers: those of all cars
// while a console watches, otherwise those in the cells around the car of each watched trip.
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import type { Clock } from '../../kit/index.ts';
import type { CarPosition, LiveForTracking, PositionsForTracking } from './tracking.deps.ts';
import { trackingTopics, watchedIn } from './tracking.topics.ts';

/**
 * Radius of the received area around a car, in km: the car's own cell, and the next one where the car is near a border.
 */
const RADIUS_KM = 1;
/** The area is moved when the car is this far (km) from its centre. */
const FOLLOW_KM = 0.5;
/** A watched car without a position for this long (ms) is looked up, because it may have left the received cells. */
const SILENT_MS = 3_000;
const POLL_INTERVAL_MS = 1_000;
/** Name of the area held for consoles; the area of a trip is named after its topic. */
const CONSOLE_NEED = 'console';

export interface WatchedCarsDeps {
  clock: Clock;
  live: Pick<LiveForTracking, 'onWatch'>;
  positions: PositionsForTracking;
  /** The driver of a booking whose car is shown; null for other bookings. */
  driverOf(booking: string): Promise<string | null>;
  /** Publishes a position that was looked up. */
  show(position: CarPosition): void;
  onError(error: unknown): void;
}

export interface WatchedCars {
  /** Whether a client of this server watches this car. */
  isWatched(driver: string): boolean;
  /** Called for a position that another server received. */
  moved(position: CarPosition): void;
  /** Called when the driver reports to this server, which then needs no cell for that car. */
  reportedHere(driver: string): void;
  /** Called when the booking may have another driver. */
  changed(booking: string): void;
  close(): void;
}

interface WatchedTrip {
  driver: string | null;
  /** The centre of the received area; null without one. */
  centre: LatLng | null;
  /** `at` of the newest position shown for this trip: times of one phone, which no server's clock changes. */
  shownAt: number;
  /** When a position last arrived here or was looked up, by this server's clock. */
  updatedAt: number;
  /** When the driver last reported to this server, ms since the epoch. */
  reportedAt: number;
}

export function createWatchedCars(deps: WatchedCarsDeps): WatchedCars {
  const { clock, positions, onError } = deps;
  const consoles = new Set<string>();
  const trips = new Map<string, WatchedTrip>();
  /** The watched bookings of each driver. */
  const byDriver = new Map<string, Set<string>>();

  function unlink(booking: string, trip: WatchedTrip): void {
    if (trip.driver === null) return;
    const bookings = byDriver.get(trip.driver);
    bookings?.delete(booking);
    if (bookings?.size === 0) byDriver.delete(trip.driver);
    trip.driver = null;
  }
  function releaseArea(booking: string, trip: WatchedTrip): void {
    if (trip.centre === null) return;
    trip.centre = null;
    positions.release(trackingTopics.booking(booking));
  }
  function follow(booking: string, trip: WatchedTrip, place: LatLng): void {
    if (trip.centre !== null && distanceKm(trip.centre, place) < FOLLOW_KM) return;
    trip.centre = place;
    const area = { lat: place.lat, lng: place.lng, radiusKm: RADIUS_KM };
    positions.subscribeArea(trackingTopics.booking(booking), area).catch(onError);
  }
  const watchedTripsOf = function* (driver: string): Iterable<readonly [string, WatchedTrip]> {
    for (const booking of byDriver.get(driver) ?? []) {
      const trip = trips.get(booking);
      if (trip !== undefined) yield [booking, trip];
    }
  };

  async function resolveDriver(booking: string): Promise<void> {
    const driver = await deps.driverOf(booking);
    const trip = trips.get(booking);
    if (trip === undefined || trip.driver === driver) return;
    unlink(booking, trip);
    releaseArea(booking, trip);
    trip.driver = driver;
    if (driver === null) return;
    byDriver.set(driver, (byDriver.get(driver) ?? new Set()).add(booking));
    await look([driver]);
  }

  /** Looks up the cars without a recent report, and receives the cells in which they are now. */
  async function look(drivers: readonly string[]): Promise<void> {
    const now = clock.now();
    for (const [driver, position] of await positions.ofMany(drivers))
      for (const [booking, trip] of watchedTripsOf(driver)) {
        if (now - trip.reportedAt < SILENT_MS) continue;
        follow(booking, trip, position);
        if (position.at <= trip.shownAt) continue;
        trip.shownAt = position.at;
        trip.updatedAt = now;
        deps.show(position);
      }
  }
  async function sweepSilentTrips(): Promise<void> {
    const now = clock.now();
    const silent = [...trips.values()].flatMap(({ driver, updatedAt, reportedAt }) =>
      driver !== null && now - Math.max(updatedAt, reportedAt) >= SILENT_MS ? [driver] : [],
    );
    if (silent.length > 0) await look(silent);
  }
  const looking = setInterval(() => void sweepSilentTrips().catch(onError), POLL_INTERVAL_MS);
  looking.unref();

  function watchTrip(booking: string): void {
    trips.set(booking, { driver: null, centre: null, shownAt: 0, updatedAt: 0, reportedAt: 0 });
    resolveDriver(booking).catch(onError);
  }
  function unwatchTrip(booking: string): void {
    const trip = trips.get(booking);
    if (trip === undefined) return;
    trips.delete(booking);
    unlink(booking, trip);
    releaseArea(booking, trip);
  }
  function watchConsole(topic: string, isWatched: boolean): void {
    if (isWatched) consoles.add(topic);
    else consoles.delete(topic);
    if (consoles.size === 0) positions.release(CONSOLE_NEED);
    else positions.subscribeArea(CONSOLE_NEED, 'everywhere').catch(onError);
  }

  deps.live.onWatch((topic, isWatched) => {
    const watched = watchedIn(topic);
    if (watched === 'drivers') watchConsole(topic, isWatched);
    else if (watched !== null && isWatched) watchTrip(watched.booking);
    else if (watched !== null) unwatchTrip(watched.booking);
  });

  return {
    isWatched: (driver) => consoles.size > 0 || byDriver.has(driver),
    moved(position) {
      for (const [booking, trip] of watchedTripsOf(position.driver)) {
        trip.shownAt = Math.max(trip.shownAt, position.at);
        trip.updatedAt = clock.now();
        follow(booking, trip, position);
      }
    },
    reportedHere(driver) {
      for (const [booking, trip] of watchedTripsOf(driver)) {
        trip.reportedAt = clock.now();
        releaseArea(booking, trip);
      }
    },
    changed(booking) {
      if (trips.has(booking)) resolveDriver(booking).catch(onError);
    },
    close: () => clearInterval(looking),
  };
}
