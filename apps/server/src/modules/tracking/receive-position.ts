// "Receive a position": validates it, updates the live map, buffers it for the trip's trail and publishes it.
import type { PositionInput } from '@kerb/contract';
import { trackedStatuses } from '@kerb/domain/booking';
import { judgePosition, type ReportedPosition } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Clock } from '../../kit/index.ts';
import type { ActiveTrips } from './active-trips.ts';
import type { PositionLimiter } from './position-limiter.ts';
import type { ShowCar } from './show-car.ts';
import type { CarPosition, FleetForTracking } from './tracking.deps.ts';
import type { TrailBuffer } from './trail-buffer.ts';

export interface ReceivePositionDeps {
  clock: Clock;
  fleet: Pick<FleetForTracking, 'live' | 'reportingDevices'> & {
    positions: Pick<FleetForTracking['positions'], 'of'>;
  };
  limiter: PositionLimiter;
  trips: Pick<ActiveTrips, 'of'>;
  trail: TrailBuffer;
  showCar: ShowCar;
  /** Called for each accepted position that the driver's phone reports to this server. */
  onReported(driver: string): void;
}

/** A driver whose last report to this server is older than this (ms) may have reported to another server since. */
const ELSEWHERE_AFTER_MS = 15_000;
/** Outside of trips, a device replaces another one of its driver that has not reported for this long (ms). */
const SILENT_DEVICE_MS = 60_000;

export type ReceivePosition = (actor: Actor, input: PositionInput) => Promise<void>;

/**
 * Throws `position_rejected` (reason in the detail) or `too_many_requests`; the position is then discarded. Of several
 * devices of one driver, only the one on which they went on duty or took their last step is accepted.
 */
export function createReceivePosition(deps: ReceivePositionDeps): ReceivePosition {
  const { clock, fleet, limiter, trips, trail, showCar } = deps;
  const lastReports = new Map<string, ReportedPosition & { sessionId: string }>();
  /** Running searches for the positions of drivers that may have reported to another server. */
  const searches = new Map<string, Promise<unknown>>();

  /** The search that a position must wait for; null when the driver's last position is known here. */
  function searchFor(driver: string, now: number): Promise<unknown> | null {
    const running = searches.get(driver);
    if (running !== undefined) return running;
    const own = lastReports.get(driver);
    // A driver who reports to this server continuously does not report to another one.
    if (own !== undefined && now - own.at < ELSEWHERE_AFTER_MS) return null;
    const search = fleet.positions.of(driver);
    searches.set(driver, search);
    return search;
  }

  /**
   * Lets the actor's device replace the one that reports for the driver. Throws unless that one is silent and the
   * driver has no trip: during a trip the phone is silent in a tunnel and behind a navigation app, and a tablet at home
   * must not replace it.
   */
  async function replaceDevice(actor: Actor, now: number): Promise<void> {
    const seen = fleet.live.get(actor.uid);
    const isSilent = !seen || now - seen.seenAt >= SILENT_DEVICE_MS;
    if (!isSilent || (await trips.of(actor.uid)) !== null)
      throw new DomainError('position_rejected', 'other_device');
    await fleet.reportingDevices.replace(actor);
  }

  const hasStarted = async (driver: string): Promise<boolean> =>
    (await trips.of(driver))?.status === 'STARTED';

  return async function receivePosition(actor, input) {
    const { uid: driver, sessionId } = actor;
    const now = clock.now();
    if (!limiter.allows(driver, now)) throw new DomainError('too_many_requests');
    const { lat, lng, at } = input;
    const reported: ReportedPosition = {
      lat,
      lng,
      at,
      ...(input.accuracy == null ? {} : { accuracy: input.accuracy }),
    };
    const search = searchFor(driver, now);
    if (search !== null) {
      // All that wait for a search go on in their order. The first one ends it only here, so that a position that
      // arrives before that still waits.
      try {
        await search;
      } finally {
        if (searches.get(driver) === search) searches.delete(driver);
      }
    }
    const reporting = fleet.reportingDevices.sessionOf(driver);
    if (reporting !== undefined && reporting !== sessionId) await replaceDevice(actor, now);
    const own = lastReports.get(driver);
    const isOtherDevice = own !== undefined && own.sessionId !== sessionId;
    // The first position of another device is not compared: the two may be in different places. During a started trip
    // it is, because the trip is charged by these positions.
    const last = isOtherDevice && !(await hasStarted(driver)) ? null : newest(own, fleet.live.get(driver));
    const verdict = judgePosition(reported, last, now);
    if (!verdict.ok) throw new DomainError('position_rejected', verdict.reason);
    lastReports.set(driver, { ...reported, sessionId });
    deps.onReported(driver);

    const position: CarPosition = { driver, lat, lng, at, heading: input.heading ?? null };
    fleet.live.put({ ...position, speed: input.speed ?? null });
    const trip = await trips.of(driver);
    // During a trip the device is not guessed: after a restart, a tablet at home may report before the phone in the car.
    if (trip === null) fleet.reportingDevices.assume(driver, sessionId);
    if (trip && trackedStatuses.some((tracked) => tracked === trip.status))
      trail.add({ booking: trip.booking, driver }, { lat, lng, at });
    await showCar(position, trip, now);
  };
}

/** Returns the newer of two positions: the driver may have reported to another server in the meantime. */
function newest(
  here: ReportedPosition | undefined,
  anywhere: CarPosition | null | undefined,
): ReportedPosition | null {
  if (!here || !anywhere) return here ?? anywhere ?? null;
  return anywhere.at > here.at ? anywhere : here;
}
