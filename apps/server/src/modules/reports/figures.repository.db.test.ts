// Tests of the cost of the figures of a day: no bookings of other days are read, but those of the day before for areas.
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { figuresRepository } from './figures.repository.ts';
import { at, createFiguresEnvironment } from './testing/figures-environment.ts';

const environment = await createFiguresEnvironment();
afterAll(() => environment.database.close());
beforeEach(() => environment.reset());
const { addBooking } = environment;

test('a day is read without rows of other days', async () => {
  const wanted = at('2026-05-10T11:00:00Z');
  const booking = await addBooking({ wanted, arrivedAt: wanted + MS_PER_MINUTE });
  const { asOwner } = environment.database;
  const { rows: columns } = await asOwner.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'bookings' and is_generated = 'NEVER'`,
  );
  const names = columns[0]?.names ?? '';
  await asOwner.query(
    `insert into bookings (${names}) select ${names} from (
       select one.* from bookings b, generate_series(1, 3000) n, jsonb_populate_record(b, jsonb_build_object(
         'id', gen_random_uuid(), 'quote', gen_random_uuid(), 'driver', gen_random_uuid(),
         'reference', 'Z' || lpad(translate(n::text, '01', 'AB'), 5, 'C'),
         'tripdate', b.tripdate - n * 7200000::bigint,
         'driver_accept_time', b.driver_accept_time - n * 7200000::bigint)) one where b.id = $1) copies`,
    [booking],
  );
  await asOwner.query('vacuum analyze bookings');
  const span = { starts: at('2026-05-10T03:00:00Z'), ends: at('2026-05-11T03:00:00Z') };
  const dayBefore = { starts: at('2026-05-09T03:00:00Z'), ends: span.starts };
  const grouping = { by: 'hour', timezone: 'America/Montevideo', areas: [] } as const;
  const read = await environment.withTx(async (tx) => {
    const repository = figuresRepository(tx);
    /** Rows of the table that this connection has read, possibly including those of earlier tests. */
    const rowsRead = async (): Promise<number> => {
      const { rows } = await sql<{ read: number }>`
        select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as read from pg_stat_xact_user_tables
        where relname = 'bookings'`.execute(tx.withTables<Record<never, never>>());
      return rows[0]?.read ?? 0;
    };
    const rowsReadBy = async (query: () => Promise<unknown>): Promise<number> => {
      const before = await rowsRead();
      await query();
      return (await rowsRead()) - before;
    };
    return {
      bookings: await rowsReadBy(() => repository.bookings({ of: 'all' }, span, grouping)),
      offers: await rowsReadBy(() => repository.offers({ of: 'all' }, span, grouping)),
      cells: await rowsReadBy(() => repository.cells({ of: 'all' }, span, dayBefore)),
      reasons: await rowsReadBy(() => repository.reasons({ of: 'all' }, span)),
    };
  });
  // Five of the 3,001 bookings are on the day, and twelve on the day before.
  const { cells, ...ofDay } = read;
  for (const [query, rows] of Object.entries(ofDay)) expect(rows, query).toBeLessThanOrEqual(10);
  expect(cells).toBeLessThanOrEqual(34);
});
