// Makes the routing engine unavailable: estimates must return an error, bookings with an estimate must continue, and
// estimates must resume afterwards.
import { z } from 'zod';
import type { Answer, Caller } from '../../apps/server/src/testing/send-to.ts';
import { becomesTrueWithin, timed } from '../lib/wait-for.ts';
import { describeAnswer } from './book.ts';
import type { ProviderFailure } from './provider-failures.ts';
import type { LossTools } from './tools.ts';

/** The engine has ten seconds; an estimate may call it twice. */
const ANSWER_WITHIN_MS = 22_000;
const BOOKED_WITHIN_MS = 3_000;
/** A step may measure its driven route by the engine. */
const STEP_WITHIN_MS = 12_000;
const OFFERED_WITHIN_MS = 20_000;
const RECOVERED_WITHIN_MS = 15_000;

const pickup = { lat: -34.9058, lng: -56.1913, add: 'Plaza Independencia 1' };
const estimated = z.looseObject({ id: z.string() });
const booked = z.looseObject({ booking_id: z.string() });
const steps = ['arriveBooking', 'startBooking', 'reachBooking', 'collectBooking'] as const;

let nth = 0;
/** A different drop-off each time, because routes are cached. */
function nextDrop() {
  nth += 1;
  return { lat: -34.905 + nth * 0.0004, lng: -56.17 + (nth % 7) * 0.001, add: `Drop ${nth}` };
}

const estimateFor = (
  { environment, send }: LossTools,
  rider: Caller,
  drop: ReturnType<typeof nextDrop>,
): Promise<Answer> => send('createEstimate', { body: { pickup, drop, carType: environment.carType } }, rider);

const idOf = ({ text }: Answer): string => estimated.parse(JSON.parse(text)).id;

/** Adds a driver on duty beside the pickup. */
async function addDriver({ environment, database, send }: LossTools): Promise<Caller> {
  const driver = await environment.person('driver');
  await database.pool.query('update drivers set driver_active_status = true where uid = $1', [driver.uid]);
  const body = { lat: pickup.lat, lng: pickup.lng, at: Date.now() };
  const answer = await send('postLocation', { body }, driver);
  if (answer.status >= 300) throw new Error(`A position is answered ${describeAnswer(answer)}`);
  return driver;
}

/** Drives the whole trip; returns the first step that fails or takes too long. */
async function drive(tools: LossTools, driver: Caller, id: string): Promise<string | null> {
  const { database, send } = tools;
  const isOffered = await becomesTrueWithin(OFFERED_WITHIN_MS, async () => {
    const { rowCount } = await database.pool.query(
      'select 1 from booking_requests where booking = $1 and driver = $2',
      [id, driver.uid],
    );
    return rowCount === 1;
  });
  if (!isOffered) return 'the booking is not offered to the driver beside the pickup';
  const location = { lat: pickup.lat, lng: pickup.lng };
  for (const step of ['acceptBooking', ...steps] as const) {
    const body = step === 'collectBooking' ? {} : { location };
    const { answer, ms } = await timed(send(step, { params: { id }, body }, driver));
    if (answer.status >= 300) return `${step} is answered ${describeAnswer(answer)}`;
    if (ms > STEP_WITHIN_MS) return `${step} is answered after ${ms} ms`;
  }
  return null;
}

const documented = ['google_places_error', 'overloaded'];

/** Returns one sentence for each violation. */
export async function tryRouting(failure: ProviderFailure, tools: LossTools): Promise<string[]> {
  const { environment, send, routing } = tools;
  if (routing === null) throw new Error('There is no routing engine');
  const violations: string[] = [];
  const add = (text: string) => violations.push(`The routing engine ${failure}: ${text}`);
  const rider = await environment.person('rider');
  const driver = await addDriver(tools);
  const drop = nextDrop();
  const before = await estimateFor(tools, rider, drop);
  if (before.status >= 300) return [`An estimate is answered ${describeAnswer(before)} before the loss`];
  routing.fail(failure);
  const estimating = timed(estimateFor(tools, rider, nextDrop()));
  const body = {
    pickup,
    drop,
    carType: environment.carType,
    estimate: idOf(before),
    paymentPacket: { payment_mode: 'cash' },
  };
  const made = await timed(send('createBooking', { body }, rider));
  if (made.answer.status >= 300) add(`a booking with an estimate is answered ${describeAnswer(made.answer)}`);
  else {
    if (made.ms > BOOKED_WITHIN_MS) add(`a booking with an estimate takes ${made.ms} ms`);
    const stuck = await drive(tools, driver, booked.parse(JSON.parse(made.answer.text)).booking_id);
    if (stuck !== null) add(stuck);
  }
  const estimate = await estimating;
  if (!documented.includes(estimate.answer.code))
    add(`an estimate is answered ${describeAnswer(estimate.answer)}`);
  if (estimate.ms > ANSWER_WITHIN_MS) add(`an estimate is answered after ${estimate.ms} ms`);
  routing.fail(null);
  const isBack = await becomesTrueWithin(
    RECOVERED_WITHIN_MS,
    async () => (await estimateFor(tools, rider, nextDrop())).status < 300,
  );
  if (!isBack) add('no estimate is made afterwards');
  await tools.database.pool.query('update drivers set driver_active_status = false where uid = $1', [
    driver.uid,
  ]);
  return violations;
}
