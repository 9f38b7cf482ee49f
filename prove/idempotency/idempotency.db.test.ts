// A repeated call with its key has one effect and one answer: one route of each kind, and a killed server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
  testDataFolder,
} from '../../apps/server/src/kit/testing/test-database.ts';
import type { ProofReport } from '../lib/proof.ts';
import { cases, checkLists } from './cases.ts';
import { fewTries, proveIdempotency } from './prove-idempotency.ts';

let database: TestDatabase;
let report: ProofReport;
beforeAll(async () => {
  database = await createTestDatabase();
  report = await proveIdempotency({ ...database, folder: testDataFolder() }, () => undefined, fewTries);
}, 300_000);
afterAll(() => database.close());

describe('idempotency keys', () => {
  test('every changing route has a case, or a reason to take no key', () => {
    expect(checkLists(cases)).toEqual([]);
  });

  test('faults planted on purpose are found', () => {
    expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
    expect(report.planted.length).toBeGreaterThan(6);
  });

  test('a repeated call has one effect and one answer', () => {
    expect(report.violations).toEqual([]);
    expect(report.tried).toBeGreaterThan(100);
  });
});
