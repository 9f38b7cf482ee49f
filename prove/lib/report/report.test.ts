// Tests of the report of proofs: its rows, its violations, and that it was generated from the recorded runs.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatReport } from './format-report.ts';
import { type RecordedRun, withRun } from './recorded-run.ts';
import { experimentNames, readRuns, reportFile } from './store-run.ts';

const run: RecordedRun = {
  name: 'ledger',
  about: 'Payments keep the ledger right',
  options: '--calls 10',
  isShort: false,
  at: '2026-01-02T03:04:05.000Z',
  commit: 'abc',
  machine: '2 × test',
  loadBefore: 0.25,
  seconds: 90,
  tried: 12_345,
  violations: [],
  planted: [{ fault: 'a missing entry', caught: true }],
};

describe('a report', () => {
  test('has a row for each run with its planted faults', () => {
    const page = formatReport([run], ['ledger']);
    expect(page).toContain('| ledger | long | 12,345 | 0 | 1 of 1 | 2 min | 2026-01-02 | abc |');
    expect(page).toContain('`npm run prove -- ledger --calls 10`, 2026-01-02 03:04 UTC');
    expect(page).toContain('- caught: a missing entry');
    expect(page).toContain('In all: 0 violations; 1 of 1 planted faults caught (goal 95 %: reached).');
  });

  test('shows found and missed faults', () => {
    const page = formatReport(
      [{ ...run, violations: ['a cent | lost'], planted: [{ fault: 'a missing entry', caught: false }] }],
      ['ledger'],
    );
    expect(page).toContain('- a cent | lost');
    expect(page).toContain('- **missed**: a missing entry');
    expect(page).toContain('In all: 1 violations; 0 of 1 planted faults caught (goal 95 %: missed).');
  });

  test('names the experiments without a run', () => {
    const sentence = 'Experiments without such a run yet: `fuzz`, `suite`.';
    expect(formatReport([run], ['fuzz', 'ledger', 'suite'])).toContain(sentence);
    expect(formatReport([run], ['ledger'])).not.toContain('without such a run');
  });

  test('contains only the newest run of each proof, sorted by name', () => {
    const other = { ...run, name: 'authz' };
    const newer = { ...run, tried: 1 };
    expect(withRun([run, other], newer)).toEqual([other, newer]);
  });

  test('equals the stored runs, without manual edits', () => {
    expect(readFileSync(reportFile, 'utf8')).toBe(formatReport(readRuns(), experimentNames()));
  });
});
