// Tests how a backup identifies its installation.
import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { urlOf } from '../../apps/server/src/kit/testing/template.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/server/src/kit/testing/test-database.ts';
import { sourceOf } from './make-backup.ts';

let database: TestDatabase;
let url: string;
let name: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.asOwner.query<{ name: string }>('select current_database() as name');
  name = rows[0]?.name ?? '';
  url = urlOf(inject('kerbDatabaseUrl'), name);
});
afterAll(() => database.close());

test('an external database is identified by its cluster and name, on every machine and in every container', async () => {
  const source = await sourceOf({ databaseUrl: url, dataFolder: '/data' }, url);
  expect(source).toMatch(/^\d{10,}\/./);
  expect(source.endsWith(`/${name}`)).toBe(true);
  expect(await sourceOf({ databaseUrl: url, dataFolder: '/elsewhere' }, url)).toBe(source);
});

test('the embedded database is identified by its machine and data folder', async () => {
  expect(await sourceOf({ databaseUrl: undefined, dataFolder: '/data' }, url)).toBe(`${hostname()}:/data`);
});
