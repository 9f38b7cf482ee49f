// Tests the database checks of the doctor on a correct database and on faulty ones.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { urlOf } from '../../apps/server/src/kit/testing/template.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/server/src/kit/testing/test-database.ts';
import { examineDatabase } from './examine-database.ts';
import type { Finding } from './finding.ts';

let database: TestDatabase;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.asOwner.query<{ name: string }>('select current_database() as name');
  url = urlOf(inject('kerbDatabaseUrl'), rows[0]?.name ?? '');
});
afterAll(() => database.close());

const config = { mode: 'demo' as const, databasePool: 20, walArchive: undefined };

async function levels(changes: Partial<Parameters<typeof examineDatabase>[0]> = {}) {
  const findings = await examineDatabase({ ...config, ...changes }, url);
  return new Map(findings.map(({ name, level }: Finding) => [name, level]));
}

test('a new database has no problems, except the durability settings of tests and missing admins', async () => {
  const found = await levels();
  const notOk = [...found].filter(([, level]) => level !== 'ok');
  expect(Object.fromEntries(notOk)).toEqual({ durability: 'problem', admins: 'warning' });
  expect([...found.keys()]).toEqual(
    expect.arrayContaining(['database', 'migrations', 'events', 'ledger guard']),
  );
});

test('reports delayed events and jobs, failed jobs, and too few connections', async () => {
  const owner = database.asOwner;
  await owner.query(
    "insert into outbox_events (name, topics, data, created_at) values ('test', '{}', '{}', now() - interval '2 minutes')",
  );
  await owner.query(`select graphile_worker.add_job('late', run_at := now() - interval '1 hour');
    select graphile_worker.add_job('failed', max_attempts := 1)`);
  await owner.query(`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`);
  const found = await levels({ databasePool: 590 });
  expect(found.get('events')).toBe('problem');
  expect(found.get('jobs that are late')).toBe('warning');
  expect(found.get('jobs that failed')).toBe('warning');
  expect(found.get('connections')).toBe('warning');
});

test('reports a production database that was seeded as a demonstration', async () => {
  await database.asOwner.query("insert into seed_marks (name, at) values ('demonstration-1', 1)");
  expect((await levels()).has('demonstration')).toBe(false);
  expect((await levels({ mode: 'production' })).get('demonstration')).toBe('problem');
});

test('reports a database with missing migrations, and examines it no further', async () => {
  await database.asOwner.query(
    'delete from kerb_migration where name = (select max(name) from kerb_migration)',
  );
  const found = await levels();
  expect(found.get('migrations')).toBe('problem');
  expect(found.has('events')).toBe(false);
});
