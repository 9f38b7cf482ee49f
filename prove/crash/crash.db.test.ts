// Short form of the crash proof: the last statements of accepting a booking.
import { expect, test } from 'vitest';
import { proveOnTestDatabase } from '../lib/test-database.ts';
import { proveCrash } from './prove-crash.ts';

test('an interrupted call takes effect completely or not at all', { timeout: 120_000 }, async () => {
  const report = await proveOnTestDatabase((database) =>
    proveCrash(database, () => undefined, { isShort: true }),
  );
  expect(report.violations).toEqual([]);
  expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(report.planted).toHaveLength(2);
  expect(report.tried).toBe(8);
});
