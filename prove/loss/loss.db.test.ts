// Short form of the loss proof, without cases that wait for long timeouts.
import { expect, test } from 'vitest';
import { proveOnTestDatabase } from '../lib/test-database.ts';
import { proveLoss } from './prove-loss.ts';

test('a loss of a service, of files or of the database is reported in time, without loss of acknowledged data', {
  timeout: 120_000,
}, async () => {
  const report = await proveOnTestDatabase((database) =>
    proveLoss(database, () => undefined, { isShort: true }),
  );
  expect(report.violations).toEqual([]);
  expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(report.planted).toHaveLength(9);
  expect(report.tried).toBe(11);
});
