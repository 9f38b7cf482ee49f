// npm run bench:growth -- [name …]: measures benchmarks at several loads and draws their curves; see docs/performance.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark } from '../lib/benchmark.ts';
import { drawCurve } from './draw-curve.ts';
import { type GrowthCase, growthCases } from './growth-cases.ts';
import { type Curve, PLOT_FOLDER, readCurves, writeCurve } from './growth-data.ts';

const log = (line: string): void => console.log(line);

async function measure({ benchmark: name, option, loads, ...labels }: GrowthCase): Promise<void> {
  const { benchmark }: { benchmark: Benchmark } = await import(`../${name}.bench.ts`);
  const points: Curve['points'] = [];
  for (const load of loads) {
    log(`${name}: ${load} ${labels.loadUnit}`);
    const report = await benchmark.run(log, { [option]: String(load) });
    log(JSON.stringify(report));
    points.push({ load, ours: report.ours, limit: report.limit });
  }
  writeCurve(name, { ...labels, points });
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !growthCases.some(({ benchmark }) => benchmark === name));
if (unknown.length > 0)
  throw new Error(
    `There is no growth of ${unknown.join(', ')}; there are ${growthCases.map(({ benchmark }) => benchmark).join(', ')}`,
  );
for (const growth of growthCases.filter(({ benchmark }) => names.includes(benchmark))) await measure(growth);
for (const [name, curve] of readCurves()) writeFileSync(join(PLOT_FOLDER, `${name}.svg`), drawCurve(curve));
log(`The plots are in ${PLOT_FOLDER}`);
