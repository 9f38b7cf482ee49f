// Checks that other users are served nearly as on an idle server, and that the calls accepted from the abusive caller
// are limited.
import { type Answers, type BurstReport, largeRoutes } from './attacks.ts';
import { type Kind, kinds, type Window } from './honest-people.ts';

/** Nearest-rank percentile; NaN without samples. */
function percentile(samples: readonly number[], percent: number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  return sorted[Math.max(1, Math.ceil((percent / 100) * sorted.length)) - 1] ?? Number.NaN;
}

const median = (samples: readonly number[]): number => percentile(samples, 50);

/** The 95th percentile may be this many times that of the idle server; a floor excludes the noise of the scheduler. */
const TIMES_IDLE = 3;
const FLOOR_MS = 40;
const MEMORY_TIMES_IDLE = 1.3;
/** Allowance per minute of calls without a session from one address; a tenth of it may have unknown tokens. */
const ANONYMOUS_CALLS = 1_200;
const UNKNOWN_TOKENS = 120;
const SOCKETS_OF_AN_ADDRESS = 500;
const MINUTE_MS = 60_000;

export interface Burst extends BurstReport {
  /** Number of session look-ups for unknown tokens. */
  readonly lookups: number;
}

export interface Measured {
  /** Windows without and with the abusive caller, alternating; empty when only the burst was tried. */
  readonly idle: readonly Window[];
  readonly abused: readonly Window[];
  /** Responses to the abusive caller within the windows. */
  readonly flood: Answers;
  /** Peak memory in bytes: of the first idle window and of all windows with abuse. */
  readonly idleRss: number;
  readonly abusedRss: number;
  /** Null when only times are measured. */
  readonly burst: Burst | null;
}

const p95 = (windows: readonly Window[], kind: Kind): number =>
  median(windows.map(({ times }) => percentile(times[kind], 95)));

export function figuresOf({ idle, abused, idleRss, abusedRss }: Measured) {
  const round = (value: number) => Number(value.toFixed(1));
  const samples = (windows: readonly Window[], kind: Kind) =>
    windows.reduce((sum, { times }) => sum + times[kind].length, 0);
  const figuresOfKind = (kind: Kind) => ({
    idle: round(p95(idle, kind)),
    abused: round(p95(abused, kind)),
    samples: samples(idle, kind) + samples(abused, kind),
  });
  return {
    p95_ms: Object.fromEntries(kinds.map((kind) => [kind, figuresOfKind(kind)])),
    rss_mb: { idle: round(idleRss / 1e6), abused: round(abusedRss / 1e6) },
  };
}

const countOf = (answers: Answers, attack: string, isCounted: (status: number) => boolean): number =>
  Object.entries(answers[attack] ?? {})
    .filter(([status]) => isCounted(Number(status)))
    .reduce((sum, [, count]) => sum + count, 0);

const notRefused = (status: number): boolean => status !== 429 && status !== 503;
const succeeded = (status: number): boolean => status >= 200 && status < 300;

function slowCalls({ idle, abused }: Measured): string[] {
  if (abused.length === 0) return [];
  return kinds.flatMap((kind) => {
    const most = Math.max(FLOOR_MS, TIMES_IDLE * p95(idle, kind));
    const now = p95(abused, kind);
    if (Number.isNaN(now) || Number.isNaN(most)) return [`${kind}: too few were measured`];
    if (now <= most) return [];
    return [
      `${kind}: p95 of ${now.toFixed(0)} ms with an abusive caller, at most ${most.toFixed(0)} ms is fair`,
    ];
  });
}

function largeCalls(answers: Answers): string[] {
  return largeRoutes.flatMap((attack) => {
    const count = countOf(answers, attack, succeeded);
    return count > 0 ? [`${attack}: ${count} were answered`] : [];
  });
}

/** Calls accepted beyond the limits in a burst. */
export function unboundedCalls(burst: Burst): string[] {
  const { lookups } = burst;
  const found = largeCalls(burst.answers);
  // A limit's window begins with the first call; a burst that takes longer than a minute gets several windows.
  const windows = Math.ceil(burst.tookMs / MINUTE_MS);
  const anonymous = ['bad origin', 'no route'];
  const count = anonymous.reduce((sum, attack) => sum + countOf(burst.answers, attack, notRefused), 0);
  const mostCalls = ANONYMOUS_CALLS * windows;
  if (count > mostCalls)
    found.push(`${count} calls without a session were let through, at most ${mostCalls} are allowed`);
  const mostLookups = UNKNOWN_TOKENS * windows;
  if (lookups > mostLookups)
    found.push(`${lookups} sessions were looked up for invented tokens, at most ${mostLookups} are allowed`);
  if (burst.sockets > SOCKETS_OF_AN_ADDRESS) found.push(`One address had ${burst.sockets} live sockets`);
  return found;
}

/** Returns one sentence for each violation. */
export function judge(measured: Measured): string[] {
  const { idle, abused, flood, burst, idleRss, abusedRss } = measured;
  const failures = [...idle, ...abused].flatMap((window) => window.failures);
  const found = [...slowCalls(measured), ...largeCalls(flood), ...(burst ? unboundedCalls(burst) : [])];
  if (failures.length > 0) found.push(`${failures.length} calls of others failed: ${failures[0]}`);
  if (abusedRss > MEMORY_TIMES_IDLE * idleRss) {
    const now = (abusedRss / 1e6).toFixed(0);
    const before = (idleRss / 1e6).toFixed(0);
    found.push(`${now} MB of memory with an abusive caller, ${before} MB without`);
  }
  return found;
}
