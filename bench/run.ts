// npm run bench -- [name] [--json]: runs benchmarks, each of which prints ours and the limit side by side; the last
// line of output is JSON.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Benchmark, OptionValues } from './lib/benchmark.ts';

const usage = `npm run bench -- [name …] [--json] [--option value …]

Runs the named benchmarks, or all. Ours and the limit are measured in turns, at least five pairs,
and compared by their medians. The last line of each benchmark is JSON: name, ours, limit, ratio, p50, p95.
  --json   only the JSON lines
  --help   this text and the names
`;

async function loadBenchmarks(): Promise<Benchmark[]> {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.bench.ts'));
  const loaded: { benchmark: Benchmark }[] = await Promise.all(files.map((file) => import(`./${file}`)));
  return loaded.map(({ benchmark }) => benchmark);
}

function describe({ name, about, options = {} }: Benchmark): string {
  const lines = Object.entries(options).map(
    ([option, text]) => `${' '.repeat(17)}${`--${option}`.padEnd(11)}${text}`,
  );
  return [`  ${name.padEnd(14)} ${about}`, ...lines].join('\n');
}

function parseCommand(benchmarks: readonly Benchmark[]) {
  const own = benchmarks.flatMap(({ options = {} }) => Object.keys(options));
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...Object.fromEntries(own.map((option) => [option, { type: 'string' }] as const)),
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const valued = Object.entries<unknown>(values).flatMap(([option, value]) =>
    typeof value === 'string' ? [[option, value] as const] : [],
  );
  const options: OptionValues = Object.fromEntries(valued);
  return { names: positionals, options, quiet: values.json === true, help: values.help === true };
}

async function main(): Promise<number> {
  const benchmarks = await loadBenchmarks();
  const { names, options, quiet, help } = parseCommand(benchmarks);
  const known = benchmarks.map(describe).join('\n');
  if (help) {
    console.log(`${usage}\nBenchmarks:\n${known}`);
    return 0;
  }
  const unknown = names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) {
    console.error(`There is no benchmark ${unknown.join(', ')}. There are:\n${known}`);
    return 1;
  }
  const chosen = names.length === 0 ? benchmarks : benchmarks.filter(({ name }) => names.includes(name));
  for (const benchmark of chosen) {
    const log = (line: string) => quiet || console.log(`${benchmark.name}: ${line}`);
    log(benchmark.about);
    const { more, ...report } = await benchmark.run(log, options);
    if (!quiet)
      console.table([
        {
          ours: report.ours,
          limit: report.limit,
          ratio: report.ratio,
          p50: report.p50,
          p95: report.p95,
          unit: report.unit,
        },
      ]);
    console.log(JSON.stringify({ ...report, ...more }));
  }
  return 0;
}

process.exitCode = await main();
