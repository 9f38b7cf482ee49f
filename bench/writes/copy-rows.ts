// Copies a row that the server has written, with some columns replaced in each copy.
import type pg from 'pg';

/** Replaced columns of a copy, as JSON. */
export type Changes = Readonly<Record<string, string | number | boolean | null>>;

/** Inserts one copy for each of `copies`. */
export async function copyRow(
  client: pg.Client,
  table: 'quotes' | 'bookings',
  { id, copies }: { id: string; copies: readonly Changes[] },
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const columns = rows.map(({ name }) => name).join(', ');
  await client.query(
    `insert into ${table} (${columns})
     select ${rows.map(({ name }) => `copy.${name}`).join(', ')}
     from ${table} original, jsonb_array_elements($2::jsonb) as change,
       jsonb_populate_record(original, change) as copy
     where original.id = $1`,
    [id, JSON.stringify(copies)],
  );
}
