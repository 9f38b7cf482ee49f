// Fills the server's database with copies of the demonstration's past bookings, each with its own reference, names,
// addresses and day, so that words are as frequent as in a city.
import type pg from 'pg';

/** Bookings inserted by one statement. */
const STEP = 50_000;

/** Past bookings that have ended: only these may be copied without violating a constraint. */
const ENDED = "status in ('COMPLETE', 'PAID', 'CANCELLED')";

/** Columns with times in ms since the epoch; a copy has the same differences to its `tripdate` as its template. */
const TIMES = [
  'booking_date',
  'dispatch_at',
  'driver_accept_time',
  'driver_arrive_time',
  'trip_start_time',
  'trip_end_time',
  'paid_at',
  'cancelled_at',
  'completed_at',
  'otp_checked_at',
  'rider_rated_at',
  'pickup_promised_at',
  'pickup_expected_at',
  'set_out_at',
  'given_back_at',
  'tipped_at',
];

/** Columns that are copied unchanged. */
async function copiedColumns(client: pg.Client, own: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name
     from information_schema.columns
     where table_schema = current_schema() and table_name = 'bookings' and is_generated = 'NEVER'
       and column_name <> all ($1::text[])`,
    [own],
  );
  return rows.map(({ name }) => name);
}

/** A number in base 32 with the characters of references. */
const referenceOf = (number: string): string =>
  `'C' || ${[16, 12, 8, 4, 0]
    .map(
      (shift) => `substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + ((${number} >> ${shift}) & 31)::integer, 1)`,
    )
    .join(' || ')}`;

/**
 * Drops the indexes that no constraint needs, because building them at the end is much faster. Returns their
 * definitions.
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select quote_ident(indexname) as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and tablename = 'bookings'
       and not exists (select 1 from pg_constraint where conname = indexname)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/**
 * Inserts this number of bookings of the last `days` days, newest last, each with the times of its trip. Names and
 * plates come from other past bookings, house numbers are new. Fails unless the server has inserted a past.
 */
export async function insertBookings(
  client: pg.Client,
  { count, days, log }: { count: number; days: number; log: (line: string) => void },
): Promise<void> {
  const own = [
    'id',
    'reference',
    'quote',
    'customer_name',
    'driver_name',
    'vehicle_number',
    'pickup',
    'drop_point',
  ];
  const others = await copiedColumns(client, [...own, ...TIMES, 'tripdate', 'payment']);
  await client.query(
    `create temporary table templates as
       select row_number() over (order by id) - 1 as place, * from bookings where ${ENDED}`,
  );
  await client.query('create unique index on templates (place)');
  const { rows } = await client.query<{ templates: number }>(
    'select count(*)::integer as templates from templates',
  );
  const templates = rows[0]?.templates ?? 0;
  if (templates === 0) throw new Error('The demonstration has no past bookings to copy');
  await client.query('set synchronous_commit = off');
  await client.query("set maintenance_work_mem = '512MB'");
  const indexes = await dropIndexes(client);
  for (let from = 0; from < count; from += STEP) {
    await client.query(
      `insert into bookings (${own.join(', ')}, tripdate, ${TIMES.join(', ')}, ${others.join(', ')})
       select (lpad(to_hex(made_at), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
         ${referenceOf('(n * 12345677)')}, gen_random_uuid(), named.customer_name,
         case when t.driver is null then null else driven.driver_name end,
         case when t.driver is null then null else 'S' || substr('ABCDEFGH', 1 + (n % 8)::integer, 1) || 'T ' || lpad((n * 7919 % 10000)::text, 4, '0') end,
         jsonb_set(t.pickup, '{add}', to_jsonb((1 + n % 4000)::text || ' ' || (named.pickup ->> 'add'))),
         jsonb_set(t.drop_point, '{add}', to_jsonb((1 + n % 3700)::text || ' ' || (driven.drop_point ->> 'add'))),
         made_at, ${TIMES.map((name) => `t.${name} - t.tripdate + made_at`).join(', ')}, ${others.map((name) => `t.${name}`).join(', ')}
       from (select n, $3::bigint + n * $4::bigint / $5::bigint as made_at from generate_series($1::bigint, $2::bigint - 1) n) as numbers
       join templates t on t.place = n % $6
       join templates named on named.place = n * 31 % $6
       join templates driven on driven.place = n * 17 % $6
       on conflict (reference) do nothing`,
      [
        from,
        Math.min(count, from + STEP),
        Date.now() - days * 86_400_000,
        days * 86_400_000,
        count,
        templates,
      ],
    );
    log(`${Math.min(count, from + STEP)} of ${count} bookings inserted`);
  }
  for (const definition of indexes) await client.query(definition);
  log(`${indexes.length} indexes built`);
  await client.query('vacuum analyze bookings');
}
