// Short form of the fuzzing: a few calls of each route, frames, files and texts.
import { expect, test } from 'vitest';
import { proveOnTestDatabase } from '../lib/test-database.ts';
import { fewCases, proveFuzz } from './prove-fuzz.ts';

test('odd input causes no failure, and planted faults are found', { timeout: 240_000 }, async () => {
  const { tried, violations, planted } = await proveOnTestDatabase((database) =>
    proveFuzz(database, () => undefined, fewCases),
  );
  expect(violations).toEqual([]);
  expect(planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(tried).toBeGreaterThan(1_000);
});
