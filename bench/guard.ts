// Check of continuous integration: fails when a hot path has become several times slower relative to its limit.
import type { Benchmark, OptionValues } from './lib/benchmark.ts';
import { type Bound, judgeRatio } from './lib/judge-ratio.ts';

interface Guarded extends Bound {
  readonly name: string;
  readonly options: OptionValues;
}

/**
 * Bounds are about three times worse than the results in docs/performance.md, so that other load of the machine passes
 * but a regression does not.
 */
const guarded: readonly Guarded[] = [
  { name: 'read', options: { pairs: '3' }, least: 0.004 },
  { name: 'ingest', options: { pairs: '2', sockets: '500' }, least: 0.11 },
  { name: 'estimate', options: { pairs: '3' }, most: 5 },
];

let failed = 0;
for (const { name, options, ...bound } of guarded) {
  const { benchmark }: { benchmark: Benchmark } = await import(`./${name}.bench.ts`);
  const { ratio } = await benchmark.run((line) => console.log(`${name}: ${line}`), options);
  const problem = judgeRatio(ratio, bound);
  console.log(`${name}: ${problem ?? `the ratio ${ratio} is within its bound`}`);
  if (problem !== null) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
