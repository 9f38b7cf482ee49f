// Checks the requirements under load, one sentence for each violation, and computes the figures of a run.
import { MAX_WAIT_MS } from '../../apps/server/src/kit/http/waiting-room.ts';
import { DEADLINE_MS, type LevelResult } from './load.ts';
import { type Kind, kinds } from './people.ts';

/** Share of the highest goodput at any load. */
const GOODPUT_SHARE = 0.95;
const RECOVERED_WITHIN_MS = 2_000;
/** A call waits shortly for capacity before it is shed, plus the time of a normal response. */
const SHED_WITHIN_MS = MAX_WAIT_MS + 1_000;
const MAX_OTHERS_SHARE = 0.01;
/** Relative to the idle server: its heap grows with the waiting calls, whose number is limited. */
const MAX_MEMORY_TIMES = 2.5;

/** Nearest-rank percentile; NaN without samples. */
function percentile(samples: readonly number[], percent: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

const goodput = ({ essential, seconds }: LevelResult, kind: Kind): number => essential[kind].inTime / seconds;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function judgeGoodput(levels: readonly LevelResult[]): string[] {
  return kinds.flatMap((kind) => {
    const peak = Math.max(...levels.map((level) => goodput(level, kind)));
    return levels
      .filter((level) => goodput(level, kind) < GOODPUT_SHARE * peak)
      .map((level) => {
        const [failure = `over ${DEADLINE_MS} ms`] = level.essential[kind].failures;
        const now = goodput(level, kind).toFixed(1);
        return `${kind}: ${now} a second at ${level.times} times the capacity, ${peak.toFixed(1)} at most (${failure})`;
      });
  });
}

function judgeLevel(level: LevelResult, idleRss: number): string[] {
  const { times, flood, recoveredAfterMs, rss } = level;
  const found: string[] = [];
  const at = `at ${times} times the capacity`;
  if (times >= 2 && flood.shed === 0) found.push(`no call was shed ${at}`);
  if (flood.silentlyShed > 0) found.push(`${flood.silentlyShed} calls were shed without a Retry-After ${at}`);
  const shedMs = percentile(level.shedMs, 95);
  if (shedMs > SHED_WITHIN_MS) found.push(`calls were shed only after ${shedMs.toFixed(0)} ms ${at}`);
  const others = sum(Object.values(flood.others));
  if (others > MAX_OTHERS_SHARE * flood.sent)
    found.push(`${others} calls got neither an answer nor a 503 ${at}: ${JSON.stringify(flood.others)}`);
  if (recoveredAfterMs > RECOVERED_WITHIN_MS)
    found.push(`lists were answered as before only ${recoveredAfterMs.toFixed(0)} ms after the load ${at}`);
  if (rss > MAX_MEMORY_TIMES * idleRss)
    found.push(`${(rss / 1e6).toFixed(0)} MB of memory ${at}, ${(idleRss / 1e6).toFixed(0)} MB idle`);
  return found;
}

export const judgeLoad = (levels: readonly LevelResult[], idleRss: number): string[] => [
  ...judgeGoodput(levels),
  ...levels.flatMap((level) => judgeLevel(level, idleRss)),
];

export function figuresOf(level: LevelResult) {
  const { flood, seconds } = level;
  const round = (value: number) => Number(value.toFixed(1));
  const ofKind = (kind: Kind) => ({
    goodput: round(goodput(level, kind)),
    p95_ms: round(percentile(level.essential[kind].ms, 95)),
  });
  return {
    times: level.times,
    essential: Object.fromEntries(kinds.map((kind) => [kind, ofKind(kind)])),
    others: {
      offered: round((flood.sent + flood.unsent) / seconds),
      unsent: round(flood.unsent / seconds),
      succeeded: round(flood.succeeded / seconds),
      shed: round(flood.shed / seconds),
      shed_p95_ms: round(percentile(level.shedMs, 95)),
      succeeded_p95_ms: round(percentile(flood.succeededMs, 95)),
    },
    recovered_ms: round(level.recoveredAfterMs),
    rss_mb: round(level.rss / 1e6),
  };
}
