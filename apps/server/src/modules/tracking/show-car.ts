// Publishes a car's position to this server's watchers, whichever server received it, and the remaining route of its trip.
import { withoutPolyline } from './remaining-route.ts';
import type { CarPosition, LiveForTracking, SettingsForTracking } from './tracking.deps.ts';
import { trackingTopics } from './tracking.topics.ts';
import type { Trip } from './trip.ts';
import { etaIsDue, type TripProgress } from './trip-progress.ts';

export interface ShowCarDeps {
  live: LiveForTracking;
  progress: TripProgress;
  settings: SettingsForTracking;
  /** The fleet admin a driver belongs to, or null. */
  fleetadminOf: (driver: string) => Promise<string | null>;
}

/** `trip` is the driver's current trip; `now` is the server's clock, ms since the epoch. */
export type ShowCar = (position: CarPosition, trip: Trip | null, now: number) => Promise<void>;

export function createShowCar(deps: ShowCarDeps): ShowCar {
  const publishRemainingRoute = createPublishRemainingRoute(deps);

  return async function showCar(position, trip, now) {
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
    await deps.progress.markVisited(trip, position);
    await publishRemainingRoute(trip, position, now);
  };
}

/** Publishes the remaining route to the watchers of a trip; computes nothing without watchers. */
function createPublishRemainingRoute({
  live,
  progress,
  settings,
}: Pick<ShowCarDeps, 'live' | 'progress' | 'settings'>) {
  /** The last publication by driver. A driver has one trip at a time, so entries of finished trips are replaced. */
  const published = new Map<string, { booking: string; at: number; position: CarPosition; status: string }>();

  return async function publishRemainingRoute(trip: Trip, position: CarPosition, now: number): Promise<void> {
    const topic = trackingTopics.booking(trip.booking);
    if (!live.isWatched(topic)) {
      published.delete(position.driver);
      return;
    }
    const last = published.get(position.driver);
    if (last?.booking === trip.booking && last.status === trip.status && !etaIsDue(last, now, position))
      return;
    published.set(position.driver, { booking: trip.booking, at: now, position, status: trip.status });
    const ahead = await progress.remainingRoute(trip, position, now);
    if (ahead === null) return;
    const route = trackingTopics.route(trip.booking);
    const riderRoute = trackingTopics.riderRoute(trip.booking);
    if ((await settings.get()).showLiveRoute) {
      live.publishEta([route, riderRoute], ahead);
      return;
    }
    live.publishEta([route], ahead);
    live.publishEta([riderRoute], withoutPolyline(ahead));
  };
}
