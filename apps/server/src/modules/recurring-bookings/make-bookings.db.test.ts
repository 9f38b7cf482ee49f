// Tests of the hourly job of recurring bookings: the days that it books, each once, and the handling of failures.
import { randomUUID } from 'node:crypto';
import { routes } from '@kerb/contract';
import type { CarType } from '@kerb/domain/fleet';
import { MS_PER_DAY, MS_PER_HOUR } from '@kerb/domain/kernel';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createRecurringEnvironment, daysOf, firstDay, THIS_WEEK } from './testing/recurring-environment.ts';

const environment = await createRecurringEnvironment();
afterAll(() => environment.close());
afterEach(environment.reset);

/** Edits the parcel types and options of the car type as an admin does. */
async function setChoices(choices: Partial<Pick<CarType, 'parcelTypes' | 'options'>>): Promise<void> {
  const { body } = await environment.call<{ items: CarType[] }>(null, routes.getCarTypes, null);
  const stored = body.items.find((one) => one.id === environment.carType.id) ?? environment.carType;
  const { id, createdAt, ...current } = stored;
  const { parcelTypes = current.parcelTypes, options = current.options } = choices;
  const edited = { ...current, parcelTypes, options };
  const answer = await environment.call(environment.admin, routes.editCarType, id, edited);
  expect(answer.status).toBe(200);
}

describe('the hourly job', () => {
  it('runs every hour', () => {
    expect(environment.schedules).toEqual({ 'recurring-bookings.make': '29 * * * *' });
  });

  it('books the days that are less than seven days ahead, and those of missed runs', async () => {
    const rider = await environment.addRider();
    await environment.added(rider.uid, { lastDay: '2026-03-17' });
    environment.pass(3 * MS_PER_DAY);
    await environment.runJob();
    expect(await environment.tripsOf(rider.uid)).toEqual([
      ...THIS_WEEK,
      '2026-03-10T11:30',
      '2026-03-11T11:30',
      '2026-03-12T11:30',
    ]);
    environment.pass(20 * MS_PER_DAY);
    await environment.runJob();
    expect((await environment.tripsOf(rider.uid)).at(-1)).toBe('2026-03-12T11:30');
  });

  it('books exactly up to seven days ahead', async () => {
    const rider = await environment.addRider();
    await environment.added(rider.uid, { firstDay: '2026-03-09', lastDay: '2026-03-09', timeOfDay: '09:00' });
    expect(await environment.tripsOf(rider.uid)).toEqual([]);
    environment.pass(1);
    await environment.runJob();
    expect(await environment.tripsOf(rider.uid)).toEqual(['2026-03-09T12:00']);
  });

  it('on two servers at the same time makes one booking for each day', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { firstDay: '2026-03-12' });
    environment.pass(7 * MS_PER_DAY);
    await Promise.all([environment.runJob(), environment.runJob(), environment.runJob()]);
    const week = ['2026-03-12T11:30', '2026-03-13T11:30', '2026-03-16T11:30'];
    expect(await environment.tripsOf(rider.uid)).toEqual(week);
    const shown = await environment.shown(recurring);
    expect(shown.nextDays.filter(({ status }) => status === 'failed')).toEqual([]);
  });

  it('makes one booking for a day when a server crashes between its quote and its booking', async () => {
    const rider = await environment.addRider();
    environment.beforeBooking(async () => {
      throw new Error('the server ends');
    });
    const recurring = await environment.added(rider.uid, { lastDay: '2026-03-03' });
    expect(daysOf(recurring)).toEqual(['2026-03-03 failed']);
    expect(firstDay(recurring).problem).toBe('internal');
    expect(environment.logged).toContain('The booking of a day could not be made');
    environment.beforeBooking(async () => undefined);
    await environment.runJob();
    await environment.runJob();
    expect(await environment.tripsOf(rider.uid)).toEqual(['2026-03-03T11:30']);
    expect(daysOf(await environment.shown(recurring))).toEqual(['2026-03-03 booked']);
  });

  it('does not book a day that is skipped or stopped between its quote and its booking', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { firstDay: '2026-03-12', lastDay: '2026-03-13' });
    environment.pass(7 * MS_PER_DAY);
    let passed = 0;
    environment.beforeBooking(async () => {
      passed += 1;
      if (passed === 1) await environment.skip(recurring.id, '2026-03-12');
      else await environment.stop(recurring.id, false);
    });
    await environment.runJob();
    expect(passed).toBe(2);
    expect(await environment.tripsOf(rider.uid)).toEqual([]);
  });

  it('records why a day failed, and retries it until 15 minutes before its time', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { firstDay: '2026-03-12', lastDay: '2026-03-13' });
    environment.pass(7 * MS_PER_DAY);
    await environment.approve(rider.uid, false);
    await environment.runJob();
    const blocked = await environment.shown(recurring);
    expect(blocked.nextDays.map(({ day, problem }) => `${day} ${problem}`)).toEqual([
      '2026-03-12 rider_blocked',
      '2026-03-13 rider_blocked',
    ]);
    await environment.approve(rider.uid, true);
    // 8:16 on the first day: too late for that day's trip, in time for the other.
    environment.pass(Date.parse('2026-03-12T11:16:00Z') - environment.now());
    await environment.runJob();
    expect(await environment.tripsOf(rider.uid)).toEqual(['2026-03-13T11:30']);
    expect(daysOf(await environment.shown(recurring))).toEqual(['2026-03-12 failed', '2026-03-13 booked']);
  });

  it('books the chosen parcel type after another one was added before it, and records when it is gone', async () => {
    environment.set({ appcat: 'delivery' });
    const rider = await environment.addRider();
    const [documents, ...others] = environment.carType.parcelTypes;
    const recurring = await environment.added(rider.uid, {
      firstDay: '2026-03-12',
      lastDay: '2026-03-13',
      instructionData: {
        deliveryPerson: 'Ana',
        deliveryPersonPhone: '+59899123456',
        parcelTypeIndex: 0,
      },
    });
    await setChoices({
      parcelTypes: [{ description: 'Piano', amount: 900 }, ...(documents ? [documents] : []), ...others],
    });
    environment.pass(Date.parse('2026-03-05T13:00:00Z') - environment.now());
    await environment.runJob();
    const { rows } = await environment.database.pool.query(
      'select parcel_type from bookings where customer = $1',
      [rider.uid],
    );
    expect(rows).toEqual([{ parcel_type: documents }]);
    await setChoices({ parcelTypes: [{ description: 'Piano', amount: 900 }] });
    environment.pass(MS_PER_DAY);
    await environment.runJob();
    await setChoices(environment.carType);
    const shown = await environment.shown(recurring);
    expect(shown.nextDays.map(({ problem }) => problem)).toEqual([null, 'choice_gone']);
  });

  it('books the chosen parcel type and option under their new descriptions after an admin renamed them', async () => {
    environment.set({ appcat: 'delivery' });
    const letter = { description: 'Letter', amount: 20 };
    const fragile = { description: 'Fragile', amount: 30 };
    await setChoices({
      parcelTypes: [letter, { description: 'Documents', amount: 40 }],
      options: [{ description: 'Insured', amount: 80 }, fragile],
    });
    const rider = await environment.addRider();
    await environment.added(rider.uid, {
      firstDay: '2026-03-12',
      lastDay: '2026-03-12',
      instructionData: {
        deliveryPerson: 'Ana',
        deliveryPersonPhone: '+59899123456',
        parcelTypeIndex: 1,
        optionIndex: 0,
      },
    });
    const documents = { description: 'Documents A4', amount: 40 };
    const insured = { description: 'Insurance', amount: 80 };
    await setChoices({ parcelTypes: [letter, documents], options: [insured, fragile] });
    environment.pass(7 * MS_PER_DAY);
    await environment.runJob();
    await setChoices(environment.carType);
    const { rows } = await environment.database.pool.query(
      'select parcel_type, option from bookings where customer = $1',
      [rider.uid],
    );
    expect(rows).toEqual([{ parcel_type: documents, option: insured }]);
  });

  it('books a taxi trip with its chosen option and the price of it, but without delivery instructions', async () => {
    const seat = { description: 'Child seat', amount: 150 };
    await setChoices({ options: [{ description: 'Large boot', amount: 30 }, seat] });
    const rider = await environment.addRider();
    const other = await environment.addRider();
    const day = { firstDay: '2026-03-03', lastDay: '2026-03-03' };
    const sent = {
      deliveryPerson: 'Ana',
      deliveryPersonPhone: '+59899123456',
      pickUpInstructions: 'Ring twice',
      deliveryInstructions: 'Leave it at the door',
    };
    const recurring = await environment.added(rider.uid, {
      ...day,
      instructionData: { ...sent, optionIndex: 1 },
    });
    await environment.added(other.uid, day);
    expect(recurring.instructionData).toMatchObject({ optionIndex: 1, deliveryPerson: '' });
    await setChoices(environment.carType);
    const bookings = await environment.database.pool.query(
      'select customer, option, driver_share, delivery_person from bookings where customer in ($1, $2)',
      [rider.uid, other.uid],
    );
    const [booked, plain] = [rider, other].map(({ uid }) =>
      bookings.rows.find((row) => row.customer === uid),
    );
    expect(booked).toMatchObject({ option: seat, delivery_person: null });
    // The car type's amounts are in units of the currency, a booking's in cents.
    expect(booked.driver_share - plain.driver_share).toBe(seat.amount * 100);
    const stored = await environment.database.pool.query(
      'select instruction_data from recurring_bookings where rider = $1',
      [rider.uid],
    );
    expect(JSON.stringify(stored.rows)).not.toMatch(/Ana|Ring|door|59899123456/);
  });

  it.each([
    ['is removed', [{ description: 'Letter', amount: 20 }]],
    [
      'gives way to another one in a reordered list',
      [
        { description: 'Piano', amount: 900 },
        { description: 'Letter', amount: 20 },
      ],
    ],
  ])('records when the chosen parcel type %s', async (_, parcelTypes) => {
    environment.set({ appcat: 'delivery' });
    await setChoices({
      parcelTypes: [
        { description: 'Letter', amount: 20 },
        { description: 'Documents', amount: 40 },
      ],
    });
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, {
      firstDay: '2026-03-12',
      lastDay: '2026-03-12',
      instructionData: { deliveryPerson: 'Ana', deliveryPersonPhone: '+59899123456', parcelTypeIndex: 1 },
    });
    await setChoices({ parcelTypes });
    environment.pass(7 * MS_PER_DAY);
    await environment.runJob();
    await setChoices(environment.carType);
    expect(firstDay(await environment.shown(recurring)).problem).toBe('choice_gone');
  });

  it('books a day 15 minutes before its time', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { firstDay: '2026-03-12', lastDay: '2026-03-12' });
    environment.pass(Date.parse('2026-03-12T11:15:00Z') - environment.now());
    await environment.runJob();
    expect(daysOf(await environment.shown(recurring))).toEqual(['2026-03-12 booked']);
  });

  it('continues with the other recurring bookings when one fails', async () => {
    const rider = await environment.addRider();
    const gone = await environment.added(rider.uid, { firstDay: '2026-03-12', lastDay: '2026-03-12' });
    const other = await environment.added(rider.uid, {
      firstDay: '2026-03-12',
      lastDay: '2026-03-12',
      timeOfDay: '18:00',
    });
    await environment.database.pool.query('update recurring_bookings set car_type = $2 where id = $1', [
      gone.id,
      randomUUID(),
    ]);
    environment.pass(7 * MS_PER_DAY);
    await environment.runJob();
    const failed = await environment.shown(gone);
    expect(firstDay(failed)).toMatchObject({ status: 'failed', problem: 'select_proper' });
    expect(failed.carTypeName).toBeNull();
    expect(daysOf(await environment.shown(other))).toEqual(['2026-03-12 booked']);
  });

  it('shows a day as failed when no run has tried it in time', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { firstDay: '2026-03-12', lastDay: '2026-03-12' });
    environment.pass(Date.parse('2026-03-12T11:16:00Z') - environment.now());
    expect(firstDay(await environment.shown(recurring))).toMatchObject({
      status: 'failed',
      problem: 'past_booking_error',
    });
  });

  it('books by the city’s local time, also across a change of the clocks', async () => {
    environment.set({ timezone: 'Europe/Madrid' });
    environment.pass(Date.parse('2026-03-27T12:00:00Z') - environment.now());
    const rider = await environment.addRider();
    await environment.added(rider.uid, {
      weekdays: [6, 7],
      timeOfDay: '02:30',
      firstDay: '2026-03-28',
      lastDay: '2026-03-29',
    });
    // Clocks go from 2:00 to 3:00 on the 29th.
    expect(await environment.tripsOf(rider.uid)).toEqual(['2026-03-28T01:30', '2026-03-29T01:00']);
  });

  it('uses the current day of the city, not of UTC', async () => {
    // Monday, 22:00 in Montevideo; Tuesday in UTC.
    environment.pass(13 * MS_PER_HOUR);
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { weekdays: [1], timeOfDay: '22:15' });
    expect(firstDay(recurring)).toMatchObject({ day: '2026-03-02', status: 'booked' });
    expect((await environment.tripsOf(rider.uid))[0]).toBe('2026-03-03T01:15');
  });
});
