// Short form of the proof of sign-in codes: each attack by a few callers, and the planted faults that a few calls
// reveal.
import { expect, test } from 'vitest';
import { proveOnTestDatabase } from '../lib/test-database.ts';
import { fewTries, proveCodes } from './prove-codes.ts';

test('a flood of codes is limited and locks out no known device; planted faults are found', {
  timeout: 120_000,
}, async () => {
  const { violations, planted } = await proveOnTestDatabase((database) =>
    proveCodes(database, () => undefined, fewTries),
  );
  expect(violations).toEqual([]);
  expect(planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(planted).toHaveLength(2);
});
