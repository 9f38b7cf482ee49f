// Interface of a benchmark and of its report: Kerb ("ours") and the limit, measured alternately.
import { median, percentile } from './statistics.ts';

/** A value of the JSON line; nested when a benchmark measures several cases. */
export type Figure = number | string | null | readonly Figure[] | { readonly [name: string]: Figure };

export interface Report {
  name: string;
  unit: string;
  /** Ours and the limit in `unit`, each the median over the pairs; ratio = ours / limit. */
  ours: number;
  limit: number;
  ratio: number;
  /** Over all samples of ours. */
  p50: number;
  p95: number;
  /** Over all samples of the limit. */
  limit_p95: number;
  pairs: number;
  samples: number;
  /** Further figures, named by the benchmark. */
  more: Readonly<Record<string, Figure>>;
}

/** Values of a benchmark's own options; options that are not on the command line are missing. */
export type OptionValues = Readonly<Partial<Record<string, string>>>;

/** Description of the option `pairs`, for benchmarks that have it. */
export const pairsOption = 'how many pairs are measured; at least five for a figure that is written down';

export interface Benchmark {
  name: string;
  unit: string;
  /** One sentence that describes ours and the limit. */
  about: string;
  /** The supported options, as `--name value`, each with a description. */
  options?: Readonly<Record<string, string>>;
  run(log: (line: string) => void, options: OptionValues): Promise<Report>;
}

export interface Pairs {
  name: string;
  unit: string;
  pairs: number;
  /** Run one round each and return its samples in `unit`. `pair` counts from 0. */
  ours: (pair: number) => Promise<readonly number[]>;
  limit: (pair: number) => Promise<readonly number[]>;
  log: (line: string) => void;
}

const rounded = (value: number): number => Number(value.toPrecision(4));

/** The benchmark's default number unless the option sets another. Throws unless it is an integer above zero. */
export function countOption(options: OptionValues, name: string, usual: number): number {
  const count = Number(options[name] ?? usual);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} must be a whole number above zero`);
  return count;
}

/** Alternates the two, so that other load of the machine affects both equally. */
export async function runPairs({ name, unit, pairs, ours, limit, log }: Pairs): Promise<Report> {
  const mine: number[][] = [];
  const bare: number[][] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    mine.push([...(await ours(pair))]);
    bare.push([...(await limit(pair))]);
    const our = median(mine[pair] ?? []);
    const their = median(bare[pair] ?? []);
    log(`pair ${pair + 1}/${pairs}: ours ${rounded(our)} ${unit}, limit ${rounded(their)} ${unit}`);
  }
  const all = mine.flat();
  const our = median(mine.map(median));
  const their = median(bare.map(median));
  return {
    name,
    unit,
    ours: rounded(our),
    limit: rounded(their),
    ratio: rounded(our / their),
    p50: rounded(percentile(all, 50)),
    p95: rounded(percentile(all, 95)),
    limit_p95: rounded(percentile(bare.flat(), 95)),
    pairs,
    samples: all.length,
    more: {},
  };
}
