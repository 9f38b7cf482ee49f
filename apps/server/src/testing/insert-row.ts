// Inserts a row into any table, for tests and experiments.
import type pg from 'pg';

export type Row = Readonly<Record<string, unknown>>;

/** Objects are stored as JSON. */
export async function insertRow(pool: Pick<pg.Pool, 'query'>, table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const parameters = names.map((_, index) => `$${index + 1}`);
  await pool.query(
    `insert into ${table} (${names.join(', ')}) values (${parameters.join(', ')})`,
    Object.values(row),
  );
}
