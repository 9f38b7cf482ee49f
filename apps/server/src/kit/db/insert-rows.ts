// Inserts many rows in one statement, as JSON: the number of parameters of a statement limits a list of values.
import { sql } from 'kysely';
import type { Tx } from './tables.ts';

/** The rows have the same properties, and each is a column of the table; null becomes NULL in JSON columns too. */
export async function insertRows(tx: Tx, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
  `.execute(tx);
}
