// Tests that a repeated call with its key has one effect and one response, for one route of each kind and with a killed
// server.
import { beforeAll, describe, expect, test } from 'vitest';
import type { ProofReport } from '../lib/proof.ts';
import { proveOnTestDatabase } from '../lib/test-database.ts';
import { cases, checkLists } from './cases.ts';
import { fewTries, proveIdempotency } from './prove-idempotency.ts';

let report: ProofReport;
beforeAll(async () => {
  report = await proveOnTestDatabase((database) => proveIdempotency(database, () => undefined, fewTries));
}, 300_000);

describe('idempotency keys', () => {
  test('every changing route has a case, or a reason to accept no key', () => {
    expect(checkLists(cases)).toEqual([]);
  });

  test('planted faults are found', () => {
    expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
    expect(report.planted.length).toBeGreaterThan(6);
  });

  test('a repeated call has one effect and one answer', () => {
    expect(report.violations).toEqual([]);
    expect(report.tried).toBeGreaterThan(100);
  });
});
