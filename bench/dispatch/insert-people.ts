// Inserts the benchmark's drivers, on duty and eligible, and its riders with sessions into the server's database.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Random } from '@kerb/testing';
import type pg from 'pg';
import { placeInCity } from './trips.ts';

const DAY_MS = 86_400_000;
/** Positions are valid for ten minutes, but the benchmark with its restart and preparations may take longer. */
const POSITIONS_AHEAD_MS = 30 * 60_000;

export interface NewUser {
  uid: string;
  usertype: 'rider' | 'driver';
  /** Makes mobiles, addresses and referral codes unique. */
  number: number;
}

export async function insertUsers(client: pg.Client, users: readonly NewUser[], now: number): Promise<void> {
  await client.query(
    `insert into users (uid, usertype, first_name, last_name, email, email_verified, mobile, referral_id, created_at, updated_at)
     select uid, usertype, 'Bench', usertype || number, 'bench' || number || '@kerb.example', true,
       '+598' || (95000000 + number), 'bench' || number, $4, $4
     from unnest($1::uuid[], $2::text[], $3::int[]) as person (uid, usertype, number)`,
    [
      users.map(({ uid }) => uid),
      users.map(({ usertype }) => usertype),
      users.map(({ number }) => number),
      now,
    ],
  );
}

/** Returns a session token for each user. */
export async function insertSessions(
  client: pg.Client,
  uids: readonly string[],
  now: number,
): Promise<string[]> {
  const tokens = uids.map(() => randomBytes(32).toString('base64url'));
  await client.query(
    `insert into sessions (id, token_hash, uid, created_at, last_seen_at, expires_at)
     select gen_random_uuid(), token_hash, uid, $3, $3, $4
     from unnest($1::bytea[], $2::uuid[]) as session (token_hash, uid)`,
    [tokens.map((token) => createHash('sha256').update(token).digest()), uids, now, now + DAY_MS],
  );
  return tokens;
}

/** The drivers only count after a restart, because the server restores the positions when it starts. */
export async function insertDrivers(
  client: pg.Client,
  { count, carType, random }: { count: number; carType: string; random: Random },
): Promise<void> {
  const now = Date.now();
  const uids = Array.from({ length: count }, () => randomUUID());
  await insertUsers(
    client,
    uids.map((uid, index) => ({ uid, usertype: 'driver', number: 100_000 + index })),
    now,
  );
  await client.query(
    `insert into drivers (uid, car_type, vehicle_make, vehicle_model, vehicle_number, driver_active_status, documents_valid_until)
     select uid, $2, 'Suzuki', 'Celerio', 'BEN ' || n, true, $3
     from unnest($1::uuid[]) with ordinality as driver (uid, n)`,
    [uids, carType, now + 365 * DAY_MS],
  );
  const places = uids.map(() => placeInCity(random));
  await client.query(
    `insert into driver_positions (uid, lat, lng, at, seen_at)
     select uid, lat, lng, $4, $4 from unnest($1::uuid[], $2::float8[], $3::float8[]) as driver (uid, lat, lng)`,
    [uids, places.map(({ lat }) => lat), places.map(({ lng }) => lng), now + POSITIONS_AHEAD_MS],
  );
}

/** Returns a session token for each rider. */
export async function insertRiders(client: pg.Client, count: number): Promise<string[]> {
  const now = Date.now();
  const uids = Array.from({ length: count }, () => randomUUID());
  await insertUsers(
    client,
    uids.map((uid, index) => ({ uid, usertype: 'rider', number: 200_000 + index })),
    now,
  );
  return insertSessions(client, uids, now);
}

/** A session token of the demonstration's admin. */
export async function insertAdminSession(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ uid: string }>(
    "select uid from users where usertype = 'admin' limit 1",
  );
  const tokens = await insertSessions(
    client,
    rows.map(({ uid }) => uid),
    Date.now(),
  );
  const [token] = tokens;
  if (token === undefined) throw new Error('The demonstration has no admin');
  return token;
}
