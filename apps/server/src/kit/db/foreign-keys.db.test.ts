// Tests that every foreign key has an index beginning with its columns: without one, deleting a referenced row scans
// the whole table.
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const withoutIndex = `
  select c.conrelid::regclass::text || '.' || c.conname as key from pg_constraint c
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
    select from pg_index i
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where i.indrelid = c.conrelid and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
      -- An index of the rows that have a value finds all that point to a row.
      and (i.indpred is null
        or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
  order by 1`;

it('every foreign key has an index', async () => {
  await database.asOwner.query('create table public.forgotten (uid uuid references users (uid))');
  const seen = await database.pool.query<{ key: string }>(withoutIndex);
  expect(seen.rows).toEqual([{ key: 'forgotten.forgotten_uid_fkey' }]);
});
