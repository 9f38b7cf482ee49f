// Tests that a booking changes only as specified: some statuses with every action, and the planted faults.
import { beforeAll, describe, expect, test } from 'vitest';
import type { ProofReport } from '../lib/proof.ts';
import { proveOnTestDatabase } from '../lib/test-database.ts';
import { fewTries, proveStates } from './prove-states.ts';

let report: ProofReport;
beforeAll(async () => {
  report = await proveOnTestDatabase((database) => proveStates(database, () => undefined, fewTries));
}, 300_000);

describe('the states of a booking', () => {
  test('planted faults are found', () => {
    expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
    expect(report.planted.length).toBeGreaterThan(6);
  });

  test('change only as specified, by the specified actors, and a rejected change writes nothing', () => {
    expect(report.violations).toEqual([]);
    expect(report.tried).toBeGreaterThan(300);
  });
});
