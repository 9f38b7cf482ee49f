// Tests the generated past: deterministic for a start time, plausible times, and consistent money.
import { join } from 'node:path';
import { carType } from '@kerb/domain/fleet';
import { add, MS_PER_DAY, MS_PER_MINUTE, startOfDay, subtract, ZERO } from '@kerb/domain/kernel';
import { balanced } from '@kerb/domain/ledger';
import { settings } from '@kerb/domain/settings';
import { createWallClock } from '@kerb/domain/travel-times';
import { describe, expect, test } from 'vitest';
import { workspaceRoot } from '../../kit/package-root.ts';
import { demoCarTypes } from '../demo-car-types.ts';
import { demoId, demonstrationPeople } from '../people.ts';
import { createChance } from './chance.ts';
import { readCityTrips } from './city-trips.ts';
import { hourOf, requestTimes, weekdayOf } from './demand.ts';
import { type Past, planPast } from './plan-past.ts';

/** Thursday, 14:15 in Montevideo. */
const NOW = Date.parse('2026-03-05T17:15:00Z');
const ZONE = 'America/Montevideo';

function plan(days: number, now = NOW): Past {
  const city = readCityTrips(join(workspaceRoot(), 'data', 'montevideo-trips.json'));
  if (city === null) throw new Error('There are no trips of the city');
  const carTypes = new Map(
    demoCarTypes.map(({ key, ...input }) => [
      key,
      carType.parse({ ...input, id: demoId(`car-type-${key}`), createdAt: now }),
    ]),
  );
  const current = settings.parse({ symbol: '$U', code: 'UYU', bonus: 80 });
  return planPast({ now, days, settings: current, people: demonstrationPeople(), carTypes, city });
}

const past = plan(60);
const bookings = past.records.map(({ booking }) => booking);
const paid = bookings.filter(({ status }) => status === 'COMPLETE');
const present = <T>(values: readonly (T | null)[]): T[] =>
  values.flatMap((value) => (value === null ? [] : [value]));

test('is the same for the same start time, and different for another', () => {
  expect(JSON.stringify(plan(5))).toBe(JSON.stringify(plan(5)));
  expect(plan(5, NOW + MS_PER_DAY).records[0]?.booking.id).not.toBe(plan(5).records[0]?.booking.id);
});

describe('the generated times', () => {
  test('of each booking are in order, after the rider joined and not after the start', () => {
    for (const { booking, timeline, requests, review } of past.records) {
      const steps = present([
        booking.booking_date,
        booking.driver_accept_time,
        booking.driver_arrive_time,
        booking.trip_start_time,
        booking.trip_end_time,
        booking.paid_at,
        booking.completed_at ?? booking.cancelled_at,
      ]);
      expect(steps.toSorted((one, other) => one - other)).toEqual(steps);
      const others = [
        ...timeline.map(({ at }) => at),
        ...requests.map(({ requested_at }) => requested_at),
        ...present([booking.tipped_at, booking.rider_rated_at, review?.decided_at ?? null]),
      ];
      expect(Math.max(...steps, ...others)).toBeLessThan(NOW);
      expect(past.people.get(booking.customer)?.createdAt).toBeLessThanOrEqual(booking.booking_date);
    }
    expect(Math.max(...past.postings.map(({ at }) => at))).toBeLessThan(NOW);
  });

  test('of a search without a driver end after the requested pickup time', () => {
    const searched = bookings.filter(({ cancelled_by }) => cancelled_by === 'system');
    expect(searched.filter(({ book_later }) => book_later).length).toBeGreaterThan(0);
    for (const { cancelled_at, tripdate } of searched) expect(cancelled_at).toBeGreaterThanOrEqual(tripdate);
  });

  test('of a driver contain no overlapping trips, and all trips are within a period on duty', () => {
    const trips = new Map<string, { from: number; to: number }[]>();
    for (const { driver, driver_accept_time, trip_end_time, cancelled_at } of bookings) {
      const to = trip_end_time ?? cancelled_at;
      if (driver === null || driver_accept_time === null || to === null) continue;
      trips.set(driver, [...(trips.get(driver) ?? []), { from: driver_accept_time, to }]);
    }
    expect(trips.size).toBeGreaterThan(20);
    for (const [driver, own] of trips) {
      const ordered = own.toSorted((one, other) => one.from - other.from);
      for (const [index, { from, to }] of ordered.entries()) {
        expect(from).toBeGreaterThanOrEqual(ordered[index - 1]?.to ?? 0);
        expect(
          past.duty.some(({ uid, starts, ends }) => uid === driver && starts <= from && to <= ends),
        ).toBe(true);
      }
    }
  });

  test('follow a city’s pattern: rush hours, weekend nights, busy Fridays, growth', () => {
    const wallAt = createWallClock(ZONE);
    const starts = startOfDay(NOW, ZONE) - 90 * MS_PER_DAY;
    const times = requestTimes(createChance(1), { starts, ends: NOW, days: 90, wallAt });
    const walls = times.map(wallAt);
    const count = (is: (weekday: number, hour: number) => boolean): number =>
      walls.filter((wall) => is(weekdayOf(wall), hourOf(wall))).length;
    const onWeekdays = (low: number, high: number) =>
      count((day, hour) => day < 4 && hour >= low && hour < high);
    expect(onWeekdays(7, 9)).toBeGreaterThan(onWeekdays(10, 12) * 1.2);
    expect(onWeekdays(17, 19)).toBeGreaterThan(onWeekdays(14, 16) * 1.2);
    const night = (days: readonly number[]) =>
      count((day, hour) => days.includes(day) && hour < 3) / days.length;
    expect(night([5, 6])).toBeGreaterThan(night([1, 2, 3]) * 3);
    expect(count((day) => day === 4)).toBeGreaterThan(count((day) => day === 0) * 1.15);
    const month = 30 * MS_PER_DAY;
    const since = (from: number, to: number) =>
      walls.filter((wall) => wall >= NOW - from && wall < NOW - to).length;
    expect(since(month, 0)).toBeGreaterThan(since(3 * month, 2 * month) * 1.3);
  });
});

describe('the generated payments', () => {
  test('of every booking balance, in the booking and in the ledger', () => {
    const rides = new Map(
      past.postings.flatMap((one) => (one.kind === 'ride' ? [[one.reference, one]] : [])),
    );
    expect(rides.size).toBe(paid.length);
    for (const booking of paid) {
      expect(booking.trip_cost).toBe(add(booking.driver_share, booking.convenience_fees));
      expect(booking.customer_paid).toBe(subtract(booking.trip_cost, booking.discount_amount));
      expect(booking.customer_paid).toBe(
        add(booking.used_wallet_money, booking.cash_payment_amount, booking.card_payment_amount),
      );
      expect(booking.payable_amount).toBe(0);
      expect(rides.get(booking.id)?.at).toBe(booking.paid_at);
    }
    for (const { entries } of past.postings) expect(balanced(entries)).toBe(true);
  });

  test('by card were captured, by wallet were covered, and drivers withdraw no more than their balance', () => {
    const balances = new Map<string, number>();
    for (const { kind, entries } of past.postings)
      for (const { account, amount } of entries) {
        const owner = 'owner' in account ? account.owner : account.kind;
        const balance = (balances.get(owner) ?? 0) + amount;
        balances.set(owner, balance);
        const mayOwe = kind === 'cancellation' || kind === 'fare_review' || account.kind === 'driver';
        if ('owner' in account && amount < 0 && !mayOwe) expect(balance).toBeGreaterThanOrEqual(0);
        if (kind === 'withdrawal' && amount < 0) expect(balance).toBeGreaterThanOrEqual(0);
      }
    expect(balances.get('payments_held')).toBe(0);
    for (const { uid, usertype } of demonstrationPeople().people)
      if (usertype === 'rider') expect(balances.get(uid) ?? 0).toBeGreaterThanOrEqual(0);
    const captured = new Map(past.payments.map((payment) => [payment.id, payment.captured_amount]));
    for (const { payment, card_payment_amount } of paid)
      expect(payment === null ? ZERO : captured.get(payment)).toBe(card_payment_amount);
  });

  test('of open withdrawals equal the ledger’s payable balance', () => {
    const owed = past.postings
      .flatMap(({ entries }) => entries)
      .flatMap(({ account, amount }) => (account.kind === 'withdrawals_payable' ? [amount] : []));
    const open = past.withdraws.filter(({ processed, returned_at }) => !processed && returned_at === null);
    expect(open.length).toBeGreaterThan(0);
    expect(add(...owed)).toBe(add(...open.map(({ amount }) => amount)));
  });
});

test('ratings of users match those of their trips, and uses of promotions those of bookings', () => {
  const stars = new Map<string, number[]>();
  const note = (uid: string | null, given: number | null) => {
    if (uid !== null && given !== null) stars.set(uid, [...(stars.get(uid) ?? []), given]);
  };
  for (const { driver, customer, rating, rider_rating } of bookings) {
    note(driver, rating);
    note(customer, rider_rating);
  }
  for (const [uid, { rating }] of past.people) {
    const own = stars.get(uid) ?? [];
    expect(rating).toEqual({ count: own.length, sum: own.reduce((sum, one) => sum + one, 0) });
  }
  const uses = bookings.flatMap(({ id, promo_applied }) => (promo_applied ? [id] : []));
  expect(past.promoUses.map(({ booking }) => booking).toSorted()).toEqual(uses.toSorted());
  expect(past.promos.reduce((sum, { user_avail }) => sum + user_avail, 0)).toBe(uses.length);
});

test('a rider who cancels early withdraws only the open offer: declined and expired ones remain', () => {
  const withdrawn = past.records.filter(({ requests }) =>
    requests.some(({ outcome }) => outcome === 'cancelled'),
  );
  const repeated = withdrawn.filter(({ requests }) => requests.length > 1);
  expect(repeated.length).toBeGreaterThan(0);
  for (const { booking, requests } of withdrawn) {
    expect(booking.driver).toBeNull();
    expect(requests.filter(({ outcome }) => outcome === 'cancelled')).toHaveLength(1);
    expect(requests.at(-1)?.outcome).toBe('cancelled');
  }
});

test('there are cancellations by all sides, resolved alerts and reviews, and one open one of each', () => {
  const by = new Set(bookings.map(({ cancelled_by }) => cancelled_by));
  expect([...by].map(String).toSorted()).toEqual(['admin', 'driver', 'null', 'rider', 'system']);
  expect(past.alerts.filter(({ resolved_at }) => resolved_at === null)).toHaveLength(1);
  expect(past.alerts.length).toBeGreaterThan(1);
  const reviews = past.records.flatMap(({ review }) => (review === null ? [] : [review]));
  expect(reviews.filter(({ status }) => status === 'open')).toHaveLength(1);
  expect(reviews.length).toBeGreaterThan(1);
  const [recent] = reviews.filter(({ status }) => status === 'open');
  expect(recent?.opened_at).toBeGreaterThan(NOW - MS_PER_DAY - 60 * MS_PER_MINUTE);
});

describe('shared vehicles', () => {
  const { vehicles, drivers, handovers, charges } = past.vehicles;
  const vehicleOf = (id: string) => vehicles.find((one) => one.id === id);
  const during = (driver: string | null, at: number | null) =>
    handovers.find(
      (one) => one.driver === driver && at !== null && one.taken_at <= at && at < one.returned_at,
    );

  test('are handed from driver to driver among those allowed, and returned before the start', () => {
    expect(vehicles.map(({ plan }) => plan)).toEqual(['rent', 'commission', 'commission']);
    for (const { id } of vehicles) {
      const own = handovers.filter(({ vehicle }) => vehicle === id);
      expect(new Set(own.map(({ driver }) => driver)).size).toBeGreaterThan(1);
      for (const [index, one] of own.entries()) {
        expect(one.taken_at).toBeGreaterThan(own[index - 1]?.returned_at ?? past.starts);
        expect(one.returned_at).toBeLessThan(NOW);
        expect(one.odometer_returned).toBeGreaterThan(one.odometer_taken ?? 0);
        expect(drivers).toContainEqual({ vehicle: id, driver: one.driver });
      }
    }
  });

  test('were driven by their drivers while taken, and at no other time', () => {
    const plates = new Set(vehicles.map(({ vehicle_number }) => vehicle_number));
    const inShared = bookings.filter((one) => during(one.driver, one.driver_accept_time));
    expect(inShared.length).toBeGreaterThan(20);
    for (const { driver, driver_accept_time, vehicle_number, car_type } of bookings) {
      const handover = during(driver, driver_accept_time);
      if (handover === undefined) expect(plates.has(vehicle_number ?? '')).toBe(false);
      else expect(vehicleOf(handover.vehicle)).toMatchObject({ vehicle_number, car_type });
    }
  });

  test('cost daily rent, or a commission of each paid trip, as posted in the ledger', () => {
    const rents = charges.filter(({ kind }) => kind === 'rent');
    const rentOf = ({ vehicle, driver, day }: (typeof rents)[number]) => `${vehicle} ${driver} ${day}`;
    expect(new Set(rents.map(rentOf)).size).toBe(rents.length);
    for (const { handover, day, amount, at } of rents) {
      const of = handovers.find(({ id }) => id === handover);
      expect(amount).toBe(of?.rent_amount);
      expect(new Date(at - 3 * 60 * MS_PER_MINUTE).toISOString().slice(0, 10)).toBe(day);
      expect(at).toBeGreaterThanOrEqual(of?.taken_at ?? NOW);
      expect(at).toBeLessThanOrEqual(of?.returned_at ?? 0);
    }
    const percents = new Map(
      paid.flatMap(({ id, driver, driver_accept_time, driver_share }) => {
        const percent = during(driver, driver_accept_time)?.commission_percent;
        return percent ? [[id, Math.round((driver_share * percent) / 100)]] : [];
      }),
    );
    const charged = new Map<string | null, number>();
    for (const { kind, booking, amount } of charges)
      if (kind === 'commission') charged.set(booking, (charged.get(booking) ?? 0) + amount);
    expect(charged).toEqual(percents);
    expect(charged.size).toBeGreaterThan(10);
    const posted = new Map(past.postings.map((one) => [one.reference, one]));
    for (const { id, at, amount, driver } of charges) {
      const posting = posted.get(id);
      expect(posting?.at).toBe(at);
      expect(posting?.entries).toContainEqual({
        account: { kind: 'driver', owner: driver },
        amount: -amount,
      });
    }
  });
});
