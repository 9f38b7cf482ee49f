// The proof of privacy in small: texts entered by a few routes, and the planted faults.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
  testDataFolder,
} from '../../apps/server/src/kit/testing/test-database.ts';
import { fewRoutes, provePrivacy } from './prove-privacy.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('personal data is where it is declared and is gone with the account; planted faults are found', {
  timeout: 120_000,
}, async () => {
  const subject = { ...database, folder: testDataFolder() };
  const { tried, violations, planted } = await provePrivacy(subject, () => undefined, fewRoutes);
  expect(violations).toEqual([]);
  expect(planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(tried).toBeGreaterThan(10);
});
