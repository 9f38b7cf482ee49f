// Short form of the isolation proof: concurrent calls on wallets, promos and bookings, a history, and planted faults.
import { expect, test } from 'vitest';
import { proveOnTestDatabase } from '../lib/test-database.ts';
import { proveIsolation, shortRun } from './prove-isolation.ts';

test('concurrent calls are serialisable, and planted faults are found', async () => {
  const report = await proveOnTestDatabase((database) => proveIsolation(database, () => undefined, shortRun));
  expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(report.planted).toHaveLength(5);
  expect(report.violations).toEqual([]);
  expect(report.more).toMatchObject({ undecided: 0 });
  expect(report.tried).toBeGreaterThan(200);
});
