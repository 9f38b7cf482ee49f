// The proof of sign-in codes in small: a flood from a few networks, guesses, and two of the planted faults.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
  testDataFolder,
} from '../../apps/server/src/kit/testing/test-database.ts';
import { codeFaults } from './planted.ts';
import { proveCodes, tinyAttack } from './prove-codes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a flood of codes is bounded and locks out no known device; planted faults are found', {
  timeout: 120_000,
}, async () => {
  const subject = { ...database, folder: testDataFolder() };
  const faults = codeFaults.filter(({ fault }) => /^(guesses|codes to a number)/.test(fault));
  const { violations, planted } = await proveCodes(subject, () => undefined, tinyAttack, faults);
  expect(planted).toHaveLength(2);
  expect(violations).toEqual([]);
  expect(planted.filter(({ caught }) => !caught)).toEqual([]);
});
