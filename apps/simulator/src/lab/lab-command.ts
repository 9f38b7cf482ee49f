// npm run simulate -- lab: runs the chosen policies over one trace and prints their figures.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultBatchTerms } from '@kerb/domain/dispatch';
import { settings as settingsSchema } from '@kerb/domain/settings';
import {
  createLabCity,
  createTrace,
  createTravelTimes,
  DAY_REQUESTS,
  figureRows,
  figuresOf,
  type LabCity,
  type LabRun,
  type LabSettings,
  type PolicyResult,
  runLab,
  type Scenario,
  scenarios,
  type Trace,
  type TraceDeps,
  traceOf,
} from '@kerb/lab';
import { readDemand, type SkippedRow } from './demand-file.ts';
import { LAB_HELP, type LabOptions, parseLabOptions } from './lab-options.ts';
import { readAddresses } from './read-addresses.ts';
import { writeReport } from './report/write-report.ts';

export const MONTEVIDEO = resolve(import.meta.dirname, '../../../../data/montevideo.osm.pbf');
const LISTED_ROWS = 20;

/** The server's defaults. */
export function defaultLabSettings(): LabSettings {
  const { offerSeconds, broadcastLimit, candidateLimit, driverRadius, batchSeconds, reserveAheadSeconds } =
    settingsSchema.parse({});
  return {
    reserveAheadSeconds,
    offerSeconds,
    broadcastLimit,
    candidateLimit,
    driverRadius,
    batchSeconds,
    batch: defaultBatchTerms,
  };
}

/** An error of the command that its user can correct: a file that is missing or unusable. */
class LabInputError extends Error {
  override name = 'LabInputError';
}

function readFile(path: string, what: string): Buffer {
  if (!existsSync(path)) throw new LabInputError(`${what}: there is no file ${path}`);
  return readFileSync(path);
}

function loadCity(options: LabOptions): LabCity {
  const path = options.map ?? MONTEVIDEO;
  try {
    return createLabCity(readAddresses(readFile(path, 'map')));
  } catch (error) {
    if (error instanceof LabInputError) throw error;
    throw new LabInputError(`map: ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function loadTrace(options: LabOptions, deps: TraceDeps): { trace: Trace; skipped: SkippedRow[] } {
  const base = scenarios[options.scenario];
  const scenario: Scenario = {
    ...base,
    drivers: options.drivers ?? base.drivers,
    hours: options.hours ?? base.hours,
  };
  if (options.demand === null) {
    const usual = base.name === 'day' && options.hours === null ? DAY_REQUESTS : null;
    const size = { requests: options.requests ?? usual, laterShare: options.later };
    return { trace: createTrace(deps, scenario, options.seed, size), skipped: [] };
  }
  try {
    const text = readFile(options.demand, 'demand').toString('utf8');
    const { requests, skipped } = readDemand(text, deps.city.isInside);
    return { trace: traceOf(deps.city, scenario, options.seed, requests), skipped };
  } catch (error) {
    if (error instanceof LabInputError) throw error;
    throw new LabInputError(`demand: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function tableOf(results: readonly PolicyResult[]): string {
  const width = Math.max(...figureRows.map(({ label }) => label.length)) + 2;
  const line = (label: string, cells: readonly string[]): string =>
    `${label.padEnd(width)}${cells.map((cell) => cell.padStart(14)).join('')}`;
  return [
    line(
      '',
      results.map(({ policy }) => policy),
    ),
    ...figureRows.map(({ label, text }) => line(label, results.map(text))),
  ].join('\n');
}

const describeSkipped = (skipped: readonly SkippedRow[]): string[] => {
  if (skipped.length === 0) return [];
  const listed = skipped.slice(0, LISTED_ROWS).map(({ line, reason }) => `  line ${line}: ${reason}`);
  const rest = skipped.length - listed.length;
  return [
    `${skipped.length} rows of the demand file were skipped:`,
    ...listed,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
};

function runPolicies(options: LabOptions, write: (text: string) => void): void {
  const deps = { city: loadCity(options), travel: createTravelTimes() };
  const { trace, skipped } = loadTrace(options, deps);
  const settings = defaultLabSettings();
  const runs: LabRun[] = [];
  const results = options.policies.map((policy): PolicyResult => {
    const start = performance.now();
    const run = runLab({ ...deps, trace, policy, settings });
    runs.push(run);
    const computed_in_secs = (performance.now() - start) / 1000;
    return { policy, ...figuresOf(run), trace_hash: run.log.hash(), computed_in_secs };
  });
  if (options.report !== null)
    writeFileSync(options.report, writeReport({ options, runs, results, skipped }));
  if (options.json) {
    const { scenario, seed } = options;
    write(`${JSON.stringify({ scenario, seed, drivers: trace.drivers.length, skipped, results })}\n`);
    return;
  }
  const about = options.demand ?? `${options.scenario}: ${scenarios[options.scenario].about}`;
  write(`${about}; seed ${options.seed}, ${trace.drivers.length} drivers\n\n${tableOf(results)}\n`);
  for (const text of describeSkipped(skipped)) write(`${text}\n`);
  if (options.report !== null) write(`The report is in ${options.report}\n`);
}

/** Returns the exit code: 0, or 2 for options and files that cannot be used. */
export function runLabCommand(
  argv: readonly string[],
  write: (text: string) => void,
  writeError: (text: string) => void,
): number {
  const requested = parseLabOptions(argv);
  switch (requested.kind) {
    case 'help':
      write(LAB_HELP);
      return 0;
    case 'wrong':
      writeError(`${requested.problems.map((problem) => `  - ${problem}`).join('\n')}\n\n${LAB_HELP}`);
      return 2;
    case 'run':
      try {
        runPolicies(requested.options, write);
        return 0;
      } catch (error) {
        if (!(error instanceof LabInputError)) throw error;
        writeError(`${error.message}\n`);
        return 2;
      }
  }
}
