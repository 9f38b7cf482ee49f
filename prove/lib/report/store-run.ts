// Stores a run of a proof and writes the report again.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { workspaceRoot } from '../../../apps/server/src/kit/package-root.ts';
import { formatReport } from './format-report.ts';
import { type RecordedRun, recordedRuns, withRun } from './recorded-run.ts';

const RUNS = 'docs/reliability/runs.json';
const REPORT = 'docs/reliability-report.md';
const runsFile = join(workspaceRoot(), RUNS);
export const reportFile = join(workspaceRoot(), REPORT);

/** Without the files of the report itself, which each run changes. */
export function describeCommit(): string {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: workspaceRoot(), encoding: 'utf8' }).trim();
  const changes = git('status', '--porcelain', '--', '.', `:(exclude)${RUNS}`, `:(exclude)${REPORT}`);
  return `${git('rev-parse', '--short=10', 'HEAD')}${changes === '' ? '' : ', changed'}`;
}

export function describeMachine(): string {
  const processors = cpus();
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return `${processors.length} × ${processors[0]?.model ?? 'unknown processor'}, ${gigabytes} GiB, Node ${process.versions.node}`;
}

const PROOF_FILE = '.proof.ts';

/** Names of all experiments, sorted: those of their files. */
export function experimentNames(): string[] {
  return readdirSync(join(workspaceRoot(), 'prove'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(PROOF_FILE))
    .map((file) => basename(file, PROOF_FILE))
    .toSorted();
}

/** Throws for a runs.json that is not valid. */
export function readRuns(): RecordedRun[] {
  return existsSync(runsFile) ? recordedRuns.parse(JSON.parse(readFileSync(runsFile, 'utf8'))) : [];
}

export function storeRun(run: RecordedRun): void {
  const runs = withRun(readRuns(), run);
  mkdirSync(dirname(runsFile), { recursive: true });
  writeFileSync(runsFile, `${JSON.stringify(runs, null, 2)}\n`);
  writeFileSync(reportFile, formatReport(runs, experimentNames()));
}
