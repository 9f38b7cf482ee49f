// The parts of the test runner that only compute: what to run, how to count a report, which files were slow.
import { relative } from 'node:path';

const checks = ['types', 'lint', 'boundaries', 'unused'];

/** Groups of stages with a name of their own. */
const selections = {
  quick: [...checks, 'unit'],
  changed: [...checks, 'rules', 'unit', 'web', 'database'],
};

/** Stages that run only when they are chosen, because the tests of another stage include theirs. */
const optional = ['rules', 'boot', 'journeys', 'screens'];

/** Measures times, so it runs by itself only where nothing else uses the machine. */
const onlyInCI = ['guard'];

/**
 * Reads the arguments of `npm test`: nothing for everything, or a stage or selection and then file filters.
 * `known` holds the names of all stages; the result has the names of the chosen ones, or the problem.
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

/** Splits stages into groups in their order: checks that follow each other run side by side, tests run alone. */
export function groupStages(stages) {
  const groups = [];
  for (const stage of stages) {
    const last = groups.at(-1);
    if (stage.isCheck && last?.[0].isCheck) last.push(stage);
    else groups.push([stage]);
  }
  return groups;
}

/** Counts from Vitest's JSON report; a file that could not be loaded counts as one failure, as a skipped test does. */
export function countTests(report, root) {
  const failures = [];
  let passed = 0;
  for (const file of report.testResults) {
    const path = relative(root, file.name);
    for (const test of file.assertionResults) {
      if (test.status === 'passed') passed += 1;
      else failures.push(`${path} › ${test.fullName}${test.status === 'failed' ? '' : ` (${test.status})`}`);
    }
    if (file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')) {
      failures.push(`${path} (${file.message?.split('\n')[0] || 'could not be run'})`);
    }
  }
  return { passed, failed: failures.length, failures };
}

/** Paths of the files with a failure in Vitest's JSON report. */
export function failedFiles(report, root) {
  return report.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(root, name));
}

/**
 * Counts a run of which the failed files ran a second time: their second result counts, and `unstable` names the
 * tests that failed at first and passed then.
 */
export function mergeSecondAttempt(first, second, root) {
  const repeated = new Map(second.testResults.map((file) => [file.name, file]));
  const merged = { testResults: first.testResults.map((file) => repeated.get(file.name) ?? file) };
  const counts = countTests(merged, root);
  const unstable = countTests(first, root).failures.filter((failure) => !counts.failures.includes(failure));
  return { ...counts, unstable };
}

/** The files that took longest, slowest first; `files` have a path and a time in ms. */
export function slowestFiles(files, count = 10) {
  return files.toSorted((a, b) => b.ms - a.ms).slice(0, count);
}
