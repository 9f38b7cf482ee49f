// Searches texts in every column of every table, of any type, including jobs and events.
import type pg from 'pg';

export interface Found {
  /** "table.column", with the schema where it is not `public`. */
  readonly column: string;
  /** In lower case. */
  readonly text: string;
}

/** Patterns of the proof's personal texts and places: markers, and the coordinates of `exactPlace`. */
export const markerPattern = /xqz[a-z]{3}z/g;

interface Table {
  readonly name: string;
  readonly relation: string;
}

async function tablesOf(asOwner: Pick<pg.Pool, 'query'>): Promise<Table[]> {
  const { rows } = await asOwner.query<Table>(`
    select case nspname when 'public' then relname else nspname || '.' || relname end as name,
           c.oid::regclass::text as relation
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'm', 'p') and nspname not in ('pg_catalog', 'information_schema')
      and nspname not like 'pg_toast%'`);
  return rows;
}

/** Finds the columns with text that matches the pattern; the pattern must be lower case. */
export async function scanDatabase(asOwner: Pick<pg.Pool, 'query'>, pattern: RegExp): Promise<Found[]> {
  const found = new Map<string, Found>();
  for (const { name, relation } of await tablesOf(asOwner)) {
    const { rows } = await asOwner.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${relation} t where lower(t::text) ~ $1`,
      [pattern.source],
    );
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row))
        for (const [text] of JSON.stringify(value ?? '')
          .toLowerCase()
          .matchAll(pattern))
          found.set(`${name}.${column} ${text}`, { column: `${name}.${column}`, text });
  }
  return [...found.values()];
}
