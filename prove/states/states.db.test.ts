// A booking changes only as the specification says: some statuses with every action, and the planted faults.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
  testDataFolder,
} from '../../apps/server/src/kit/testing/test-database.ts';
import type { ProofReport } from '../lib/proof.ts';
import { fewTries, proveStates } from './prove-states.ts';

let database: TestDatabase;
let report: ProofReport;
beforeAll(async () => {
  database = await createTestDatabase();
  report = await proveStates({ ...database, folder: testDataFolder() }, () => undefined, fewTries);
}, 300_000);
afterAll(() => database.close());

describe('the states of a booking', () => {
  test('faults planted on purpose are found', () => {
    expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
    expect(report.planted.length).toBeGreaterThan(6);
  });

  test('lead only where the specification says, for those it names, and a refusal writes nothing', () => {
    expect(report.violations).toEqual([]);
    expect(report.tried).toBeGreaterThan(300);
  });
});
