// Test environment of what-if: a day of bookings, drivers found on duty by offer rounds, and replays that the test
// controls.
import { randomBytes, randomUUID } from 'node:crypto';
import { bookingReference, MS_PER_MINUTE } from '@kerb/domain/kernel';
import type pg from 'pg';
import type { ReplayJob, ReplayOutcome } from '../replay-job.ts';
import type { Replay, StartReplay } from '../start-replay.ts';

type Pool = Pick<pg.Pool, 'query'>;

export interface Asked {
  at: number;
  carType: string;
  status?: 'NEW' | 'CANCELLED' | 'PAYMENT_PENDING' | 'PAID';
  paymentMode?: 'cash' | 'card';
  driver?: string;
  /** Minutes from the request until the driver arrived. */
  waited?: number;
  later?: boolean;
  pickup?: { lat: number; lng: number };
}

/** Returns the ids of the bookings, in their order. */
export async function addBookings(pool: Pool, asked: readonly Asked[]): Promise<string[]> {
  const rows = asked.map(({ at, carType, status = 'NEW', paymentMode = 'cash', waited = 5, ...more }) => {
    const driver = status === 'PAID' ? (more.driver ?? randomUUID()) : null;
    const pickup = more.pickup ?? { lat: -34.90581, lng: -56.19132 };
    const arrived = driver === null ? null : at + waited * MS_PER_MINUTE;
    return {
      id: randomUUID(),
      reference: bookingReference(randomBytes(6)),
      status,
      other: randomUUID(),
      at,
      later: more.later ?? false,
      dispatch_at: more.later ? at - 30 * MS_PER_MINUTE : at,
      car_type: carType,
      payment_mode: paymentMode,
      pickup: JSON.stringify({ ...pickup, add: 'Plaza Independencia 1' }),
      driver,
      accepted: driver === null ? null : at + MS_PER_MINUTE,
      arrived,
      ended: arrived === null ? null : arrived + 20 * MS_PER_MINUTE,
      cancelled_by: status === 'CANCELLED' ? 'rider' : null,
      reason: status === 'CANCELLED' ? 'Waited too long' : null,
      paid: status === 'PAID' ? 1000 : 0,
    };
  });
  await pool.query(
    `insert into bookings (id, reference, status, appcat, quote, booking_type_admin, book_later, tripdate,
       booking_date, dispatch_at, car_type, car_type_name, car_image, customer, customer_name, customer_contact,
       customer_email, customer_rating, pickup, drop_point, waypoints, polyline, pricing, estimate,
       estimate_distance_km, estimate_time_secs, trip_cost, convenience_fees, driver_share, breakdown,
       payment_mode, payable_amount, customer_paid, driver, driver_name, driver_accept_time, driver_arrive_time,
       trip_start_time, trip_end_time, paid_at, cancelled_by, reason)
     select r.id, r.reference, r.status, 'taxi', r.other, false, r.later, r.at, r.at, r.dispatch_at, r.car_type,
       'Economy', '', r.other, 'Ana', '+1', 'a@example.com', '', r.pickup::jsonb,
       '{"lat":-34.92147,"lng":-56.15088,"add":"Rambla"}', '[]', '', '{"decimals":2}', 1000, 4, 600, 1000, 100, 900,
       '{}', r.payment_mode, 1000, r.paid, r.driver, case when r.driver is not null then 'Sergio' end, r.accepted,
       r.arrived, r.arrived, r.ended, r.ended, r.cancelled_by, r.reason
     from jsonb_to_recordset($1::jsonb) as r (id uuid, reference text, status text, other uuid, at bigint,
       later boolean, dispatch_at bigint, car_type uuid, payment_mode text, pickup text, driver uuid,
       accepted bigint, arrived bigint, ended bigint, cancelled_by text, reason text, paid bigint)`,
    [JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}

export interface Found {
  driver: string;
  /** Null: the driver was eligible. */
  gate: string | null;
}

/** Adds an offer round of the booking that found these drivers. */
export async function addRound(
  pool: Pool,
  booking: string,
  at: number,
  found: readonly Found[],
): Promise<void> {
  const round = randomUUID();
  await pool.query(
    `insert into dispatch_rounds (id, booking, number, at, policy, asked, ends_at)
     values ($1, $2, (select count(*) + 1 from dispatch_rounds where booking = $2), $3::bigint, 'nearest', 0, $3::bigint)`,
    [round, booking, at],
  );
  for (const { driver, gate } of found)
    await pool.query(
      `insert into dispatch_candidates (round, driver, distance_km, gate, asked) values ($1, $2, 1, $3, false)`,
      [round, driver, gate],
    );
}

/** Adds a driver with a car type; a driver without one counts for the car type of the booking. */
export async function addDriver(pool: Pool, carType: string): Promise<string> {
  const uid = randomUUID();
  const mark = randomBytes(5).toString('hex');
  await pool.query(
    `insert into car_types (id, name, created_at, rate_per_unit_distance, rate_per_hour, min_fare)
     values ($1, $2, 1, 30, 600, 100) on conflict do nothing`,
    [carType, mark],
  );
  await pool.query(
    `insert into users (uid, usertype, first_name, last_name, email, referral_id, created_at, updated_at)
     values ($1, 'driver', 'Sergio', 'Prueba', $2, $3, 1, 1)`,
    [uid, `${mark}@kerb.example`, mark],
  );
  await pool.query('insert into drivers (uid, car_type) values ($1, $2)', [uid, carType]);
  return uid;
}

export const emptyOutcome: ReplayOutcome = {
  travel_times: 'straight_lines',
  drivers: { baseline: { most: 3, hours: 12 }, alternative: { most: 3, hours: 12 } },
  figures: [],
  hours: [{ hour: 10, requests: 30, baseline_secs: 300, alternative_secs: 200 }],
};

/** Fake replays that run until the test ends them. */
export function createHeldReplays() {
  const started: {
    job: ReplayJob;
    onRun: (runsDone: number) => void;
    finish: (outcome: ReplayOutcome) => void;
    fail: (reason: string) => void;
    isStopped: boolean;
  }[] = [];
  const startReplay: StartReplay = (job, onRun): Replay => {
    let finish: (outcome: ReplayOutcome) => void = () => undefined;
    let fail: (reason: string) => void = () => undefined;
    const outcome = new Promise<ReplayOutcome>((resolve, reject) => {
      finish = resolve;
      fail = (reason) => reject(new Error(reason));
    });
    const held = { job, onRun, finish, fail, isStopped: false };
    started.push(held);
    return {
      outcome,
      stop() {
        held.isStopped = true;
        held.fail('stopped');
      },
    };
  };
  return {
    startReplay,
    started,
    last() {
      const last = started.at(-1);
      if (!last) throw new Error('No replay was started');
      return last;
    },
  };
}
