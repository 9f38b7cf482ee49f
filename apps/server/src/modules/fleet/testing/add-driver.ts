// Inserts a driver who is off duty, for fleet tests that need no other module.
import { randomInt, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Actor } from '../../../kit/index.ts';

export async function addDriver(pool: Pool): Promise<Actor> {
  const uid = randomUUID();
  await pool.query(
    `insert into users (uid, usertype, first_name, last_name, mobile, referral_id, login_type, created_at, updated_at)
     values ($1, 'driver', 'Ana', 'Paz', $2, $3, 'mobile', 1, 1)`,
    [uid, `+598${randomInt(1e9, 1e10)}`, uid.slice(0, 12)],
  );
  await pool.query('insert into drivers (uid) values ($1)', [uid]);
  return { uid, usertype: 'driver', sessionId: 's' };
}
