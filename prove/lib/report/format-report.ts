// Writes docs/reliability-report.md with the results of the last run of each proof.
import type { RecordedRun } from './recorded-run.ts';

const PLANTED_SHARE_GOAL = 0.95;

const introduction = `# Reliability report

What each experiment found in its newest run with \`--report\`. \`npm run prove -- <name> --report\` runs one and replaces its entry here, so this page is written by the program only. What each experiment does is in [experiments.md](experiments.md), what Kerb promises in [reliability.md](reliability.md).

An experiment first plants faults: in a copy, a stub or an intercepted connection. One that misses a planted fault cannot be trusted to notice a real one.
`;

const number = (value: number): string => value.toLocaleString('en-GB');

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(0)} s`;
  return `${(seconds / 60).toFixed(0)} min`;
}

/** Capitalises a sentence and adds a full stop. */
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A text inside a cell of a Markdown table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const caughtIn = ({ planted }: RecordedRun): number => planted.filter(({ caught }) => caught).length;

function row(run: RecordedRun): string {
  const cells = [
    run.name,
    run.isShort ? 'short' : 'long',
    number(run.tried),
    number(run.violations.length),
    `${caughtIn(run)} of ${run.planted.length}`,
    duration(run.seconds),
    run.at.slice(0, 10),
    run.commit,
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
}

function total(runs: readonly RecordedRun[]): string {
  const planted = runs.reduce((sum, run) => sum + run.planted.length, 0);
  const caught = runs.reduce((sum, run) => sum + caughtIn(run), 0);
  const violations = runs.reduce((sum, run) => sum + run.violations.length, 0);
  const goal = caught >= planted * PLANTED_SHARE_GOAL ? 'reached' : 'missed';
  return `In all: ${violations} violations; ${caught} of ${planted} planted faults caught (goal 95 %: ${goal}).`;
}

/** A sentence that names the experiments without a stored run; null when all have one. */
function missing(runs: readonly RecordedRun[], names: readonly string[]): string | null {
  const absent = names.filter((name) => !runs.some((run) => run.name === name));
  if (absent.length === 0) return null;
  return `Experiments without such a run yet: ${absent.map((name) => `\`${name}\``).join(', ')}.`;
}

function section(run: RecordedRun): string {
  const command = `npm run prove -- ${[run.name, run.options].filter(Boolean).join(' ')}`;
  const faults = run.planted.map(({ fault, caught }) => `- ${caught ? 'caught' : '**missed**'}: ${fault}`);
  const violations = run.violations.map((violation) => `- ${violation}`);
  return [
    `## ${run.name}`,
    '',
    `${sentence(run.about)} \`${command}\`, ${run.at.slice(0, 16).replace('T', ' ')} UTC, commit ${run.commit}, on ${run.machine}; load average before ${run.loadBefore.toFixed(1)}.`,
    '',
    ...(violations.length > 0 ? ['Violations:', '', ...violations, ''] : []),
    'Planted faults:',
    '',
    ...faults,
    '',
  ].join('\n');
}

/** The page in Markdown. `names` are those of all experiments, with or without a run. */
export function formatReport(runs: readonly RecordedRun[], names: readonly string[]): string {
  const absent = missing(runs, names);
  const table = [
    '| experiment | form | tried | violations | planted faults caught | time | date | commit |',
    '| --- | --- | ---: | ---: | ---: | ---: | --- | --- |',
    ...runs.map(row),
  ].join('\n');
  return [
    introduction,
    table,
    '',
    total(runs),
    '',
    ...(absent === null ? [] : [absent, '']),
    ...runs.map(section),
  ].join('\n');
}
