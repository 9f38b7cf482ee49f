// Alternates rounds of calls with rounds of pgbench: a warm-up of both, then pairs.
import { type Benchmark, type Report, runPairs } from '../lib/benchmark.ts';
import { type Post, sendPosts } from '../lib/posts.ts';
import { median, percentile } from '../lib/statistics.ts';

export const PAIRS = 5;
/** Concurrent callers of ours, and clients of pgbench. */
export const CALLERS = 16;

export interface Rounds {
  readonly benchmark: Pick<Benchmark, 'name' | 'unit'>;
  readonly log: (line: string) => void;
  readonly origin: string;
  /** The calls of a round, which must return `status`. Rounds count from 0; the warm-up has the number PAIRS. */
  prepare(round: number): Promise<readonly Post[]>;
  readonly status: number;
  /** Throws unless the calls of the round have written everything. */
  expectWritten(round: number, posts: readonly Post[]): Promise<void>;
  /** Runs a round of pgbench; returns transactions per second. */
  limit(round: number): Promise<number>;
}

export interface Compared {
  readonly report: Report;
  /** Duration of each call in ms. */
  readonly times: readonly number[];
  readonly answers: { readonly answer_p50_ms: number; readonly answer_p99_ms: number };
}

export async function compareWithPgbench(rounds: Rounds): Promise<Compared> {
  const { benchmark, log, origin, status } = rounds;
  const times: number[] = [];

  async function ours(round: number): Promise<number[]> {
    const posts = await rounds.prepare(round);
    const isExpected = (answered: number) => answered === status;
    const sent = await sendPosts(origin, posts, { connections: CALLERS, isExpected });
    times.push(...sent.times);
    await rounds.expectWritten(round, posts);
    return [posts.length / sent.seconds];
  }

  const limit = async (round: number) => [await rounds.limit(round)];
  await ours(PAIRS);
  await limit(PAIRS);
  times.length = 0;
  const report = await runPairs({ ...benchmark, pairs: PAIRS, log, ours, limit });
  const answers = {
    answer_p50_ms: Math.round(median(times)),
    answer_p99_ms: Math.round(percentile(times, 99)),
  };
  return { report, times, answers };
}
