// Finds the users that an entered text is about, and ends their trips and accounts.
import type pg from 'pg';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import type { CaseContext } from '../idempotency/prepared-call.ts';
import { moveBooking } from '../lib/insert-booking.ts';
import type { EnteredText } from './enter-texts.ts';

type Pool = Pick<pg.Pool, 'query'>;

/**
 * The caller, the user created with the text or named in the address, and both sides of the booking, payment or alert
 * named in it.
 */
export async function peopleOf(pool: Pool, { caller, params, text }: EnteredText): Promise<string[]> {
  const { rows } = await pool.query<{ uid: string | null }>(
    `select uid from users where uid::text = $1
     union select unnest(array[customer, driver]) from bookings where id::text = $1
     union select uid from users where position($2 in users::text) > 0
     union select uid from payments where id::text = $1
     union select uid from withdraws where id::text = $1
     union select unnest(array[customer, bookings.driver, caller, safety_alerts.driver])
       from bookings join safety_alerts on booking = bookings.id
       where safety_alerts.id::text = $1`,
    [params.id ?? '', text],
  );
  const uids = rows.flatMap(({ uid }) => (uid === null ? [] : [uid]));
  return [...new Set([...uids, ...(caller.uid === '' ? [] : [caller.uid])])];
}

/** Ends every trip and decides everything that is open, so that accounts can be deleted. */
async function settle(pool: Pool, uids: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ id: string; driver: string | null }>(
    `select id, driver from bookings
     where (customer = any($1) or driver = any($1)) and status not in ('COMPLETE', 'CANCELLED')`,
    [uids],
  );
  for (const { id, driver } of rows) {
    if (driver !== null) await moveBooking(pool, id, { status: 'COMPLETE', driver, more: { follows: null } });
    else
      await pool.query(
        "update bookings set status = 'CANCELLED', cancelled_by = 'admin', reason = '' where id = $1",
        [id],
      );
  }
  await pool.query("update bookings set fare_review = 'waived' where fare_review = 'open'");
  await pool.query(
    `update withdraws set processed = true, proces_date = date,
       decided_by = (select uid from users where usertype = 'admin' limit 1)
     where not processed and returned_at is null`,
  );
}

/** Deletes these accounts as an admin; returns a sentence for each that could not be deleted. */
export async function deletePeople(
  { pool, send }: CaseContext,
  admin: Caller,
  uids: readonly string[],
): Promise<string[]> {
  await settle(pool, uids);
  const failed: string[] = [];
  for (const id of uids) {
    const { status, code } = await send('deleteUser', { params: { id } }, admin);
    if (status >= 400 && code !== 'not_found')
      failed.push(`An account could not be deleted: ${status} ${code}`);
  }
  return failed;
}
