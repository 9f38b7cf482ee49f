// Pure functions of the test runner: select stages, count the tests of a report, find the slowest files.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const checks = ['types', 'lint', 'boundaries', 'unused'];

/** Named groups of stages. */
const selections = {
  quick: [...checks, 'unit'],
  changed: [...checks, 'rules', 'unit', 'web', 'database'],
};

/** Stages that run only when selected, because other stages already include their tests. */
const optional = ['rules', 'boot', 'journeys', 'screens'];

/** Stages that measure times: by default they run only in CI, where no other program uses the machine. */
const onlyInCI = ['guard'];

/**
 * Parses the arguments of `npm test`: a stage or a named group, then file filters; no arguments select all stages.
 * `known` contains the names of all stages. Returns the names of the selected stages, or `problem` for an unknown name.
 */
export function parseArguments(args, known, { isCI = false } = {}) {
  const [first, ...filters] = args;
  if (first === undefined) {
    const leftOut = isCI ? optional : [...optional, ...onlyInCI];
    return { stages: known.filter((name) => !leftOut.includes(name)), onlyChanged: false, filters };
  }
  const stages = selections[first] ?? known.filter((name) => name === first);
  if (stages.length === 0) {
    const names = [...Object.keys(selections), ...known].join(', ');
    return { problem: `There is no stage "${first}": choose ${names}` };
  }
  return { stages, onlyChanged: first === 'changed', filters };
}

/** Groups the stages in their order: consecutive checks form a group and run concurrently, other stages run alone. */
export function groupStages(stages) {
  const groups = [];
  for (const stage of stages) {
    const last = groups.at(-1);
    if (stage.isCheck && last?.[0].isCheck) last.push(stage);
    else groups.push([stage]);
  }
  return groups;
}

/** Maximum number of lines of a failure's message that the summary repeats. */
const REASON_LINES = 12;

/** The beginning of a test's failure messages, without colours. */
function reasonOf({ failureMessages = [] }) {
  const lines = stripVTControlCharacters(failureMessages.join('\n')).split('\n');
  return lines.slice(0, REASON_LINES).join('\n');
}

/**
 * Counts the tests of Vitest's JSON report. A skipped test, or a file that failed to load, counts as one failure.
 * `reasons` has the beginning of the message of each failed test, by its entry in `failures`.
 */
export function countTests(report, root) {
  const failures = [];
  const reasons = {};
  let passed = 0;
  for (const file of report.testResults) {
    const path = relative(root, file.name);
    for (const test of file.assertionResults) {
      if (test.status === 'passed') {
        passed += 1;
        continue;
      }
      const failure = `${path} › ${test.fullName}${test.status === 'failed' ? '' : ` (${test.status})`}`;
      failures.push(failure);
      const reason = reasonOf(test);
      if (reason !== '') reasons[failure] = reason;
    }
    if (file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')) {
      failures.push(`${path} (${file.message?.split('\n')[0] || 'could not be run'})`);
    }
  }
  return { passed, failed: failures.length, failures, reasons };
}

/** Formats failures for the summary: a line each, with their reasons indented below. */
export function listFailures(failures, reasons, mark) {
  return failures
    .map((failure) => {
      const reason = reasons[failure];
      return `  ${mark} ${failure}${reason ? `\n${reason.replace(/^/gm, '      ')}` : ''}`;
    })
    .join('\n');
}

/** Returns the paths, relative to `root`, of the files that failed in Vitest's JSON report. */
export function failedFiles(report, root) {
  return report.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(root, name));
}

/**
 * Counts a run whose failed files were repeated: the second result of a repeated file counts, and `unstable` lists the
 * tests that failed in the first run and passed in the second.
 */
export function mergeSecondAttempt(first, second, root) {
  const repeated = new Map(second.testResults.map((file) => [file.name, file]));
  const merged = { testResults: first.testResults.map((file) => repeated.get(file.name) ?? file) };
  const counts = countTests(merged, root);
  const before = countTests(first, root);
  const unstable = before.failures.filter((failure) => !counts.failures.includes(failure));
  return { ...counts, reasons: { ...before.reasons, ...counts.reasons }, unstable };
}

/** Returns the `count` slowest files, slowest first; each file has a path and a time in ms. */
export function slowestFiles(files, count = 10) {
  return files.toSorted((a, b) => b.ms - a.ms).slice(0, count);
}
