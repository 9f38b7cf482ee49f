// Tests that the hourly clean-up removes any number of old rows in short statements.
import { afterAll, beforeEach, expect, it } from 'vitest';
import { outboxRepository } from './outbox/outbox.repository.ts';
import { createRemoveOldRows } from './remove-old-rows.ts';
import { createTestDatabase } from './testing/test-database.ts';

const BATCH = 7;
const database = await createTestDatabase();
const outbox = outboxRepository(database.queries);
const run = (statement: string) => database.asOwner.query(statement);
afterAll(() => database.close());

const reported: unknown[] = [];
const removeOldRows = createRemoveOldRows({
  queries: database.queries,
  logger: { info: (removed: unknown) => void reported.push(removed) },
  subscribers: ['only'],
  batch: BATCH,
});
const count = async (table: string): Promise<number> =>
  (await run(`select count(*)::int as rows from ${table}`)).rows[0].rows;

/** 50 events and 30 keys that have expired, and 5 of each that have not. The subscriber has handled all events. */
beforeEach(async () => {
  reported.splice(0);
  await run('truncate outbox_events, outbox_cursors, idempotency_keys');
  await run('update outbox_heads set position = 55, removed_through = 0');
  await run(`insert into outbox_cursors (subscriber, position) values ('only', 55)`);
  await run(`
    insert into outbox_events (position, name, topics, data, created_at)
    select n, 'test.happened', '{}', '{}',
      -- The oldest events have the highest positions.
      now() - case when n <= 50 then interval '40 days' + n * interval '1 minute' else interval '1 day' end
    from generate_series(1, 55) as n`);
  await run(`
    insert into idempotency_keys (key_hash, request_hash, locked_until, created_at)
    select decode(lpad(to_hex(n), 8, '0'), 'hex'), '', now(),
      now() - case when n <= 30 then interval '2 days' else interval '1 hour' end
    from generate_series(1, 35) as n`);
  await run(`
    create or replace function reject_large_delete() returns trigger language plpgsql as $$
    begin
      if (select count(*) from removed) > ${BATCH} then raise exception 'too many rows at once'; end if;
      return null;
    end $$`);
  for (const table of ['outbox_events', 'idempotency_keys'])
    await run(`
      create or replace trigger reject_large_delete after delete on ${table}
      referencing old table as removed for each statement execute function reject_large_delete()`);
});

it('removes all expired rows, a few in each statement', async () => {
  await removeOldRows();
  expect([await count('outbox_events'), await count('idempotency_keys')]).toEqual([5, 5]);
  expect(await outbox.removedThrough()).toBe(50);
  expect(reported).toEqual([{ events: 50, answers: 30 }]);
});

it('removes no event that a subscriber has yet to handle', async () => {
  await run('update outbox_cursors set position = 20');
  await removeOldRows();
  expect([await count('outbox_events'), await outbox.removedThrough()]).toEqual([35, 20]);
});

it('removes expired keys when events cannot be removed, and fails', async () => {
  await run(`
    create or replace function reject_delete() returns trigger language plpgsql as $$
    begin raise exception 'no'; end $$`);
  await run('create trigger reject_delete before delete on outbox_events execute function reject_delete()');
  await expect(removeOldRows()).rejects.toThrow('Some old rows could not be removed');
  await run('drop trigger reject_delete on outbox_events');
  expect([await count('outbox_events'), await count('idempotency_keys')]).toEqual([55, 5]);
  expect(reported).toEqual([{ answers: 30 }]);
});
