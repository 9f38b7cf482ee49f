// The proof of losses in small: without what takes many seconds to be given up.
import { expect, test } from 'vitest';
import { createTestDatabase, testDataFolder } from '../../apps/server/src/kit/testing/test-database.ts';
import { proveLoss } from './prove-loss.ts';

test('a loss of texts or of the database is reported in time, and nothing acknowledged is lost', {
  timeout: 120_000,
}, async () => {
  const database = await createTestDatabase();
  const report = await proveLoss({ ...database, folder: testDataFolder() }, () => undefined, {
    isShort: true,
  });
  await database.close();
  expect(report.violations).toEqual([]);
  expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(report.planted).toHaveLength(5);
  expect(report.tried).toBe(6);
});
