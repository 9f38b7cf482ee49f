// A driver's position comes in: judged, put on the live map, kept in the trail of the trip, shown to its watchers.
import type { PositionInput } from '@kerb/contract';
import { trackedStatuses } from '@kerb/domain/booking';
import { judgePosition, type ReportedPosition } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { Clock } from '../../kit/index.ts';
import type { ActiveTrips } from './active-trips.ts';
import type { PositionLimiter } from './position-limiter.ts';
import type { CarPosition, FleetForTracking, LiveForTracking, SettingsForTracking } from './tracking.deps.ts';
import { trackingTopics } from './tracking.topics.ts';
import type { TrailBuffer } from './trail-buffer.ts';
import type { Trip } from './trip.ts';
import { etaIsDue, type TripProgress } from './trip-progress.ts';
import { withoutLine } from './way-ahead.ts';

export interface ReceivePositionDeps {
  clock: Clock;
  fleet: Pick<FleetForTracking, 'live'>;
  live: LiveForTracking;
  limiter: PositionLimiter;
  trips: ActiveTrips;
  trail: TrailBuffer;
  progress: TripProgress;
  settings: SettingsForTracking;
  /** The fleet admin a driver belongs to, or null. */
  fleetadminOf: (driver: string) => Promise<string | null>;
}

export type ReceivePosition = (driver: string, input: PositionInput) => Promise<void>;

/** Throws `position_rejected` (its reason in the detail) or `too_many_requests`; nothing is kept then. */
export function createReceivePosition(deps: ReceivePositionDeps): ReceivePosition {
  const { clock, fleet, live, limiter, trips, trail } = deps;
  const lastReports = new Map<string, ReportedPosition>();
  const tellAhead = createTellAhead(deps);

  return async (driver, input) => {
    const now = clock.now();
    if (!limiter.allows(driver, now)) throw new DomainError('too_many_requests');
    const { lat, lng, at } = input;
    const reported: ReportedPosition = {
      lat,
      lng,
      at,
      ...(input.accuracy == null ? {} : { accuracy: input.accuracy }),
    };
    const last = lastReports.get(driver) ?? fleet.live.get(driver) ?? null;
    const verdict = judgePosition(reported, last, now);
    if (!verdict.ok) throw new DomainError('position_rejected', verdict.reason);
    lastReports.set(driver, reported);

    const position: CarPosition = { driver, lat, lng, at, heading: input.heading ?? null };
    fleet.live.put({ ...position, speed: input.speed ?? null });
    const trip = await trips.of(driver);
    live.publishPosition(await topicsOf(driver, trip), position);
    if (trip === null) return;
    if (trackedStatuses.some((tracked) => tracked === trip.status)) trail.add(trip.booking, { lat, lng, at });
    await deps.progress.visit(trip, position);
    await tellAhead(trip, position, now);
  };

  async function topicsOf(driver: string, trip: Trip | null): Promise<string[]> {
    const fleetadmin = await deps.fleetadminOf(driver);
    return [
      trackingTopics.drivers,
      ...(fleetadmin ? [trackingTopics.driversOfFleet(fleetadmin)] : []),
      ...(trip ? [trackingTopics.booking(trip.booking)] : []),
    ];
  }
}

/** Tells the watchers of a trip its way ahead; nothing is computed while nobody watches. */
function createTellAhead({
  live,
  progress,
  settings,
}: Pick<ReceivePositionDeps, 'live' | 'progress' | 'settings'>) {
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
