// Tests the plan of later bookings: least lateness, one driver for each booking and vice versa, and no unnecessary
// changes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  endsTooLate,
  planLaterBookings,
  type ReservableDriver,
  type UnreservedBooking,
} from './plan-later-bookings.ts';

const now = Date.parse('2026-05-01T18:00:00Z');
const minutes = (count: number): number => now + count * 60_000;
const later = (booking: string, inMinutes: number, planned: string | null = null): UnreservedBooking => ({
  booking,
  tripdate: minutes(inMinutes),
  planned,
});
const driver = (name: string, inMinutes: number): ReservableDriver => ({
  driver: name,
  arrives_at: minutes(inMinutes),
});

const plan = (bookings: readonly UnreservedBooking[], lists: Record<string, ReservableDriver[]>) =>
  planLaterBookings(bookings, ({ booking }) => lists[booking] ?? [], now);
const driversOf = (planned: ReturnType<typeof plan>) =>
  Object.fromEntries(planned.map((one) => [one.booking, one.driver]));

describe('planLaterBookings', () => {
  it('minimises the total lateness instead of taking the nearest driver of each booking', () => {
    const planned = plan([later('one', 10), later('two', 10)], {
      one: [driver('a', 4), driver('b', 9)],
      two: [driver('a', 5), driver('b', 25)],
    });
    expect(driversOf(planned)).toEqual({ one: 'b', two: 'a' });
    expect(planned[0]).toMatchObject({ arrives_at: minutes(9) });
  });

  it('prefers the nearer of two drivers who both arrive in time', () => {
    expect(driversOf(plan([later('one', 30)], { one: [driver('far', 20), driver('near', 5)] }))).toEqual({
      one: 'near',
    });
  });

  it.each([
    ['keeps the planned driver where another is ten minutes nearer', 14, 5, 'planned'],
    ['keeps the planned driver where another is exactly ten minutes nearer', 15, 5, 'planned'],
    ['replaces the planned driver where another is more than ten minutes nearer', 16, 5, 'other'],
    ['keeps the planned driver where they are a minute later', 31, 30, 'planned'],
    ['replaces the planned driver where another is three minutes less late', 33, 30, 'other'],
  ])('%s', (_, planned, other, chosen) => {
    const lists = { one: [driver('planned', planned), driver('other', other)] };
    expect(driversOf(plan([later('one', 30, 'planned')], lists))).toEqual({ one: chosen });
  });

  it('assigns the only driver to the booking that they can reach in time', () => {
    const bookings = [later('soon', 5), later('late', 25)];
    const lists = { soon: [driver('a', 20)], late: [driver('a', 20)] };
    expect(driversOf(plan(bookings, lists))).toEqual({ late: 'a' });
  });

  it('drops a booking without a planned driver before one that has one', () => {
    const bookings = [later('new', 30), later('planned', 30, 'a')];
    const lists = { new: [driver('a', 20)], planned: [driver('a', 20)] };
    expect(driversOf(plan(bookings, lists))).toEqual({ planned: 'a' });
    const nearer = { new: [driver('b', 19)], planned: [driver('a', 20), driver('b', 20)] };
    expect(driversOf(plan(bookings, nearer))).toEqual({ planned: 'a', new: 'b' });
  });

  it('plans no driver who would be over half an hour late, and handles no drivers or no bookings', () => {
    expect(plan([later('one', 10)], { one: [driver('a', 41)] })).toEqual([]);
    expect(plan([later('one', 10)], { one: [driver('a', 40)] })).toHaveLength(1);
    expect(plan([later('one', 10)], {})).toEqual([]);
    expect(plan([], {})).toEqual([]);
  });

  it('skips invalid times, and counts duplicate bookings and drivers once', () => {
    const broken = [Number.NaN, Number.POSITIVE_INFINITY].map((arrives_at) => ({ driver: 'a', arrives_at }));
    expect(plan([later('one', 10)], { one: broken })).toEqual([]);
    const twice = plan([later('one', 10), later('one', 10)], { one: [driver('a', 9), driver('a', 4)] });
    expect(twice).toEqual([{ booking: 'one', driver: 'a', arrives_at: minutes(4), replaceable: false }]);
  });

  it('lets a spare driver replace the driver of one booking only, and only when in time', () => {
    const bookings = [later('one', 10), later('two', 10)];
    const all = (spare: number) => [driver('a', 1), driver('b', 2), driver('spare', spare)];
    const replaceable = (spare: number) =>
      plan(bookings, { one: all(spare), two: all(spare) }).filter((one) => one.replaceable);
    expect(replaceable(9)).toHaveLength(1);
    expect(replaceable(11)).toEqual([]);
  });
});

const names = ['a', 'b', 'c', 'd', 'e'];
interface Problem {
  bookings: UnreservedBooking[];
  /**
   * Minutes until the arrival of each driver at the pickup of each booking; null when the driver is not a candidate.
   */
  arrivals: (number | null)[][];
}

const problems: fc.Arbitrary<Problem> = fc.record({
  bookings: fc.uniqueArray(
    fc.record({
      booking: fc.constantFrom('p', 'q', 'r', 's', 't'),
      tripdate: fc.integer({ min: 0, max: 60 }).map(minutes),
      planned: fc.option(fc.constantFrom(...names), { nil: null }),
    }),
    { selector: ({ booking }) => booking, maxLength: 5 },
  ),
  arrivals: fc.array(fc.array(fc.option(fc.integer({ min: 0, max: 90 })), { minLength: 5, maxLength: 5 }), {
    minLength: 5,
    maxLength: 5,
  }),
});

const listsOf = ({ bookings, arrivals }: Problem) =>
  Object.fromEntries(
    bookings.map(({ booking }, row) => [
      booking,
      names.flatMap((name, column) => {
        const at = arrivals[row]?.[column] ?? null;
        return at === null ? [] : [driver(name, at)];
      }),
    ]),
  );

/** Cost in seconds that the plan minimises; a second implementation to compare the solver with. */
function costOf(booking: UnreservedBooking, list: readonly ReservableDriver[], name: string | null): number {
  const isOffered = list.some(
    (one) => one.driver === booking.planned && one.arrives_at - booking.tripdate <= 1_800_000,
  );
  const change = isOffered && name !== booking.planned ? 120.00001 : 0;
  const found = list.find((one) => one.driver === name);
  if (!found) return 10_000 + change;
  const late = Math.max(0, found.arrives_at - booking.tripdate) / 1000;
  if (late > 1800) return Number.POSITIVE_INFINITY;
  return late + 0.2 * ((found.arrives_at - now) / 1000) + change;
}

/** Returns the least cost by trying every plan. */
function leastCost(
  bookings: readonly UnreservedBooking[],
  lists: Record<string, ReservableDriver[]>,
  used: ReadonlySet<string> = new Set(),
): number {
  const [first, ...rest] = bookings;
  if (!first) return 0;
  const list = lists[first.booking] ?? [];
  const costs = list
    .filter((one) => !used.has(one.driver))
    .map((one) => costOf(first, list, one.driver) + leastCost(rest, lists, new Set(used).add(one.driver)));
  return Math.min(costOf(first, list, null) + leastCost(rest, lists, used), ...costs);
}

describe('any plan', () => {
  it('uses each driver and booking at most once, at the least cost of all plans', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const lists = listsOf(problem);
        const planned = plan(problem.bookings, lists);
        expect(new Set(planned.map((one) => one.driver)).size).toBe(planned.length);
        expect(new Set(planned.map((one) => one.booking)).size).toBe(planned.length);
        const chosen = driversOf(planned);
        const total = problem.bookings.reduce(
          (sum, one) => sum + costOf(one, lists[one.booking] ?? [], chosen[one.booking] ?? null),
          0,
        );
        expect(total).toBeCloseTo(leastCost(problem.bookings, lists), 6);
      }),
    );
  });

  it('does not depend on the order of bookings and drivers', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const lists = listsOf(problem);
        const reversed = Object.fromEntries(
          Object.entries(lists).map(([booking, list]) => [booking, list.toReversed()]),
        );
        expect(plan(problem.bookings.toReversed(), reversed)).toEqual(plan(problem.bookings, lists));
      }),
    );
  });

  it('is unchanged when it is planned again', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const lists = listsOf(problem);
        const chosen = driversOf(plan(problem.bookings, lists));
        const again = problem.bookings.map((one) => ({ ...one, planned: chosen[one.booking] ?? null }));
        expect(driversOf(plan(again, lists))).toEqual(chosen);
      }),
    );
  });
});

describe('endsTooLate', () => {
  // 10 minutes of trip, 1 for the rider to get out, 4 to the reserved pickup and a margin of 5.
  const trip = { tripdate: null, trip_secs: 600, drive_secs: 240 };
  it.each([
    ['in time to the second', 10, null, false],
    ['a minute late', 11, null, true],
    ['late because its own rider waits until their time', 2, 11, true],
    ['in time although the driver arrives before its own time', 2, 10, false],
  ])('a trip is %s', (_, arrives, own, late) => {
    const tripdate = own === null ? null : minutes(own);
    expect(endsTooLate({ ...trip, arrives_at: minutes(arrives), tripdate }, minutes(30))).toBe(late);
  });
});
