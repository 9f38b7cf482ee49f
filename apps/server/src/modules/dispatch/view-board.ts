// Use case of the dispatch board: every open booking with its driver, the expected arrival of the car, and its
// problems. Concurrent viewers share one reading.
import type { BoardRow, DispatchBoard } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import {
  type BoardPlace,
  compareOnBoard,
  groupOfCounted,
  isAheadOnBoard,
  PLAN_AHEAD_MS,
  placeOnBoard,
} from '@kerb/domain/dispatch';
import { managedBy } from '@kerb/domain/identity';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import { createBoardArrivals } from './board-arrivals.ts';
import type { BoardBooking, DispatchModuleDeps, OpenOffer } from './dispatch.deps.ts';
import type { ReservationRow } from './reservations.repository.ts';

/** Bookings of each status whose group is computed; those beyond are only counted. */
const MAX_OF_STATUS = 1_000;
const MAX_ROWS = 500;
/** Dispatchers who load the board within this time (ms) get the same reading. */
const FRESH_MS = MS_PER_SECOND;

export type ViewBoardDeps = Pick<DispatchModuleDeps, 'clock' | 'logger' | 'maps' | 'fleet'> & {
  booking: Pick<DispatchModuleDeps['booking'], 'onBoard' | 'countOnBoard' | 'openOffersOfEach'>;
  reservations: () => Promise<readonly ReservationRow[]>;
};

interface ReadBoard {
  at: number;
  board: Promise<DispatchBoard>;
}

export function createViewBoard(deps: ViewBoardDeps, { maxOfStatus = MAX_OF_STATUS } = {}) {
  const { clock, booking, fleet, reservations } = deps;
  const arrivals = createBoardArrivals(deps);
  const newest = new Map<string, ReadBoard>();

  /**
   * When the driver is expected at the pickup, or at the drop of a started trip, ms since the epoch. The estimate stored
   * with a follow-on trip is from before its driver set out.
   */
  function expectedAt(one: BoardBooking & { seen_at: number | null }): number | null {
    return one.follows === null ? arrivals.knownOf(one) : one.pickup_expected_at;
  }

  /** Adds the bookings beyond the limit, which were not read, to the group that they are in without a problem. */
  async function countRest(
    counts: DispatchBoard['counts'],
    { fleetadmin, read, now }: { fleetadmin: string | null; read: readonly BoardBooking[]; now: number },
  ): Promise<void> {
    const readOf = (status: BookingStatus) => read.filter((one) => one.status === status);
    const statuses = new Set(read.map(({ status }) => status));
    if ([...statuses].every((status) => readOf(status).length < maxOfStatus)) return;
    const all = await booking.countOnBoard(fleetadmin, { search: now, wanted: now + PLAN_AHEAD_MS });
    for (const { status, isAhead, count } of all) {
      const group = groupOfCounted(status, isAhead);
      const known = readOf(status).filter((one) => isAheadOnBoard(one, now) === isAhead);
      if (group !== null) counts[group] += Math.max(0, count - known.length);
    }
  }

  async function read(fleetadmin: string | null): Promise<DispatchBoard> {
    const now = clock.now();
    const [open, planned] = await Promise.all([booking.onBoard(fleetadmin, maxOfStatus), reservations()]);
    const plannedAt = new Map(planned.map((row) => [row.booking, row.arrives_at]));
    const drivers = open.flatMap(({ driver }) => driver ?? []);
    const positions = await fleet.positions.ofMany(drivers);
    const placed = open
      .flatMap((one) => {
        const seen_at = one.driver === null ? null : (positions.get(one.driver)?.seenAt ?? null);
        const facts = {
          ...one,
          planned_at: plannedAt.get(one.id) ?? null,
          expected_at: expectedAt({ ...one, seen_at }),
          seen_at,
        };
        const place = placeOnBoard(facts, now);
        return place === null ? [] : [{ one: facts, place }];
      })
      .sort((one, other) => compareOnBoard(one.place, other.place));
    const shown = placed.slice(0, MAX_ROWS);
    await arrivals.refresh(shown.map(({ one }) => one));
    const searching = shown.flatMap(({ one }) => (one.status === 'NEW' ? [one.id] : []));
    const counts = countOf(placed.map(({ place }) => place));
    await countRest(counts, { fleetadmin, read: open, now });
    const offers = await booking.openOffersOfEach(searching);
    return {
      at: now,
      counts,
      items: shown.map(({ one, place }) => ({
        ...rowOf(one, offers.get(one.id) ?? []),
        ...place,
        expected_at: expectedAt(one),
        seen_at: one.seen_at,
      })),
    };
  }

  return function viewBoard(actor: Actor): Promise<DispatchBoard> {
    const scope = managedBy(actor);
    const fleetadmin = scope.of === 'fleet' ? scope.fleetadmin : null;
    const key = fleetadmin ?? '';
    const now = clock.now();
    for (const [of, { at }] of newest) if (now - at >= FRESH_MS) newest.delete(of);
    const known = newest.get(key);
    if (known) return known.board;
    const board = read(fleetadmin);
    const entry = { at: now, board };
    newest.set(key, entry);
    // A failed reading is not cached: the next viewer retries it.
    board.catch(() => {
      if (newest.get(key) === entry) newest.delete(key);
    });
    return board;
  };
}

function countOf(places: readonly BoardPlace[]): DispatchBoard['counts'] {
  const counts = { unassigned: 0, late: 0, at_risk: 0, on_way: 0, on_trip: 0, upcoming: 0, unpaid: 0 };
  for (const { group } of places) counts[group] += 1;
  return counts;
}

function rowOf(
  one: BoardBooking,
  offers: readonly OpenOffer[],
): Omit<BoardRow, 'group' | 'risk' | 'clock' | 'since' | 'expected_at' | 'seen_at'> {
  return {
    id: one.id,
    reference: one.reference,
    status: one.status,
    customer_name: one.customer_name,
    carType: one.car_type,
    pickup: one.pickup,
    drop: one.drop_point,
    tripdate: one.book_later ? one.tripdate : null,
    driver: one.driver,
    driver_name: one.driver_name,
    vehicle_number: one.vehicle_number,
    follows: one.follows,
    asked: offers.length,
    asked_by_hand: offers.some(({ by_hand }) => by_hand),
  };
}
