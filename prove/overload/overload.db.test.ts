// Short form of the overload proof: the load is simulated, so that no result depends on the speed of the machine.
import { expect, test } from 'vitest';
import { APP_ROLE } from '../../apps/server/src/kit/db/app-role.ts';
import { proveOnTestDatabase } from '../lib/test-database.ts';
import { createEnvironment } from './people.ts';
import { faults } from './planted.ts';
import { proveSimulated } from './prove-overload.ts';

test('an overloaded server rejects lists before trips, and no client occupies its connections', {
  timeout: 180_000,
}, async () => {
  const report = await proveOnTestDatabase(async ({ connectionString, folder, pool }) => {
    const environment = await createEnvironment(pool);
    return proveSimulated({ connectionString, folder, pool, environment, role: APP_ROLE }, () => undefined);
  });
  expect(report.violations).toEqual([]);
  expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(report.planted).toHaveLength(faults.size);
  expect(report.tried).toBeGreaterThan(600);
});
