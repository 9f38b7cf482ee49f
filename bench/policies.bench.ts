// Benchmark of dispatch policies in the lab: waiting times and completed trips of `batched` compared with `nearest` on
// the same traces.
import { readFileSync } from 'node:fs';
import { createLabCity, createTravelTimes, type LabFigures, type TraceDeps } from '@kerb/lab';
import { defaultLabSettings, MONTEVIDEO } from '../apps/simulator/src/lab/lab-command.ts';
import { readAddresses } from '../apps/simulator/src/lab/read-addresses.ts';
import type { Benchmark, Figure, OptionValues } from './lib/benchmark.ts';
import { percentile } from './lib/statistics.ts';
import {
  type Comparison,
  compareFigures,
  meanOf,
  runPolicy,
  type Size,
  targets,
} from './policies/compare.ts';
import { frontier, settingsOf } from './policies/frontier.ts';
import { type RatioInterval, ratioInterval } from './policies/intervals.ts';
import { compareWithOptimum, smallSizes } from './policies/small-traces.ts';

/** Target relative to the clairvoyant optimum. */
const OPTIMUM_LIMIT = 1.15;
/** The frontier has many points, so each uses fewer traces, which are not those of the evidence. */
const FRONTIER_SEEDS = 2;

const rounded = (value: number): number => Number(value.toPrecision(4));

function countOf(options: OptionValues, name: string, otherwise: number): number {
  const value = Number(options[name] ?? otherwise);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is a whole number from 1 on`);
  return value;
}

const intervalFigure = ({ ratio, low, high }: RatioInterval): Figure => ({
  ratio: rounded(ratio),
  low: rounded(low),
  high: rounded(high),
});

function meansOf(figures: readonly LabFigures[]): Figure {
  const mean = (figure: (of: LabFigures) => number): number => rounded(meanOf(figures, figure));
  return {
    served_share: mean(({ served_share }) => served_share),
    wait_mean_secs: mean(({ wait_mean_secs }) => wait_mean_secs),
    wait_median_secs: mean(({ wait_median_secs }) => wait_median_secs),
    wait_p95_secs: mean(({ wait_p95_secs }) => wait_p95_secs),
    pickup_drive_mean_secs: mean(({ pickup_drive_mean_secs }) => pickup_drive_mean_secs),
    idle_share: mean(({ idle_share }) => idle_share),
    earnings_gini: mean(({ earnings_gini }) => earnings_gini),
  };
}

const describe = ({ wait, completed }: Comparison): string =>
  `waiting ${wait.ratio.toFixed(3)} (${wait.low.toFixed(3)} to ${wait.high.toFixed(3)}), completed ${completed.ratio.toFixed(3)} (${completed.low.toFixed(3)} to ${completed.high.toFixed(3)})`;

interface Evidence {
  scenarios: Record<string, Figure>;
  balanced: Comparison | null;
}

function gatherEvidence(deps: TraceDeps, size: Size, log: (line: string) => void): Evidence {
  const settings = defaultLabSettings();
  const evidence: Evidence = { scenarios: {}, balanced: null };
  for (const { scenario, wait, completed } of targets) {
    const ours = runPolicy(deps, scenario, size, 'batched', settings);
    const limit = runPolicy(deps, scenario, size, 'nearest', settings);
    const comparison = compareFigures(ours, limit);
    log(`${scenario}: ${describe(comparison)}; targets ${wait} and ${completed}`);
    if (scenario === 'balanced') evidence.balanced = comparison;
    evidence.scenarios[scenario] = {
      wait: intervalFigure(comparison.wait),
      wait_target: wait,
      completed: intervalFigure(comparison.completed),
      completed_target: completed,
      batched: meansOf(ours),
      nearest: meansOf(limit),
    };
  }
  return evidence;
}

function gatherFrontier(deps: TraceDeps, size: Size, log: (line: string) => void): Figure {
  const settings = defaultLabSettings();
  const small = { ...size, seeds: Math.min(size.seeds, FRONTIER_SEEDS), traces: 'frontier' };
  const limits = new Map(
    targets.map(({ scenario }) => [scenario, runPolicy(deps, scenario, small, 'nearest', settings)]),
  );
  return frontier.map((point): Figure => {
    const figures: Record<string, Figure> = {};
    const texts: string[] = [];
    for (const { scenario } of targets) {
      const ours = runPolicy(deps, scenario, small, 'batched', settingsOf(settings, point));
      const { wait, completed } = compareFigures(ours, limits.get(scenario) ?? []);
      const gini = meanOf(ours, ({ earnings_gini }) => earnings_gini);
      const p95 = meanOf(ours, ({ wait_p95_secs }) => wait_p95_secs);
      figures[scenario] = {
        wait: rounded(wait.ratio),
        completed: rounded(completed.ratio),
        wait_p95_secs: rounded(p95),
        earnings_gini: rounded(gini),
      };
      texts.push(
        `${wait.ratio.toFixed(2)}× ${completed.ratio.toFixed(3)}× p95 ${p95.toFixed(0)} Gini ${gini.toFixed(3)}`,
      );
    }
    log(`${point.name} | ${texts.join(' | ')}`);
    return { name: point.name, ...figures };
  });
}

/** Total waiting time over that of the clairvoyant optimum, by number of requests. */
function compareSmallTraces(deps: TraceDeps, traces: number, log: (line: string) => void): Figure {
  const settings = defaultLabSettings();
  const found: Record<string, Figure> = {};
  for (const size of smallSizes) {
    const interval = ratioInterval(
      Array.from({ length: traces }, (_, index) =>
        compareWithOptimum(deps, settings, `small ${index + 1}`, size),
      ),
    );
    const { ratio, low, high } = interval;
    log(
      `${size} requests: ${ratio.toFixed(3)} × the clairvoyant optimum (${low.toFixed(3)} to ${high.toFixed(3)}); target ${OPTIMUM_LIMIT}`,
    );
    found[size] = intervalFigure(interval);
  }
  return found;
}

export const benchmark: Benchmark = {
  name: 'policies',
  unit: 's',
  about:
    'mean seconds from request to pickup under batched, balanced load; the limit is nearest on the same traces',
  options: {
    seeds: 'traces of each scenario (20)',
    requests: 'requests of each trace (from the load of the scenario)',
    small: 'traces of 12 requests compared with the clairvoyant optimum, whole and in part (40)',
    frontier: 'yes: also vary each term, which takes about ten minutes more',
  },
  async run(log, options) {
    const deps = {
      city: createLabCity(readAddresses(readFileSync(MONTEVIDEO))),
      travel: createTravelTimes(),
    };
    const requests = options.requests === undefined ? null : countOf(options, 'requests', 1);
    const size = { seeds: countOf(options, 'seeds', 20), requests, traces: 'held-out' };
    const { scenarios, balanced } = gatherEvidence(deps, size, log);
    const traces = countOf(options, 'small', 40);
    const optimum = compareSmallTraces(deps, traces, log);
    const points = options.frontier === 'yes' ? gatherFrontier(deps, size, log) : null;
    const waits = (figures: readonly LabFigures[] = []) =>
      figures.map(({ wait_mean_secs }) => wait_mean_secs);
    const ours = percentile(waits(balanced?.ours), 50);
    const limit = percentile(waits(balanced?.limit), 50);
    return {
      name: 'policies',
      unit: 's',
      ours: rounded(ours),
      limit: rounded(limit),
      ratio: rounded(balanced?.wait.ratio ?? Number.NaN),
      p50: rounded(ours),
      p95: rounded(percentile(waits(balanced?.ours), 95)),
      limit_p95: rounded(percentile(waits(balanced?.limit), 95)),
      pairs: size.seeds,
      samples: size.seeds,
      more: {
        scenarios,
        clairvoyant: { limit: OPTIMUM_LIMIT, traces, by_requests: optimum },
        frontier: points,
      },
    };
  },
};
