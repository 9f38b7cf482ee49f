// Inserts many rows in one statement, passed as JSON because the number of parameters of a statement is limited.
import { sql } from 'kysely';
import type { Tx } from './tables.ts';

/**
 * All rows have the same properties, each of which is a column of the table. null becomes SQL NULL, also in JSON
 * columns.
 */
export async function insertRows(tx: Tx, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
  `.execute(tx);
}
