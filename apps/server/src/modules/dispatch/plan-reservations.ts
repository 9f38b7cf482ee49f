// Plans a driver for each later booking ahead of its time, every minute, and at once when a planned driver is lost.
import { ASSUMED_SECS_PER_KM, planLaterBookings, type ReservableDriver } from '@kerb/domain/dispatch';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { z } from 'zod';
import { addJob, type StoredEvent, type Subscriber, type Tx } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import {
  createEndingTrips,
  createSecondsUntilEnd,
  type EndingTrips,
  isOnDutyAt,
} from './finishing-drivers.ts';
import type { RankedCandidate } from './rank-candidates.ts';
import { createRankTogether } from './rank-together.ts';
import { type ReservationRow, reservationsRepository } from './reservations.repository.ts';

/** Maximum number of bookings in one plan, the earliest first; later ones are planned once these have drivers. */
const MAX_BOOKINGS = 300;

/** Delay in ms before the next attempt after another plan was stored. */
const BUSY_MS = MS_PER_SECOND;

/** Name of the job; it runs every minute, and once more when a reservation ends before its booking has a driver. */
export const PLAN_JOB = 'dispatch.plan-reservations';

/** Compares plans that are ordered by booking. */
function isSamePlan(one: readonly ReservationRow[], other: readonly ReservationRow[]): boolean {
  return (
    one.length === other.length &&
    one.every((row, index) => {
      const counterpart = other[index];
      return row.booking === counterpart?.booking && row.planned_at === counterpart.planned_at;
    })
  );
}

export function createPlanReservations(deps: DispatchModuleDeps) {
  const { db, withTx, clock, settings, booking: bookings } = deps;
  const secondsUntilEnd = createSecondsUntilEnd(deps);

  /** The trips that end soon, and the trips that planned drivers have accepted since the last plan. */
  async function tripsToFinish(planned: readonly ReservationRow[]): Promise<EndingTrips> {
    const ending = createEndingTrips(deps);
    const approaching = await bookings.approachingTripsOf(planned.map(({ driver }) => driver));
    const byId = new Map(approaching.map((trip) => [trip.id, trip]));
    return {
      ofCarType: async (carType, withinSecs) => [
        ...approaching.filter(({ car_type }) => car_type === carType),
        ...(await ending.ofCarType(carType, withinSecs)),
      ],
      secondsUntilFree(trip) {
        const known = byId.get(trip.id);
        return known ? secondsUntilEnd(known) : ending.secondsUntilFree(trip);
      },
    };
  }

  /**
   * Finds the drivers who could be planned for each booking. Leaves out drivers who did not accept an offer of it, and
   * those whose hours on duty end before its time.
   */
  async function findDrivers(
    later: readonly DispatchedBooking[],
    planned: readonly ReservationRow[],
    { reserveAheadSeconds, candidateLimit }: Pick<Settings, 'reserveAheadSeconds' | 'candidateLimit'>,
  ): Promise<Map<string, ReservableDriver[]>> {
    const rankTogether = createRankTogether(deps, { endingTrips: await tripsToFinish(planned) });
    const ids = later.map(({ id }) => id);
    const tripdates = new Map(later.map(({ id, tripdate }) => [id, tripdate]));
    // Open offers do not count, because they end long before the later booking.
    const terms = {
      limit: candidateLimit,
      candidateLimit,
      maxOpenOffers: Number.POSITIVE_INFINITY,
      finishWithinSecs: reserveAheadSeconds,
    };
    const [ranked, offerCounts] = await Promise.all([
      rankTogether(later.map((booking) => ({ booking, terms }))),
      dispatchRepository(db).offerCounts(ids),
    ]);
    const drivers = new Map<string, ReservableDriver[]>();
    const now = clock.now();
    for (const [id, { candidates }] of ranked)
      drivers.set(
        id,
        candidates
          .filter((one) => one.gate === null && !offerCounts.get(id)?.has(one.driver))
          .filter((one) => isOnDutyAt(one, tripdates.get(id) ?? now))
          .map((one) => asReservable(one, now)),
      );
    return drivers;
  }

  async function plan(planned: readonly ReservationRow[]): Promise<ReservationRow[]> {
    const current = await settings.get();
    const { reserveAheadSeconds, autoDispatch } = current;
    if (reserveAheadSeconds === 0 || !autoDispatch) return [];
    const now = clock.now();
    const later = await bookings.laterBookings(now, now + reserveAheadSeconds * MS_PER_SECOND, MAX_BOOKINGS);
    if (later.length === 0) return [];
    const drivers = await findDrivers(later, planned, current);
    const plannedFor = new Map(planned.map(({ booking, driver }) => [booking, driver]));
    const unreserved = later.map(({ id, tripdate }) => ({
      booking: id,
      tripdate,
      planned: plannedFor.get(id) ?? null,
    }));
    const planned_at = clock.now();
    const reservations = planLaterBookings(
      unreserved,
      ({ booking }) => drivers.get(booking) ?? [],
      planned_at,
    );
    return reservations.map(({ arrives_at, ...reservation }) => ({
      ...reservation,
      arrives_at: Math.round(arrives_at),
      planned_at,
    }));
  }

  /**
   * Several servers may call it concurrently. Returns the number of bookings with a planned driver; null when the plan
   * that this one is based on was changed meanwhile. The transaction begins after the travel times have been read, which
   * may come from a slow map service.
   */
  return async function planReservations(): Promise<number | null> {
    const planned = await reservationsRepository(db).all();
    const rows = await plan(planned);
    if (rows.length === 0 && planned.length === 0) return 0;
    return withTx(async (tx) => {
      const reservations = reservationsRepository(tx);
      const isUnchanged = (await reservations.lockPlan()) && isSamePlan(planned, await reservations.all());
      if (!isUnchanged) return null;
      await reservations.replaceAll(rows);
      return rows.length;
    });
  };
}

/**
 * Schedules a plan; at most one job is pending, however many events require a plan. `runAt`: ms since the epoch; now
 * when omitted.
 */
export const planAgain = (tx: Tx, runAt?: number): Promise<void> =>
  addJob(tx, PLAN_JOB, {}, { jobKey: PLAN_JOB, ...(runAt === undefined ? {} : { runAt }) });

/**
 * Runs a plan. When another plan has been stored meanwhile, which may have missed the last changes, it schedules another
 * attempt.
 */
export function createPlanJob(
  { withTx, clock }: Pick<DispatchModuleDeps, 'withTx' | 'clock'>,
  plan: PlanReservations,
) {
  return async function planOrWait(): Promise<void> {
    if ((await plan()) === null) await withTx((tx) => planAgain(tx, clock.now() + BUSY_MS));
  };
}

type PlanReservations = ReturnType<typeof createPlanReservations>;

const ofDriver = z.object({ uid: z.string() });
const ofBooking = z.object({ booking_id: z.string(), by: z.string().optional() });

/**
 * Plans again at once when a planned driver declined, accepted or ended another trip or changed duty, when the booking
 * is not NEW any more, and when the settings change.
 */
export function onReservationChanged({
  db,
  withTx,
  booking: bookings,
}: Pick<DispatchModuleDeps, 'db' | 'withTx' | 'booking'>): Subscriber {
  const reservations = reservationsRepository(db);

  async function affectsReservations({ name, data, topics }: StoredEvent): Promise<boolean> {
    if (name === 'settings.changed') return true;
    if (name !== 'booking.changed') return reservations.concerns(null, ofDriver.parse(data).uid);
    const { booking_id, by } = ofBooking.parse(data);
    // Ignore offers that dispatch itself makes and closes: only the drivers' answers change the plan.
    return by !== 'dispatch' && reservations.concerns(booking_id, bookings.driverOfEvent({ topics }));
  }

  return {
    name: 'dispatch.on-reservation-changed',
    events: ['booking.changed', 'driver.duty_changed', 'settings.changed'],
    async handle(event) {
      if (await affectsReservations(event)) await withTx((tx) => planAgain(tx));
    },
  };
}

/** Without a route, the travel time is assumed from the straight line. */
function asReservable({ driver, distance_km, eta_secs }: RankedCandidate, now: number): ReservableDriver {
  const secs = eta_secs ?? distance_km * ASSUMED_SECS_PER_KM;
  return { driver, arrives_at: now + secs * MS_PER_SECOND };
}
