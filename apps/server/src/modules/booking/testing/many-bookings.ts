// Copies a customer's booking many times, for tests of long lists.
import type { Pool } from 'pg';

/** Each copy has its own id, reference and quote; all other fields are equal. */
export async function copyBookings(pool: Pool, customer: string, copies: number): Promise<void> {
  const { rows } = await pool.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'bookings' and is_generated = 'NEVER'`,
  );
  const names = rows[0]?.names ?? '';
  await pool.query(
    // In the select list the record would be computed again for each of its columns.
    `insert into bookings (${names}) select ${names} from (
       select one.* from bookings b, (select count(*) as stored from bookings) as before, generate_series(1, $2::int) n,
         jsonb_populate_record(b, jsonb_build_object(
           'id', gen_random_uuid(), 'quote', gen_random_uuid(),
           'reference', 'Z' || lpad(translate((stored + n)::text, '01', 'AB'), 5, 'C'))) one
       where b.customer = $1) as copy`,
    [customer, copies],
  );
}
