// Simulates riders who book, pay, send messages and edit their profiles, and drivers who compete for bookings, all
// through the proxy.
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Calls, Person } from './clients.ts';
import type { Place } from './positions.ts';
import type { Watcher } from './watchers.ts';

const POLL_INTERVAL_MS = 700;
/** Time after which a rider cancels the booking, ms. */
const PATIENCE_MS = 180_000;
const SHARE_CANCELLED = 0.15;
const SHARE_BY_WALLET = 0.3;
/** Probability of a message, each time a rider polls a booking that is under way. */
const SHARE_WRITING = 0.4;
const SHARE_EDITING = 0.3;
const SHARE_TOPPED_UP = 0.1;
const CREDIT_INTERVAL_MS = 500;
/** A prime, so that riders of all the crowd's processes get credits. */
const CREDIT_STEP = 997;
/** Maximum number of bookings to which a watcher subscribes; the server allows 100 topics for a socket. */
const MAX_TOPICS = 90;

export const pickup = { lat: -34.9, lng: -56.2, add: 'The Street 1' };
const drop = { lat: -34.9, lng: -56.1982, add: 'The Street 2' };
/** Place at which the cars wait and around which they drive. */
export const waitingPlace: Place = { lat: pickup.lat, lng: pickup.lng };

export interface Traffic {
  readonly calls: Calls;
  readonly carType: string;
  readonly admin: Person;
  isOver(): boolean;
}

const booked = z.looseObject({ booking_id: z.string() });
const estimated = z.looseObject({ id: z.string() });
const tasks = z.looseObject({ items: z.array(z.looseObject({ booking: z.string() })) });
const seen = z.looseObject({ status: z.string() });
const over = ['PAID', 'COMPLETE', 'CANCELLED'];
const underWay = ['ACCEPTED', 'ARRIVED', 'STARTED'];

async function statusOf({ calls }: Traffic, by: Person, id: string): Promise<string> {
  const { answer } = await calls.read(by, 'getBooking', { params: { id } });
  return answer === null ? '' : seen.parse(answer).status;
}

/** Books a ride and returns its id; null when the estimate or the booking was rejected. */
async function book({ calls, carType }: Traffic, rider: Person): Promise<string | null> {
  const journey = { pickup, drop, carType };
  const estimate = await calls.read(rider, 'createEstimate', { body: journey });
  if (estimate.answer === null) return null;
  const payment_mode = Math.random() < SHARE_BY_WALLET ? 'wallet' : 'cash';
  const body = {
    ...journey,
    estimate: estimated.parse(estimate.answer).id,
    paymentPacket: { payment_mode },
  };
  const { answer } = await calls.act(rider, 'createBooking', { body });
  return answer === null ? null : booked.parse(answer).booking_id;
}

let messages = 0;

async function write({ calls }: Traffic, by: Person, id: string): Promise<void> {
  messages += 1;
  await calls.act(by, 'sendMessage', { params: { id }, body: { message: `Message ${messages}` } });
}

let edits = 0;

async function edit({ calls }: Traffic, rider: Person): Promise<void> {
  edits += 1;
  await calls.act(rider, 'updateProfile', { body: { firstName: `Ana ${edits}` } });
}

/** Polls the booking until it ends, sends messages and edits, pays when due, and cancels it at the deadline. */
async function follow(traffic: Traffic, rider: Person, id: string): Promise<void> {
  const { calls } = traffic;
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const status = await statusOf(traffic, rider, id);
    if (over.includes(status)) return;
    if (underWay.includes(status) && Math.random() < SHARE_WRITING) await write(traffic, rider, id);
    if (Math.random() < SHARE_EDITING) await edit(traffic, rider);
    if (status === 'PENDING')
      await calls.act(rider, 'payBooking', { params: { id }, body: { payment_mode: 'wallet' } });
    if (status === 'NEW' && traffic.isOver()) break;
    await pause(POLL_INTERVAL_MS);
  }
  await calls.act(rider, 'cancelBooking', { params: { id }, body: { reason: 'Proof' } });
}

/** Amount of the last credit in cents; each credit has a different amount, so that it can be found in the ledger. */
let nextAmount = 500_000;

export async function topUp({ calls, admin }: Traffic, rider: Person): Promise<void> {
  nextAmount += 1;
  const body = { amount: nextAmount / 100, source: 'cash', reason: 'Proof' };
  await calls.act(admin, 'addToWallet', { params: { id: rider.uid }, body });
}

/** Credits a wallet of these riders every half second, one after the other, until the traffic is over. */
export async function creditRiders(traffic: Traffic, riders: readonly Person[]): Promise<void> {
  for (let turn = 0; riders.length > 0 && !traffic.isOver(); turn += 1) {
    const rider = riders[(turn * CREDIT_STEP) % riders.length];
    if (rider !== undefined) await topUp(traffic, rider);
    await pause(CREDIT_INTERVAL_MS);
  }
}

/** Calls of a rider before a ride: a profile edit, sometimes a credit, and several reads. */
async function makeOtherCalls(traffic: Traffic, rider: Person): Promise<void> {
  const { calls } = traffic;
  await edit(traffic, rider);
  if (Math.random() < SHARE_TOPPED_UP) await topUp(traffic, rider);
  await calls.read(rider, 'getMe');
  await calls.read(rider, 'listBookings');
  await calls.read(rider, 'getWallet');
}

/** Books rides one after the other until the traffic is over; `nextRider` returns the rider of the next one. */
export async function bookRides(traffic: Traffic, nextRider: () => Watcher): Promise<void> {
  const ridden = new WeakMap<Watcher, number>();
  while (!traffic.isOver()) {
    const watcher = nextRider();
    const { person: rider } = watcher;
    await makeOtherCalls(traffic, rider);
    const id = await book(traffic, rider);
    if (id === null) {
      await pause(POLL_INTERVAL_MS);
      continue;
    }
    const rides = (ridden.get(watcher) ?? 0) + 1;
    ridden.set(watcher, rides);
    if (rides < MAX_TOPICS) watcher.watch(`booking:${id}`, `booking:${id}`);
    if (Math.random() < SHARE_CANCELLED) {
      await pause(Math.random() * 1_500);
      await traffic.calls.act(rider, 'cancelBooking', { params: { id }, body: { reason: 'Proof' } });
    }
    await follow(traffic, rider, id);
  }
}

async function drive(traffic: Traffic, driver: Person, id: string): Promise<void> {
  const { calls } = traffic;
  for (const step of ['arriveBooking', 'startBooking', 'reachBooking'] as const) {
    await pause(Math.random() * POLL_INTERVAL_MS);
    if (step === 'startBooking' && Math.random() < SHARE_WRITING) await write(traffic, driver, id);
    await calls.act(driver, step, { params: { id }, body: { location: waitingPlace } });
  }
  const status = await statusOf(traffic, driver, id);
  if (status === 'REACHED' || status === 'PENDING')
    await calls.act(driver, 'collectBooking', { params: { id }, body: {} });
}

/** Accepts the first offer, for which other drivers may compete, and completes the trip, until `isOver`. */
export async function takeRides(traffic: Traffic, driver: Person, isOver: () => boolean): Promise<void> {
  const { calls } = traffic;
  while (!isOver()) {
    const { answer } = await calls.read(driver, 'listTasks');
    const [task] = answer === null ? [] : tasks.parse(answer).items;
    if (task === undefined) {
      await pause(POLL_INTERVAL_MS);
      continue;
    }
    const { booking: id } = task;
    const { answer: accepted, code } = await calls.act(driver, 'acceptBooking', {
      params: { id },
      body: { location: waitingPlace },
    });
    // A conflict means that an earlier attempt succeeded and that its response was lost.
    if (accepted !== null || code === 'conflict') await drive(traffic, driver, id);
  }
}
