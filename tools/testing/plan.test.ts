// Tests how the test runner selects stages, counts tests and lists slow files.
import { describe, expect, it } from 'vitest';
import {
  countTests,
  failedFiles,
  groupStages,
  listFailures,
  mergeSecondAttempt,
  parseArguments,
  slowestFiles,
} from './plan.mjs';

const known = [
  'types',
  'lint',
  'boundaries',
  'unused',
  'rules',
  'unit',
  'web',
  'database',
  'e2e',
  'boot',
  'journeys',
  'guard',
];

describe('the arguments of npm test', () => {
  it('choose every stage when they are empty, and run no test twice', () => {
    const all = ['types', 'lint', 'boundaries', 'unused', 'unit', 'web', 'database', 'e2e'];
    expect(parseArguments([], known)).toEqual({ stages: all, onlyChanged: false, filters: [] });
  });

  it('choose the performance guard in continuous integration only', () => {
    expect(parseArguments([], known, { isCI: true })).toMatchObject({
      stages: ['types', 'lint', 'boundaries', 'unused', 'unit', 'web', 'database', 'e2e', 'guard'],
    });
  });

  it('choose one stage and its files', () => {
    expect(parseArguments(['database', 'wallet', 'payments'], known)).toEqual({
      stages: ['database'],
      onlyChanged: false,
      filters: ['wallet', 'payments'],
    });
  });

  it('choose the checks and the unit tests with quick', () => {
    expect(parseArguments(['quick'], known)).toEqual({
      stages: ['types', 'lint', 'boundaries', 'unused', 'unit'],
      onlyChanged: false,
      filters: [],
    });
  });

  it('choose the checks, the source rules and the tests of changed files with changed', () => {
    expect(parseArguments(['changed'], known)).toEqual({
      stages: ['types', 'lint', 'boundaries', 'unused', 'rules', 'unit', 'web', 'database'],
      onlyChanged: true,
      filters: [],
    });
  });

  it('report a stage that does not exist, and list those that do', () => {
    expect(parseArguments(['units'], known)).toEqual({
      problem: `There is no stage "units": choose quick, changed, ${known.join(', ')}`,
    });
  });
});

describe('the groups of stages', () => {
  it('run adjacent checks in parallel and every group of tests alone', () => {
    const types = { name: 'types', isCheck: true };
    const lint = { name: 'lint', isCheck: true };
    const unit = { name: 'unit', isCheck: false };
    const database = { name: 'database', isCheck: false };
    expect(groupStages([types, lint, unit, database])).toEqual([[types, lint], [unit], [database]]);
    expect(groupStages([unit, types])).toEqual([[unit], [types]]);
    expect(groupStages([])).toEqual([]);
  });
});

describe('the counts of a report', () => {
  const file = (status: string, statuses: string[], message?: string) => ({
    name: '/repository/a.test.ts',
    status,
    ...(message === undefined ? {} : { message }),
    assertionResults: statuses.map((each, index) => ({ status: each, fullName: `does ${index}` })),
  });

  it('include each passed, failed and skipped test', () => {
    const report = { testResults: [file('failed', ['passed', 'failed', 'skipped'])] };
    expect(countTests(report, '/repository')).toEqual({
      passed: 1,
      failed: 2,
      failures: ['a.test.ts › does 1', 'a.test.ts › does 2 (skipped)'],
      reasons: {},
    });
  });

  it('include a file that could not be loaded, or whose hook failed, as one failure', () => {
    const report = {
      testResults: [
        file('failed', [], 'Cannot find module\n  at …'),
        file('failed', []),
        file('failed', ['passed'], 'afterAll failed'),
      ],
    };
    expect(countTests(report, '/repository')).toEqual({
      passed: 1,
      failed: 3,
      failures: [
        'a.test.ts (Cannot find module)',
        'a.test.ts (could not be run)',
        'a.test.ts (afterAll failed)',
      ],
      reasons: {},
    });
  });
});

describe('the reasons of failures', () => {
  const failed = (...failureMessages: string[]) => ({
    testResults: [
      {
        name: '/repository/a.test.ts',
        status: 'failed',
        assertionResults: [{ status: 'failed', fullName: 'does it', failureMessages }],
      },
    ],
  });

  it('are the first twelve lines of their messages, without colours', () => {
    const stack = Array.from({ length: 20 }, (_, index) => `    at line ${index}`);
    const message = ['\u001b[31mexpected 1 to be 2\u001b[39m', ...stack].join('\n');
    const reason = countTests(failed(message), '/repository').reasons['a.test.ts › does it'];
    expect(reason?.split('\n')).toEqual(['expected 1 to be 2', ...stack.slice(0, 11)]);
  });

  it('are listed below their failures, and a failure without one is listed alone', () => {
    const { failures, reasons } = countTests(failed('expected 1 to be 2\n  at line 3'), '/repository');
    expect(listFailures([...failures, 'lint and format'], reasons, '✗').split('\n')).toEqual([
      '  ✗ a.test.ts › does it',
      '      expected 1 to be 2',
      '        at line 3',
      '  ✗ lint and format',
    ]);
  });
});

describe('a second attempt', () => {
  const file = (name: string, statuses: readonly string[]) => ({
    name: `/repository/${name}`,
    status: statuses.includes('failed') ? 'failed' : 'passed',
    assertionResults: statuses.map((status, index) => ({ status, fullName: `does ${index}` })),
  });
  const first = {
    testResults: [file('a.test.ts', ['passed', 'failed']), file('b.test.ts', ['passed', 'passed'])],
  };

  it('contains only the files with a failure', () => {
    expect(failedFiles(first, '/repository')).toEqual(['a.test.ts']);
  });

  it('replaces their first result and lists the tests that passed only then', () => {
    const second = { testResults: [file('a.test.ts', ['passed', 'passed'])] };
    expect(mergeSecondAttempt(first, second, '/repository')).toEqual({
      passed: 4,
      failed: 0,
      failures: [],
      reasons: {},
      unstable: ['a.test.ts › does 1'],
    });
  });

  it('keeps the reasons of failures that were repeated', () => {
    const failed = { status: 'failed', fullName: 'does 1', failureMessages: ['no answer'] };
    const before = {
      testResults: [{ name: '/repository/a.test.ts', status: 'failed', assertionResults: [failed] }],
    };
    const second = { testResults: [file('a.test.ts', ['passed'])] };
    expect(mergeSecondAttempt(before, second, '/repository').reasons).toEqual({
      'a.test.ts › does 1': 'no answer',
    });
  });

  it('fails when it fails again, even in another test', () => {
    const again = { testResults: [file('a.test.ts', ['passed', 'failed'])] };
    expect(mergeSecondAttempt(first, again, '/repository')).toMatchObject({
      failures: ['a.test.ts › does 1'],
      unstable: [],
    });
    const other = { testResults: [file('a.test.ts', ['failed', 'passed'])] };
    expect(mergeSecondAttempt(first, other, '/repository')).toMatchObject({
      failures: ['a.test.ts › does 0'],
      unstable: ['a.test.ts › does 1'],
    });
  });
});

describe('the slowest files', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ path: `${index}.test.ts`, ms: index * 100 }));

  it('are ten, slowest first, without changing the list of all files', () => {
    const before = structuredClone(files);
    const slowest = slowestFiles(files);
    expect(slowest).toHaveLength(10);
    expect(slowest[0]).toEqual({ path: '11.test.ts', ms: 1100 });
    expect(slowest.at(-1)).toEqual({ path: '2.test.ts', ms: 200 });
    expect(files).toEqual(before);
  });

  it('are all files when there are fewer', () => {
    expect(slowestFiles(files.slice(0, 2)).map(({ path }) => path)).toEqual(['1.test.ts', '0.test.ts']);
    expect(slowestFiles([])).toEqual([]);
  });
});
