// Later bookings in the lab: when their offers begin, and the drivers planned for them in advance, by the domain's
// rules.
import {
  endsTooLate,
  HANDOVER_SECS,
  LOOK_AHEAD_MS,
  nextLookAt,
  planLaterBookings,
  planOffers,
  type Reservation,
} from '@kerb/domain/dispatch';
import { MS_PER_MINUTE, MS_PER_SECOND } from '@kerb/domain/kernel';
import type { LabDeps } from './lab-run.ts';
import { driversSeen, type LabBooking, type SeenDriver } from './world.ts';

const PLAN_EVERY_MS = MS_PER_MINUTE;

/** Fields of a candidate that offer rounds and batches have in common. */
interface LabCandidate {
  driver: string;
  eta_secs: number | null;
}

/** Returns when the search for a driver begins. */
export const searchedFrom = ({ request: { at, tripdate } }: LabBooking): number =>
  tripdate === undefined ? at : Math.max(at, tripdate - LOOK_AHEAD_MS);

export type Reservations = ReturnType<typeof createReservations>;

export function createReservations({ queue, world, travel, settings, trace }: LabDeps) {
  const aheadMs = (settings.reserveAheadSeconds ?? 0) * MS_PER_SECOND;
  const later = world.bookings.filter(({ request }) => request.tripdate !== undefined);
  const byId = new Map(later.map((booking) => [booking.request.id, booking]));
  let ofBooking = new Map<string, Reservation>();
  let ofDriver = new Map<string, Reservation>();

  const secsTo = (to: LabBooking, { state }: SeenDriver): number | null =>
    state.location ? (travel.secondsTo(to.request.pickup, [state.location], queue.now())[0] ?? null) : null;

  /** Like the server's planner: considers drivers who are free, or free soon, and have had no offer of the booking. */
  function plan(): void {
    const now = queue.now();
    const open = later.filter(
      ({ status, request: { at, tripdate = 0 } }) =>
        status === 'NEW' && at <= now && tripdate > now && tripdate <= now + aheadMs,
    );
    const seen = driversSeen(world.cars, {
      now,
      travel,
      maxOpenOffers: Number.POSITIVE_INFINITY,
      finishWithinSecs: aheadMs / MS_PER_SECOND,
    });
    const planned = planLaterBookings(
      open.map(({ request: { id, tripdate = 0 } }) => ({
        booking: id,
        tripdate,
        planned: ofBooking.get(id)?.driver ?? null,
      })),
      ({ booking }) => {
        const found = byId.get(booking);
        if (!found) return [];
        return seen.flatMap((driver) => {
          const { id } = driver.car.plan;
          const secs = secsTo(found, driver);
          if (secs === null || found.offerCounts.has(id)) return [];
          return [{ driver: id, arrives_at: now + (driver.freeInSecs + secs) * MS_PER_SECOND }];
        });
      },
      now,
    );
    ofBooking = new Map(planned.map((one) => [one.booking, one]));
    ofDriver = new Map(planned.map((one) => [one.driver, one]));
  }

  function planAgain(): void {
    plan();
    if (queue.now() < trace.until) queue.at(queue.now() + PLAN_EVERY_MS, planAgain);
  }

  /** The driver planned for the booking; null without one. */
  const plannedFor = ({ request: { id } }: LabBooking): string | null => ofBooking.get(id)?.driver ?? null;

  /** Returns whether the driver would be late for a later booking that no other driver could serve in time. */
  function isReserved(driver: string, etaSecs: number | null, { request }: LabBooking): boolean {
    const reservation = ofDriver.get(driver);
    const reserved = byId.get(reservation?.booking ?? '');
    if (!reservation || reservation.replaceable || !reserved || reserved.request.id === request.id)
      return false;
    const { tripdate = 0, pickup } = reserved.request;
    if (reserved.status !== 'NEW') return false;
    const now = queue.now();
    const trip = {
      arrives_at: now + (etaSecs ?? 0) * MS_PER_SECOND,
      tripdate: request.tripdate ?? null,
      trip_secs: travel.secondsTo(request.drop, [request.pickup], now)[0] ?? HANDOVER_SECS,
      drive_secs: travel.secondsTo(pickup, [request.drop], now)[0] ?? 0,
    };
    return endsTooLate(trip, tripdate);
  }

  return {
    /** Plans every minute while there is demand; does nothing without later bookings, or when the setting is 0. */
    start(): void {
      if (later.length > 0 && aheadMs > 0) queue.at(trace.from, planAgain);
    },
    plannedFor,
    isReserved,
    /** Returns when to evaluate a later booking next; null when its offers are due, and for an immediate booking. */
    waitsUntil(booking: LabBooking, candidates: readonly LabCandidate[]): number | null {
      const { tripdate } = booking.request;
      if (tripdate === undefined) return null;
      const planned = plannedFor(booking);
      const first = candidates.find(({ driver }) => driver === planned && !booking.offerCounts.has(driver));
      const offers = planOffers(
        tripdate,
        candidates.map(({ eta_secs }) => eta_secs),
        first?.eta_secs ?? null,
      );
      // The clock has whole milliseconds; if the time were rounded down, the offers would never be due.
      const ask_at = Math.ceil(offers.ask_at);
      return queue.now() < ask_at ? nextLookAt(queue.now(), { ...offers, ask_at }) : null;
    },
  };
}
