// Compares a column with one or several values: `where('id', '=', anyOf('uuid', ids))`.
import { type RawBuilder, sql } from 'kysely';

/**
 * The value itself when there is one, because PostgreSQL plans `= any(…)` again at each execution, which takes longer
 * than reading a row by its key.
 */
export function anyOf<Value>(type: 'uuid' | 'bytea', values: readonly Value[]): RawBuilder<Value> {
  const sqlType = sql.raw(type);
  if (values.length === 1) return sql<Value>`${values[0]}::${sqlType}`;
  return sql<Value>`any(${[...values]}::${sqlType}[])`;
}
