// Short form of the order proof.
import { expect, test } from 'vitest';
import { proveOnTestDatabase } from '../lib/test-database.ts';
import { fewOrders, proveOrders } from './prove-orders.ts';

test('actions at once end as one after the other, and planted faults are found', async () => {
  const report = await proveOnTestDatabase((database) => proveOrders(database, () => undefined, fewOrders));
  expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(report.planted).toHaveLength(3);
  expect(report.violations).toEqual([]);
  expect(report.tried).toBeGreaterThan(30);
}, 120_000);
