// Simulated riders and drivers: bookings now and for later, trips, payments by cash and wallet, withdrawals.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { z } from 'zod';
import type { AccessEnvironment } from '../../../apps/server/src/testing/access-environment.ts';
import type { Caller } from '../../../apps/server/src/testing/send-to.ts';
import type { Clients } from './clients.ts';

const pickup = { lat: -34.9058, lng: -56.1913, add: 'Plaza Independencia 1' };
const drop = { ...pickup, lat: -34.91 };
const HOUR_MS = 3_600_000;
/** Time after which a rider cancels, in ms; longer than an interrupted call may hold its key. */
const PATIENCE_MS = 240_000;
const POLL_INTERVAL_MS = 150;
const SHARE_LATER = 0.15;
const SHARE_CANCELLED = 0.15;
const SHARE_BY_WALLET = 0.4;
const SHARE_TOPPED_UP = 0.1;
const SHARE_WITHDRAWN = 0.3;

export interface Traffic {
  readonly clients: Clients;
  readonly pool: pg.Pool;
  readonly environment: AccessEnvironment;
  /** Returns a random number between 0 and 1. */
  readonly random: () => number;
  isOver(): boolean;
}

const booked = z.looseObject({ booking_id: z.string() });
const tasks = z.object({ items: z.array(z.looseObject({ booking: z.string() })) });
const seen = z.looseObject({ status: z.string() });
const over = ['PAID', 'COMPLETE', 'CANCELLED'];

const isDone = (status: number): boolean => status >= 200 && status < 300;

async function statusOf({ clients }: Traffic, id: string, by: Caller): Promise<string> {
  const { status, text } = await clients.read('getBooking', { params: { id } }, by);
  return isDone(status) ? seen.parse(JSON.parse(text)).status : '';
}

/** Retries the work until the database responds. */
async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await work().then(
      (value) => ({ value }),
      () => null,
    );
    if (done !== null) return done.value;
    await pause(POLL_INTERVAL_MS);
  }
}

/** Inserts an estimate, because no city is imported. `departsAt`: ms since the epoch; null for now. */
async function addQuote(
  { environment, pool }: Traffic,
  rider: Caller,
  departsAt: number | null,
): Promise<string> {
  const quote = (await environment.own('quote', rider)) ?? '';
  await pool.query('update quotes set drop_point = $2, departs_at = $3 where id = $1', [
    quote,
    JSON.stringify(drop),
    departsAt,
  ]);
  return quote;
}

/** The booking of an estimate; null for an estimate that was not booked. */
async function findBooked({ pool }: Traffic, estimate: string): Promise<string | null> {
  const { rows } = await withDatabase(() =>
    pool.query<{ id: string }>('select id from bookings where quote = $1', [estimate]),
  );
  return rows[0]?.id ?? null;
}

/** Null when the booking was rejected. */
async function bookRide(
  traffic: Traffic,
  rider: Caller,
  { later, mode }: { later: boolean; mode: string },
): Promise<string | null> {
  const { clients, environment } = traffic;
  const tripdate = later ? Date.now() + HOUR_MS : null;
  const estimate = await withDatabase(() => addQuote(traffic, rider, tripdate));
  const body = {
    pickup,
    drop,
    carType: environment.carType,
    estimate,
    paymentPacket: { payment_mode: mode },
    ...(tripdate === null ? {} : { bookLater: true, tripdate }),
  };
  const made = await clients.act('createBooking', { body }, rider);
  if (isDone(made.status)) return booked.parse(JSON.parse(made.text)).booking_id;
  // A conflict means that the call took effect and its response was lost.
  return made.code === 'conflict' ? await findBooked(traffic, estimate) : null;
}

/** Moves a booking for later to the present. */
async function moveToPresent({ pool }: Traffic, id: string): Promise<void> {
  const now = Date.now();
  await withDatabase(() =>
    pool.query('update bookings set tripdate = $2, dispatch_at = $3 where id = $1', [id, now + 60_000, now]),
  );
}

/** Waits for the end of the booking and pays what is owed; cancels the booking after a while. */
async function finishRide(traffic: Traffic, rider: Caller, id: string): Promise<void> {
  const { clients } = traffic;
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const status = await statusOf(traffic, id, rider);
    if (over.includes(status)) return;
    if (status === 'PENDING')
      await clients.act('payBooking', { params: { id }, body: { payment_mode: 'wallet' } }, rider);
    if (status === 'NEW' && traffic.isOver()) break;
    await pause(POLL_INTERVAL_MS);
  }
  await clients.act('cancelBooking', { params: { id }, body: { reason: 'Proof' } }, rider);
}

/** In cents; a different amount each time, so that each can be found in the ledger. */
let nextAmount = 500_000;

export async function topUp({ clients }: Traffic, rider: Caller, admin: Caller): Promise<void> {
  nextAmount += 1;
  const body = { amount: nextAmount / 100, source: 'cash', reason: 'Proof' };
  await clients.act('addToWallet', { params: { id: rider.uid }, body }, admin);
}

export async function runRider(traffic: Traffic, rider: Caller, admin: Caller): Promise<void> {
  const { clients, random } = traffic;
  while (!traffic.isOver()) {
    const later = random() < SHARE_LATER;
    const mode = random() < SHARE_BY_WALLET ? 'wallet' : 'cash';
    const id = await bookRide(traffic, rider, { later, mode });
    if (id === null) {
      await pause(POLL_INTERVAL_MS);
      continue;
    }
    if (later) await moveToPresent(traffic, id);
    if (random() < SHARE_CANCELLED) {
      await pause(random() * 1_500);
      await clients.act('cancelBooking', { params: { id }, body: { reason: 'Proof' } }, rider);
    }
    await finishRide(traffic, rider, id);
    if (random() < SHARE_TOPPED_UP) await topUp(traffic, rider, admin);
  }
}

async function drive(traffic: Traffic, driver: Caller, id: string): Promise<void> {
  const { clients, random } = traffic;
  const location = { lat: pickup.lat, lng: pickup.lng };
  for (const step of ['arriveBooking', 'startBooking', 'reachBooking'] as const) {
    await pause(random() * 200);
    await clients.act(step, { params: { id }, body: { location } }, driver);
  }
  const status = await statusOf(traffic, id, driver);
  if (status === 'REACHED' || status === 'PENDING')
    await clients.act('collectBooking', { params: { id }, body: {} }, driver);
}

async function withdraw({ clients }: Traffic, driver: Caller): Promise<void> {
  const body = { amount: 1, bankName: 'Proof', bankCode: '1', bankAccount: '1' };
  await clients.act('requestWithdraw', { body }, driver);
}

export async function runDriver(traffic: Traffic, driver: Caller, isOver: () => boolean): Promise<void> {
  const { clients, random } = traffic;
  while (!isOver()) {
    const at = { lat: pickup.lat, lng: pickup.lng, at: Date.now() };
    await clients.send('postLocation', { body: at }, driver);
    const listed = await clients.read('listTasks', {}, driver);
    const [task] = isDone(listed.status) ? tasks.parse(JSON.parse(listed.text)).items : [];
    if (task === undefined) {
      await pause(POLL_INTERVAL_MS);
      continue;
    }
    const { booking: id } = task;
    const location = { lat: pickup.lat, lng: pickup.lng };
    const accepted = await clients.act('acceptBooking', { params: { id }, body: { location } }, driver);
    // A conflict means that the call took effect and its response was lost.
    if (!isDone(accepted.status) && accepted.code !== 'conflict') continue;
    await drive(traffic, driver, id);
    if (random() < SHARE_WITHDRAWN) await withdraw(traffic, driver);
  }
}
