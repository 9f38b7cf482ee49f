// Estimates when the cars on the dispatch board arrive: by road from their last position, a limited number of routes at
// a time.
import { type BookingStatus, waitsToSetOut } from '@kerb/domain/booking';
import { isSilent } from '@kerb/domain/dispatch';
import { MS_PER_MINUTE, MS_PER_SECOND } from '@kerb/domain/kernel';
import type { BoardBooking, DispatchModuleDeps } from './dispatch.deps.ts';

/** Age in ms after which an estimate is computed again. */
const STALE_MS = 20 * MS_PER_SECOND;
/** Age in ms after which the estimate of a booking that left the board is evicted. */
const EVICT_AFTER_MS = 5 * MS_PER_MINUTE;
/** Maximum number of routes computed in one reading of the board; the others are computed in the next readings. */
const MAX_SEARCHES = 60;

interface Arrival {
  status: BookingStatus;
  driver: string;
  computedAt: number;
  /** ms since the epoch; null when no road or no position is known. */
  at: number | null;
}

type OnBoard = Pick<
  BoardBooking,
  | 'id'
  | 'status'
  | 'driver'
  | 'pickup_promised_at'
  | 'set_out_at'
  | 'pickup'
  | 'drop_point'
  | 'has_stops'
  | 'trip_start_time'
  | 'estimate_time_secs'
> & {
  /** When the server received the driver's last position, ms since the epoch; null when it has none. */
  seen_at: number | null;
};

export function createBoardArrivals({
  clock,
  fleet,
  maps,
  logger,
}: Pick<DispatchModuleDeps, 'clock' | 'logger'> & {
  fleet: Pick<DispatchModuleDeps['fleet'], 'positions'>;
  maps: Pick<DispatchModuleDeps['maps'], 'arrivalTimes'>;
}) {
  const known = new Map<string, Arrival>();

  const isDriving = (one: OnBoard): boolean =>
    one.driver !== null &&
    !waitsToSetOut(one) &&
    (one.status === 'ACCEPTED' || (one.status === 'STARTED' && !one.has_stops));

  const arrivalOf = ({ id, status, driver }: OnBoard): Arrival | undefined => {
    const arrival = known.get(id);
    return arrival?.status === status && arrival.driver === driver ? arrival : undefined;
  };

  async function compute(one: OnBoard & { driver: string }): Promise<void> {
    const { id, status, driver } = one;
    const car = await fleet.positions.of(driver);
    const now = clock.now();
    const to = status === 'ACCEPTED' ? one.pickup : one.drop_point;
    const [travel] = car ? await maps.arrivalTimes([car], to) : [];
    const at = travel ? now + Math.round(travel.time_in_secs) * MS_PER_SECOND : null;
    known.set(id, { status, driver, computedAt: now, at });
  }

  return {
    /**
     * Expected arrival, ms since the epoch; for a trip with stops, the end by its estimate. Null when unknown, and once
     * the driver's phone is silent: from an old position the arrival would stay equally far ahead.
     */
    knownOf(one: OnBoard): number | null {
      if (one.status === 'STARTED' && one.has_stops && one.trip_start_time !== null)
        return one.trip_start_time + one.estimate_time_secs * MS_PER_SECOND;
      return isSilent(one, clock.now()) ? null : (arrivalOf(one)?.at ?? null);
    },

    /** Computes the missing and the oldest stale estimates. */
    async refresh(rows: readonly OnBoard[]): Promise<void> {
      const now = clock.now();
      for (const [id, { computedAt }] of known) if (now - computedAt > EVICT_AFTER_MS) known.delete(id);
      const due = rows
        .filter((one) => isDriving(one) && !isSilent(one, now))
        .map((one) => ({ one, computedAt: arrivalOf(one)?.computedAt ?? 0 }))
        .filter(({ computedAt }) => now - computedAt >= STALE_MS)
        .sort((one, other) => one.computedAt - other.computedAt)
        .slice(0, MAX_SEARCHES);
      try {
        for (const { one } of due) if (one.driver !== null) await compute({ ...one, driver: one.driver });
      } catch (error) {
        logger.warn({ err: error }, 'No arrival times for the dispatch board');
      }
    },
  };
}
