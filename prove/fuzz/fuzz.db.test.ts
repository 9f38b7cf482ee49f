// The fuzzing of routes in small: a few odd calls of each.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
  testDataFolder,
} from '../../apps/server/src/kit/testing/test-database.ts';
import { proveFuzz } from './prove-fuzz.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('no route fails with odd input, and planted faults are found', { timeout: 240_000 }, async () => {
  const subject = { ...database, folder: testDataFolder() };
  const { tried, violations, planted } = await proveFuzz(subject, () => undefined, { calls: 6 });
  expect(violations).toEqual([]);
  expect(planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(tried).toBeGreaterThan(1_000);
});
