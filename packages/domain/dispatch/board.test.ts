// Tests that each open booking is in one group of the dispatch board, and that its problem is named.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookingStatus } from '../booking/index.ts';
import { type BoardClock, type BoardFacts, boardGroups, compareOnBoard, placeOnBoard } from './board.ts';

const now = Date.parse('2026-05-01T18:00:00Z');
const minutes = (count: number): number => now + count * 60_000;
const facts = (change: Partial<BoardFacts>): BoardFacts => ({
  status: 'NEW',
  book_later: false,
  tripdate: minutes(-1),
  booking_date: minutes(-1),
  dispatch_at: minutes(-1),
  planned_at: null,
  pickup_promised_at: null,
  set_out_at: null,
  expected_at: null,
  seen_at: minutes(0),
  driver_arrive_time: null,
  trip_start_time: null,
  trip_end_time: null,
  estimate_time_secs: 600,
  ...change,
});
const later = { book_later: true, tripdate: minutes(20), dispatch_at: minutes(10) };

describe('placeOnBoard', () => {
  it.each<[string, Partial<BoardFacts>, string | null, string | null]>([
    ['a request that was just made', {}, 'unassigned', null],
    ['a request after three minutes', { dispatch_at: minutes(-4) }, 'unassigned', 'waiting_long'],
    [
      'a later booking that is searched for in time',
      { ...later, dispatch_at: minutes(-9) },
      'unassigned',
      null,
    ],
    [
      'a later booking without a driver at its time',
      { ...later, tripdate: minutes(-1), dispatch_at: minutes(-9) },
      'unassigned',
      'pickup_late',
    ],
    ['a later booking that is far ahead', { ...later, tripdate: minutes(60) }, 'upcoming', null],
    [
      'a later booking that an admin may assign any time',
      { ...later, tripdate: minutes(31), dispatch_at: minutes(-9) },
      'upcoming',
      null,
    ],
    ['a later booking without a plan half an hour before', later, 'at_risk', 'not_planned'],
    ['a later booking with a plan', { ...later, planned_at: minutes(15) }, 'upcoming', null],
    ['a later booking whose plan is late', { ...later, planned_at: minutes(23) }, 'at_risk', 'planned_late'],
    ['an accepted trip', { status: 'ACCEPTED', expected_at: minutes(5) }, 'on_way', null],
    [
      'an accepted trip that will come late',
      { status: 'ACCEPTED', expected_at: minutes(20) },
      'at_risk',
      'waiting_long',
    ],
    [
      'an accepted trip that is late',
      { status: 'ACCEPTED', dispatch_at: minutes(-16) },
      'late',
      'waiting_long',
    ],
    [
      'a follow-on trip that misses its promise',
      { status: 'ACCEPTED', pickup_promised_at: minutes(-3) },
      'late',
      'pickup_late',
    ],
    [
      'a later booking accepted ahead, before its search would begin',
      { ...later, status: 'ACCEPTED', pickup_promised_at: minutes(20) },
      'upcoming',
      null,
    ],
    [
      'a later booking accepted ahead whose driver has not set out in time',
      { ...later, status: 'ACCEPTED', dispatch_at: minutes(-1), pickup_promised_at: minutes(20) },
      'at_risk',
      'not_set_out',
    ],
    [
      'a later booking accepted ahead that has begun',
      {
        ...later,
        status: 'ACCEPTED',
        dispatch_at: minutes(-1),
        pickup_promised_at: minutes(20),
        set_out_at: minutes(-1),
      },
      'on_way',
      null,
    ],
    [
      'a driver whose phone is silent',
      { status: 'ACCEPTED', seen_at: minutes(-2) },
      'at_risk',
      'driver_silent',
    ],
    [
      'a driver who accepted a trip of tomorrow and is off duty',
      { ...later, tripdate: minutes(900), dispatch_at: minutes(880), status: 'ACCEPTED', seen_at: null },
      'upcoming',
      null,
    ],
    ['a driver at the pickup', { status: 'ARRIVED', driver_arrive_time: minutes(-2) }, 'on_way', null],
    [
      'a rider who does not come',
      { status: 'ARRIVED', driver_arrive_time: minutes(-6) },
      'at_risk',
      'rider_absent',
    ],
    [
      'a driver who is early for a later booking',
      { ...later, status: 'ARRIVED', driver_arrive_time: minutes(-6) },
      'on_way',
      null,
    ],
    ['a trip', { status: 'STARTED', trip_start_time: minutes(-5) }, 'on_trip', null],
    ['a trip that takes long', { status: 'STARTED', trip_start_time: minutes(-21) }, 'late', 'drop_late'],
    [
      'a trip with a silent phone',
      { status: 'STARTED', trip_start_time: minutes(-5), seen_at: null },
      'at_risk',
      'driver_silent',
    ],
    [
      'a trip that will take long',
      { status: 'STARTED', trip_start_time: minutes(-5), expected_at: minutes(16) },
      'at_risk',
      'drop_late',
    ],
    ['a trip at its end', { status: 'REACHED', trip_end_time: minutes(-1) }, 'on_trip', null],
    [
      'cash that is not confirmed',
      { status: 'REACHED', trip_end_time: minutes(-11) },
      'at_risk',
      'cash_open',
    ],
    ['money that is owed', { status: 'PENDING', trip_end_time: minutes(-11) }, 'unpaid', null],
    ['a delivery that is not paid for', { status: 'PAYMENT_PENDING' }, null, null],
    ['a paid trip', { status: 'PAID' }, null, null],
  ])('%s', (_, change, group, risk) => {
    const place = placeOnBoard(facts(change), now);
    expect(place?.group ?? null).toBe(group);
    expect(place?.risk ?? null).toBe(risk);
  });
});

const moment = fc.integer({ min: -120, max: 120 }).map(minutes);
const maybe = fc.option(moment, { nil: null });
const anyFacts: fc.Arbitrary<BoardFacts> = fc.record({
  status: fc.constantFrom(...bookingStatus.options),
  book_later: fc.boolean(),
  tripdate: moment,
  booking_date: moment,
  dispatch_at: moment,
  planned_at: maybe,
  pickup_promised_at: maybe,
  set_out_at: maybe,
  expected_at: maybe,
  seen_at: maybe,
  driver_arrive_time: maybe,
  trip_start_time: maybe,
  trip_end_time: maybe,
  estimate_time_secs: fc.integer({ min: 0, max: 7200 }),
});

describe('any booking', () => {
  it('is on the board exactly while an action is left for it', () => {
    fc.assert(
      fc.property(anyFacts, (one) => {
        const isOver = ['PAYMENT_PENDING', 'PAID', 'COMPLETE', 'CANCELLED'].includes(one.status);
        expect(placeOnBoard(one, now) === null).toBe(isOver);
      }),
    );
  });

  it('is never late or under way without a driver, and never unassigned during a trip', () => {
    fc.assert(
      fc.property(anyFacts, (one) => {
        const group = placeOnBoard(one, now)?.group;
        if (one.status === 'NEW') expect(['unassigned', 'at_risk', 'upcoming']).toContain(group);
        else expect(group).not.toBe('unassigned');
      }),
    );
  });

  it('has a risk exactly in the groups that need attention', () => {
    fc.assert(
      fc.property(anyFacts, (one) => {
        const place = placeOnBoard(one, now);
        if (place?.group === 'late' || place?.group === 'at_risk') expect(place.risk).not.toBeNull();
        if (place && ['on_way', 'on_trip', 'upcoming', 'unpaid'].includes(place.group))
          expect(place.risk).toBeNull();
      }),
    );
  });

  it('never moves to a better group by waiting in the same status', () => {
    const penaltyOf = { upcoming: 0, on_way: 0, on_trip: 0, at_risk: 1, late: 2 };
    fc.assert(
      fc.property(anyFacts, fc.nat(3_600_000), (one, wait) => {
        if (one.status !== 'ACCEPTED' && one.status !== 'STARTED') return;
        const before = placeOnBoard(one, now)?.group ?? 'on_way';
        const after = placeOnBoard(one, now + wait)?.group ?? 'on_way';
        const isKnown = (group: string): group is keyof typeof penaltyOf => Object.hasOwn(penaltyOf, group);
        if (isKnown(before) && isKnown(after))
          expect(penaltyOf[after]).toBeGreaterThanOrEqual(penaltyOf[before]);
      }),
    );
  });
});

describe('the clock of a row', () => {
  it.each<[string, Partial<BoardFacts>, BoardClock, number]>([
    ['a request', {}, 'waiting', -1],
    ['an accepted trip', { status: 'ACCEPTED', dispatch_at: minutes(-4) }, 'waiting', -4],
    ['a later booking that is far ahead', { ...later, tripdate: minutes(60) }, 'pickup', 60],
    ['a later booking without a plan', later, 'pickup', 20],
    ['a later booking whose plan is late', { ...later, planned_at: minutes(23) }, 'pickup', 20],
    ['a later booking that is searched for', { ...later, dispatch_at: minutes(-9) }, 'pickup', 20],
    ['an accepted later booking', { ...later, status: 'ACCEPTED' }, 'pickup', 20],
    ['a follow-on trip', { status: 'ACCEPTED', pickup_promised_at: minutes(-3) }, 'pickup', -3],
    ['a driver at the pickup', { status: 'ARRIVED', driver_arrive_time: minutes(-2) }, 'at_pickup', -2],
    [
      'a driver who is early for a later booking',
      { ...later, status: 'ARRIVED', driver_arrive_time: minutes(-6) },
      'pickup',
      20,
    ],
    ['a trip', { status: 'STARTED', trip_start_time: minutes(-5) }, 'on_trip', -5],
    ['a trip at its end', { status: 'REACHED', trip_end_time: minutes(-1) }, 'unpaid', -1],
    ['money that is owed', { status: 'PENDING', trip_end_time: minutes(-11) }, 'unpaid', -11],
  ])('says what it counts: %s', (_, change, clock, since) => {
    expect(placeOnBoard(facts(change), now)).toMatchObject({ clock, since: minutes(since) });
  });

  it('counts down to a pickup only', () => {
    fc.assert(
      fc.property(anyFacts, (one) => {
        const hasHappened = [one.driver_arrive_time, one.trip_start_time, one.trip_end_time].every(
          (at) => at === null || at <= now,
        );
        const place = placeOnBoard(one, now);
        fc.pre(place !== null && hasHappened && one.dispatch_at <= now && one.booking_date <= now);
        if (place.since > now) expect(place.clock).toBe('pickup');
      }),
    );
  });
});

describe('compareOnBoard', () => {
  it('sorts by group, then rows with a risk, then the longest waiting', () => {
    const rows = [
      { group: 'upcoming', risk: null, clock: 'pickup', since: minutes(5) },
      { group: 'unassigned', risk: null, clock: 'waiting', since: minutes(-2) },
      { group: 'unassigned', risk: null, clock: 'waiting', since: minutes(-1) },
      { group: 'unassigned', risk: 'waiting_long', clock: 'waiting', since: minutes(0) },
    ] as const;
    const sorted = [...rows].sort(compareOnBoard);
    expect(sorted.map((row) => rows.indexOf(row))).toEqual([3, 1, 2, 0]);
    expect(boardGroups[0]).toBe('unassigned');
  });
});
