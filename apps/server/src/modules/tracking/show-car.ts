// Shows a car to whoever watches it on this server, wherever its position came in, and tells them the way ahead.
import type { ActiveTrips } from './active-trips.ts';
import type { CarPosition, LiveForTracking, SettingsForTracking } from './tracking.deps.ts';
import { trackingTopics } from './tracking.topics.ts';
import type { Trip } from './trip.ts';
import { etaIsDue, type TripProgress } from './trip-progress.ts';
import { withoutLine } from './way-ahead.ts';

export interface ShowCarDeps {
  live: LiveForTracking;
  trips: Pick<ActiveTrips, 'of'>;
  progress: TripProgress;
  settings: SettingsForTracking;
  /** The fleet admin a driver belongs to, or null. */
  fleetadminOf: (driver: string) => Promise<string | null>;
}

/** `now` is the server's clock, ms since the epoch. */
export type ShowCar = (position: CarPosition, now: number) => Promise<void>;

export function createShowCar(deps: ShowCarDeps): ShowCar {
  const tellAhead = createTellAhead(deps);

  return async (position, now) => {
    const trip = await deps.trips.of(position.driver);
    const fleetadmin = await deps.fleetadminOf(position.driver);
    deps.live.publishPosition(
      [
        trackingTopics.drivers,
        ...(fleetadmin ? [trackingTopics.driversOfFleet(fleetadmin)] : []),
        ...(trip ? [trackingTopics.booking(trip.booking)] : []),
      ],
      position,
    );
    if (trip === null) return;
    await deps.progress.visit(trip, position);
    await tellAhead(trip, position, now);
  };
}

/** Tells the watchers of a trip its way ahead; nothing is computed while nobody watches. */
function createTellAhead({ live, progress, settings }: Pick<ShowCarDeps, 'live' | 'progress' | 'settings'>) {
  /** By driver, who is on one trip at a time: of trips that are over nothing is left. */
  const told = new Map<string, { booking: string; at: number; position: CarPosition; status: string }>();

  return async (trip: Trip, position: CarPosition, now: number): Promise<void> => {
    const topic = trackingTopics.booking(trip.booking);
    if (!live.isWatched(topic)) {
      told.delete(position.driver);
      return;
    }
    const last = told.get(position.driver);
    if (last?.booking === trip.booking && last.status === trip.status && !etaIsDue(last, now, position))
      return;
    told.set(position.driver, { booking: trip.booking, at: now, position, status: trip.status });
    const ahead = await progress.ahead(trip, position, now);
    if (ahead === null) return;
    const [way, riderWay] = [trackingTopics.way(trip.booking), trackingTopics.riderWay(trip.booking)];
    if ((await settings.get()).showLiveRoute) {
      live.publishEta([way, riderWay], ahead);
      return;
    }
    live.publishEta([way], ahead);
    live.publishEta([riderWay], withoutLine(ahead));
  };
}
