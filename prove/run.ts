// npm run prove -- [name …] [--json]: runs experiments, each of which first checks its planted faults; the last line of
// output is JSON.
import { readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Proof, ProofOptions, ProofReport } from './lib/proof.ts';
import { describeCommit, describeMachine, storeRun } from './lib/report/store-run.ts';

const usage = `npm run prove -- [name …] [--json]

Runs the named experiments in their long form, or all in their short form. Each first shows that it catches planted
faults, then tries the real code. The last line of each is JSON: name, tried, violations, planted, caught. Ends with 1
when one does not hold.
  --json          only the JSON lines
  --only <case>   of suite and cluster: only this fault; may be repeated
  --short         few cases, also of named ones; authz, ledger and webhooks have one form
  --long          all cases, also without names, which takes many hours
  --minutes <n>   of races, orders and the kills of crash: how long it runs
  --attempts <n>  of races: so many acceptances, however long they take
  --kills <n>     of crash: so many kills of the server and of PostgreSQL at random moments, however long they take
  --calls <n>     of fuzz: so many calls of routes, however long they take; of cluster: so many requests
  --sockets <n>   of cluster: so many live sockets
  --from <ref>    of cluster: begins with servers of this commit, and replaces one after the other by this version
  --report        stores the run in docs/reliability/runs.json and writes docs/reliability-report.md
  --help          this text and the names
`;

async function loadProofs(): Promise<Proof[]> {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.proof.ts'))
    .map((file) => join(import.meta.dirname, file));
  const loaded: { proof: Proof }[] = await Promise.all(files.map((file) => import(file)));
  return loaded.map(({ proof }) => proof);
}

function holds({ violations, planted }: ProofReport): boolean {
  return violations.length === 0 && planted.length > 0 && planted.every(({ caught }) => caught);
}

/** Null for an omitted option. Throws for a text that is not a number above 0. */
function numberOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (!(number > 0)) throw new Error(`${text} is no number above 0`);
  return number;
}

interface RunRequest {
  readonly proof: Proof;
  readonly options: ProofOptions;
  /** The given options, for the report. */
  readonly given: string;
  readonly log: (line: string) => void;
}

/** Runs an experiment and adds the run to the committed report. */
async function runForReport({ proof, options, given, log }: RunRequest): Promise<ProofReport> {
  const [loadBefore = 0] = loadavg();
  const commit = describeCommit();
  const begunAt = new Date();
  const report = await proof.run(log, options);
  storeRun({
    name: proof.name,
    about: proof.about,
    options: given,
    isShort: options.isShort,
    at: begunAt.toISOString(),
    commit,
    machine: describeMachine(),
    loadBefore,
    seconds: (Date.now() - begunAt.getTime()) / 1000,
    tried: report.tried,
    violations: [...report.violations],
    planted: [...report.planted],
  });
  return report;
}

/** Runs an experiment and prints its result. Returns whether it holds; false also when it could not run. */
async function runProof(request: RunRequest, isReported: boolean): Promise<boolean> {
  const { proof, options, log } = request;
  const { name } = proof;
  log(proof.about);
  try {
    const report = isReported ? await runForReport(request) : await proof.run(log, options);
    for (const { fault, caught } of report.planted) log(`${caught ? 'caught' : 'MISSED'}: ${fault}`);
    for (const violation of report.violations) log(`VIOLATION: ${violation}`);
    console.log(
      JSON.stringify({
        name,
        tried: report.tried,
        violations: report.violations.length,
        planted: report.planted.length,
        caught: report.planted.filter(({ caught }) => caught).length,
        ...report.more,
        ...(report.violations.length > 0 ? { found: report.violations.slice(0, 50) } : {}),
      }),
    );
    return holds(report);
  } catch (error) {
    console.error(error);
    console.log(JSON.stringify({ name, error: 'The experiment could not run' }));
    return false;
  }
}

/** The options that change what an experiment does, as on the command line. */
function optionsForReport(words: readonly string[], names: readonly string[]): string {
  return words.filter((word) => !names.includes(word) && word !== '--report' && word !== '--json').join(' ');
}

async function main(): Promise<number> {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      short: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      attempts: { type: 'string' },
      kills: { type: 'string' },
      calls: { type: 'string' },
      sockets: { type: 'string' },
      from: { type: 'string' },
      report: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const proofs = await loadProofs();
  const known = proofs.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n');
  if (values.help) {
    console.log(`${usage}\nExperiments:\n${known}`);
    return 0;
  }
  const unknown = names.filter((name) => !proofs.some((proof) => proof.name === name));
  if (unknown.length > 0) {
    console.error(`There is no experiment ${unknown.join(', ')}. There are:\n${known}`);
    return 1;
  }
  const isShort = values.short || (names.length === 0 && !values.long);
  if (values.short && values.long) {
    console.error('--short and --long exclude each other');
    return 1;
  }
  if (values.report && isShort && !values.short) {
    console.error('A report of the short form replaces that of the long one: add --short, or --long');
    return 1;
  }
  const options: ProofOptions = {
    only: values.only,
    isShort,
    minutes: numberOf(values.minutes),
    attempts: numberOf(values.attempts),
    kills: numberOf(values.kills),
    calls: numberOf(values.calls),
    sockets: numberOf(values.sockets),
    from: values.from ?? null,
  };
  const given = optionsForReport(process.argv.slice(2), names);
  let code = 0;
  for (const proof of proofs.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const log = (line: string) => values.json || console.log(`${proof.name}: ${line}`);
    const request = { proof, options, given, log };
    if (!(await runProof(request, values.report))) code = 1;
  }
  return code;
}

process.exitCode = await main();
