// Users whose calls are essential: drivers on trips, riders who pay, and new users who sign in.
import type pg from 'pg';
import { z } from 'zod';
import {
  type AccessEnvironment,
  createAccessEnvironment,
} from '../../apps/server/src/testing/access-environment.ts';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import { codeFor, newMobile, place } from '../idempotency/people.ts';
import { insertBooking } from '../lib/insert-booking.ts';
import type { Answered, Calls } from './calls.ts';

export const kinds = ['trip step', 'position', 'payment', 'sign-in'] as const;
export type Kind = (typeof kinds)[number];

const steps = ['arrive', 'start', 'reach', 'collect'] as const;
const location = { lat: place.lat, lng: place.lng };
const sent = z.object({ verificationId: z.string() });
const form = z.record(z.string(), z.unknown());

interface Driver {
  readonly caller: Caller;
  trip: string;
  nextStep: number;
}

export interface People {
  readonly environment: AccessEnvironment;
  readonly admin: Caller;
  /** Makes the next call of the kind, as one of the users in turn. */
  act(kind: Kind, calls: Calls): Promise<Answered>;
}

/** Sends the form of a top-up and its checkout at the provider. */
async function pay(calls: Calls, rider: Caller): Promise<Answered> {
  const opened = await calls.send({
    method: 'POST',
    path: '/api/v1/me/wallet/topups',
    headers: rider.headers,
    body: { amount: 5 },
  });
  if (opened.status !== 201) return opened;
  const fields = Object.entries(form.parse(JSON.parse(opened.text)));
  const checkout = await calls.send({
    method: 'POST',
    path: '/api/v1/payments/test/checkout',
    headers: rider.headers,
    body: new URLSearchParams(
      Object.fromEntries(fields.map(([name, value]) => [name, String(value)])),
    ).toString(),
  });
  const ms = opened.ms + checkout.ms;
  // A rejected form redirects the browser back to the app.
  const status = checkout.status >= 300 && checkout.status < 400 ? 0 : checkout.status;
  return { ...checkout, status, ms };
}

/** Reading the code is not timed, because a user reads it on their phone. */
async function signIn(calls: Calls, pool: pg.Pool): Promise<Answered> {
  const mobile = newMobile();
  const asked = await calls.send({
    method: 'POST',
    path: '/api/v1/auth/otp',
    headers: {},
    body: { mobile },
  });
  const { data } = sent.safeParse(asked.status < 300 && asked.text ? JSON.parse(asked.text) : {});
  if (data === undefined) return asked;
  const otp = await codeFor({ pool }, mobile);
  const entered = await calls.send({
    method: 'POST',
    path: '/api/v1/auth/session',
    headers: {},
    body: { verificationId: data.verificationId, otp },
  });
  return { ...entered, ms: asked.ms + entered.ms };
}

/** One for each database. */
export const createEnvironment = (pool: pg.Pool): Promise<AccessEnvironment> =>
  createAccessEnvironment(pool, () => Promise.reject(new Error('The people of this proof need no call')));

export async function createPeople(
  { pool, environment }: { pool: pg.Pool; environment: AccessEnvironment },
  counts: { drivers: number },
): Promise<People> {
  const admin = await environment.person('admin');
  const rider = await environment.person('rider');
  const drivers: Driver[] = [];
  for (let nth = 0; nth < counts.drivers; nth += 1) {
    const caller = await environment.person('driver');
    await pool.query('update drivers set driver_active_status = true where uid = $1', [caller.uid]);
    drivers.push({ caller, trip: '', nextStep: 0 });
  }
  /** Drivers without a running call. */
  const free = [...drivers];
  let reports = 0;

  async function takeStep(driver: Driver, calls: Calls): Promise<Answered> {
    if (driver.trip === '')
      driver.trip = await insertBooking(pool, {
        status: 'ACCEPTED',
        carType: environment.carType,
        customer: rider.uid,
        driver: driver.caller.uid,
      });
    const step = steps[driver.nextStep] ?? 'collect';
    const answer = await calls.send({
      method: 'POST',
      path: `/api/v1/bookings/${driver.trip}/${step}`,
      headers: driver.caller.headers,
      body: step === 'collect' ? {} : { location },
    });
    if (answer.status !== 200) return answer;
    driver.nextStep = (driver.nextStep + 1) % steps.length;
    if (driver.nextStep === 0) driver.trip = '';
    return answer;
  }

  async function act(kind: Kind, calls: Calls): Promise<Answered> {
    switch (kind) {
      case 'trip step': {
        const driver = free.shift();
        if (driver === undefined)
          return { status: 0, ms: 0, hasRetryAfter: false, text: 'Every driver waits' };
        const answer = await takeStep(driver, calls);
        free.push(driver);
        return answer;
      }
      case 'position': {
        reports += 1;
        const { caller } = drivers[reports % drivers.length] ?? { caller: admin };
        return calls.send({
          method: 'POST',
          path: '/api/v1/me/location',
          headers: caller.headers,
          body: { ...location, at: Date.now() },
        });
      }
      case 'payment':
        return pay(calls, rider);
      case 'sign-in':
        return signIn(calls, pool);
    }
  }

  return { environment, admin, act };
}
