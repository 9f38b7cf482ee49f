// Tests of waiting times and the demand of the last hour: the counted bookings, exact to the second and the grid cell.
import { randomUUID } from 'node:crypto';
import type { BookingStatus } from '@kerb/domain/booking';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { insertBooking } from './testing/insert-booking.ts';
import { actorOf } from './testing/report-environment.ts';
import { createViewDashboard } from './view-dashboard.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const { pool } = database;
beforeEach(async () => {
  await pool.query('delete from bookings');
  await pool.query('delete from dispatch_rounds');
});

/** 00:10 in Montevideo, so that the last hour began on the previous day. */
const now = Date.parse('2026-05-10T03:10:00Z');
const viewDashboard = createViewDashboard({
  db: database.queries,
  clock: { now: () => now },
  settings: { get: async () => ({ timezone: 'America/Montevideo', decimal: 2 }) },
});
const admin = actorOf('admin');
const ago = (seconds: number) => now - seconds * 1000;

interface Booked {
  status?: BookingStatus;
  later?: boolean;
  /** Scheduled time of the trip. */
  tripdate?: number;
  dispatchAt?: number;
  acceptedAt?: number | null;
  arrivedAt?: number | null;
  fleetadmin?: string | null;
  at?: { lat: number; lng: number };
}

async function addBooking(booked: Booked): Promise<string> {
  const { status = 'NEW', later = false, tripdate = now, acceptedAt = null, arrivedAt = null } = booked;
  const { dispatchAt = tripdate, fleetadmin = null, at = { lat: -34.9, lng: -56.2 } } = booked;
  const isAccepted = acceptedAt !== null;
  const isCancelled = status === 'CANCELLED';
  return insertBooking(pool, {
    status,
    book_later: later,
    tripdate,
    dispatch_at: dispatchAt,
    pickup: JSON.stringify({ ...at, add: 'Plaza' }),
    driver: isAccepted ? randomUUID() : null,
    driver_name: isAccepted ? 'Sergio' : null,
    driver_accept_time: acceptedAt,
    driver_arrive_time: arrivedAt,
    fleetadmin,
    cancelled_by: isCancelled ? 'rider' : null,
    reason: isCancelled ? 'Plans have changed' : null,
  });
}

async function addRound(booking: string, number: number, at: number, askAt: number | null): Promise<void> {
  await pool.query(
    `insert into dispatch_rounds (id, booking, number, at, policy, asked, ends_at, ask_at)
     values ($1, $2, $3, $4, 'nearest', 0, $4, $5)`,
    [randomUUID(), booking, number, at, askAt],
  );
}

const took = (
  asked: number,
  accepted: number,
  arrived: number | null = null,
  fleetadmin: string | null = null,
) =>
  addBooking({
    status: arrived === null ? 'ACCEPTED' : 'ARRIVED',
    tripdate: ago(asked),
    fleetadmin,
    acceptedAt: ago(accepted),
    arrivedAt: arrived === null ? null : ago(arrived),
  });

describe('waiting', () => {
  const waiting = async (actor = admin) => (await viewDashboard(actor)).waiting;

  test('is empty before the first booking', async () => {
    expect(await waiting()).toEqual({
      searching: 0,
      longest_in_secs: null,
      accepted_in_secs: null,
      arrived_in_secs: null,
    });
  });

  test('counts NEW bookings that are being offered to drivers, and how long the first of them waits', async () => {
    await addBooking({ tripdate: ago(45) });
    await addBooking({ tripdate: ago(300) });
    await addBooking({ tripdate: now + 1 });
    await addBooking({ status: 'PAYMENT_PENDING', tripdate: ago(900) });
    await addBooking({ status: 'CANCELLED', tripdate: ago(900) });
    await took(900, 800);
    expect(await waiting()).toMatchObject({ searching: 2, longest_in_secs: 300 });
  });

  test('counts a later booking from its first offers, not from the search for drivers', async () => {
    const looked = await addBooking({ later: true, tripdate: now + 600_000, dispatchAt: ago(1200) });
    await addRound(looked, 1, ago(1200), now + 60_000);
    expect(await waiting()).toMatchObject({ searching: 0, longest_in_secs: null });
    await addRound(looked, 2, ago(120), ago(130));
    await addRound(looked, 3, ago(90), ago(100));
    expect(await waiting()).toMatchObject({ searching: 1, longest_in_secs: 130 });
  });

  test('contains the medians of acceptances and arrivals of the last hour, also across midnight', async () => {
    await took(3700, 3599, 3000);
    await took(1000, 980, 900);
    await took(500, 470);
    expect(await waiting()).toMatchObject({ accepted_in_secs: 30, arrived_in_secs: 340 });
    await took(7300, 3600, 3600);
    await took(100, 60);
    expect(await waiting()).toMatchObject({ accepted_in_secs: 35 });
  });

  test('of a fleet admin covers their own drivers; bookings without a driver count for admins only', async () => {
    const mine = actorOf('fleetadmin');
    await took(100, 40, 10, mine.uid);
    await took(100, 90, 80, randomUUID());
    await addBooking({ tripdate: ago(45) });
    expect(await waiting(mine)).toEqual({
      searching: null,
      longest_in_secs: null,
      accepted_in_secs: 60,
      arrived_in_secs: 30,
    });
    expect(await waiting()).toMatchObject({ searching: 1, accepted_in_secs: 35, arrived_in_secs: 20 });
  });
});

describe('demand', () => {
  const demand = async () => (await viewDashboard(admin)).demand;

  test('is empty without requests, and forbidden for fleet admins', async () => {
    expect(await demand()).toEqual({ asked: 0, taken: 0, lost: 0, places: [] });
    expect((await viewDashboard(actorOf('fleetadmin'))).demand).toBeNull();
  });

  test('counts requests due in the last hour; lost ones ended before a driver accepted', async () => {
    await addBooking({ tripdate: now });
    await addBooking({ tripdate: ago(3599), status: 'CANCELLED' });
    await addBooking({ tripdate: ago(60), status: 'CANCELLED', acceptedAt: ago(50) });
    await took(1000, 900);
    await addBooking({ tripdate: ago(3600) });
    await addBooking({ tripdate: now + 1, later: true });
    expect(await demand()).toMatchObject({ asked: 4, taken: 2, lost: 1 });
  });

  test('is counted in cells of 500 m, busiest first, south and north of the equator', async () => {
    const corner = { lat: -34.9001, lng: -56.2 };
    await addBooking({ at: corner });
    await addBooking({ at: { lat: -34.9002, lng: -56.2001 }, status: 'CANCELLED', tripdate: ago(5) });
    await addBooking({ at: { lat: -34.91, lng: -56.2 } });
    await addBooking({ at: { lat: 0.001, lng: 0.001 } });
    const places = (await demand())?.places ?? [];
    expect(places.map(({ asked, lost }) => [asked, lost])).toEqual([
      [2, 1],
      [1, 0],
      [1, 0],
    ]);
    const [fullest] = places;
    expect(Math.abs((fullest?.lat ?? 0) - corner.lat)).toBeLessThan(0.00226);
    expect(Math.abs((fullest?.lng ?? 0) - corner.lng)).toBeLessThan(0.0028);
    expect(places.at(-1)).toMatchObject({ lat: 0.00225, lng: expect.closeTo(0.00225, 5) });
  });

  test('returns the two hundred busiest places and the total count', async () => {
    for (let at = 0; at < 201; at += 1) await addBooking({ at: { lat: -34 + at / 100, lng: -56 } });
    const demanded = await demand();
    expect(demanded?.asked).toBe(201);
    expect(demanded?.places).toHaveLength(200);
  });
});
