// Short form of the privacy proof: texts entered through a few routes, and the planted faults.
import { expect, test } from 'vitest';
import { proveOnTestDatabase } from '../lib/test-database.ts';
import { fewRoutes, provePrivacy } from './prove-privacy.ts';

test('personal data is only in declared columns and erased with the account; planted faults are found', {
  timeout: 120_000,
}, async () => {
  const { tried, violations, planted } = await proveOnTestDatabase((database) =>
    provePrivacy(database, () => undefined, fewRoutes),
  );
  expect(violations).toEqual([]);
  expect(planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(tried).toBeGreaterThan(10);
});
