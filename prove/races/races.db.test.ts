// Short form of the race proof.
import { expect, test } from 'vitest';
import { proveOnTestDatabase } from '../lib/test-database.ts';
import { fewRaces, proveRaces } from './prove-races.ts';

test('one of the drivers who accept at once has the trip, and planted faults are found', async () => {
  const report = await proveOnTestDatabase((database) => proveRaces(database, () => undefined, fewRaces));
  expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(report.planted).toHaveLength(2);
  expect(report.violations).toEqual([]);
  expect(report.tried).toBeGreaterThan(59);
}, 120_000);
