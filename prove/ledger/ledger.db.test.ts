// Short form of the ledger proof: a few thousand movements, and settlements interrupted at every statement.

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { urlOf } from '../../apps/server/src/kit/testing/template.ts';
import { createTestDatabase } from '../../apps/server/src/kit/testing/test-database.ts';
import type { LedgerDatabase, LedgerDatabases } from './ledger-database.ts';
import { plantFaults } from './planted-faults.ts';
import { countStatements, cutConnection, killProcess, proveCuts } from './prove-cuts.ts';
import { proveLoad } from './prove-ledger.ts';

const silent = () => undefined;

async function open(): Promise<LedgerDatabase> {
  const database = await createTestDatabase();
  const { rows } = await database.asOwner.query<{ name: string }>('select current_database() as name');
  return { ...database, url: urlOf(inject('kerbDatabaseUrl'), rows[0]?.name ?? '') };
}
const databases: LedgerDatabases = { open, close: async () => undefined };

let database: LedgerDatabase;
let all = 0;
beforeAll(async () => {
  database = await open();
  all = await countStatements(database);
});
afterAll(() => database.close());

test('3,000 random postings from many connections leave no unexplained difference', {
  timeout: 240_000,
}, async () => {
  const report = await proveLoad({ databases, operations: 3_000, seed: 20_260_302, log: silent });
  expect(report.violations).toEqual([]);
  expect(report.tried).toBeGreaterThanOrEqual(3_000);
});

test('every planted fault is rejected or found', { timeout: 240_000 }, async () => {
  const planted = await plantFaults(databases);
  expect(planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(planted).toHaveLength(14);
});

test('a settlement whose connection is cut after any statement is committed completely or not at all', async () => {
  expect(all).toBeGreaterThan(10);
  const statements = Array.from({ length: all }, (_, index) => index + 1);
  expect(await proveCuts(database, { how: 'cut', cut: cutConnection, statements, all })).toEqual([]);
});

test('a settlement whose process is killed is committed completely or not at all', {
  timeout: 120_000,
}, async () => {
  const statements = [Math.ceil(all / 2), all - 1, all];
  expect(await proveCuts(database, { how: 'kill', cut: killProcess, statements, all })).toEqual([]);
});
