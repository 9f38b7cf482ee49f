// The fuzzing of routes in small: a few odd calls of each.
import { expect, test } from 'vitest';
import { proveOnTestDatabase } from '../lib/test-database.ts';
import { proveFuzz } from './prove-fuzz.ts';

test('no route fails with odd input, and planted faults are found', { timeout: 240_000 }, async () => {
  const { tried, violations, planted } = await proveOnTestDatabase((database) =>
    proveFuzz(database, () => undefined, { calls: 6 }),
  );
  expect(violations).toEqual([]);
  expect(planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(tried).toBeGreaterThan(1_000);
});
