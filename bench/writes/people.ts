// The riders and drivers of the write benchmarks, each with their own session and address.
import type pg from 'pg';
import { insertSessions, insertUsers } from '../dispatch/insert-people.ts';
import { addressOf, type Caller } from '../lib/posts.ts';

const YEAR_MS = 365 * 86_400_000;

async function insertCallers(
  client: pg.Client,
  usertype: 'rider' | 'driver',
  { uids, firstNumber }: { uids: readonly string[]; firstNumber: number },
): Promise<Caller[]> {
  const now = Date.now();
  const users = uids.map((uid, index) => ({ uid, usertype, number: firstNumber + index }));
  await insertUsers(client, users, now);
  const tokens = await insertSessions(client, uids, now);
  return uids.map((uid, index) => ({
    uid,
    token: tokens[index] ?? '',
    address: addressOf(firstNumber + index),
  }));
}

const FIRST_RIDER = 300_000;
const FIRST_DRIVER = 500_000;

/** `firstNumber` is that of the first mobile; riders inserted later need others. */
export const insertRidersWithIds = (
  client: pg.Client,
  uids: readonly string[],
  firstNumber = FIRST_RIDER,
): Promise<Caller[]> => insertCallers(client, 'rider', { uids, firstNumber });

/** On duty and free. */
export async function insertDriversWithIds(
  client: pg.Client,
  uids: readonly string[],
  carType: string,
): Promise<Caller[]> {
  const drivers = await insertCallers(client, 'driver', { uids, firstNumber: FIRST_DRIVER });
  await client.query(
    `insert into drivers (uid, car_type, vehicle_make, vehicle_model, vehicle_number, driver_active_status, documents_valid_until)
     select uid, $2, 'Suzuki', 'Celerio', 'BWR ' || n, true, $3
     from unnest($1::uuid[]) with ordinality as driver (uid, n)`,
    [uids, carType, Date.now() + YEAR_MS],
  );
  return drivers;
}
