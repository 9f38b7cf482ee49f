// Benchmark of dispatch under load: the delay until bookings get their offers, and its cost, with many drivers and with
// a tenth of them.
import { dispatchPolicy } from '@kerb/domain/settings';
import { runDispatch } from './dispatch/dispatch-run.ts';
import { ratiosOf, tableOf, targetsOf } from './dispatch/figures.ts';
import type { Benchmark, OptionValues } from './lib/benchmark.ts';

/** Size of the smaller fleet as a share of the larger one. */
const SMALL_SHARE = 0.1;

function countOf(options: OptionValues, name: string, otherwise: number): number {
  const value = Number(options[name] ?? otherwise);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is a whole number from 1 on`);
  return value;
}

export const benchmark: Benchmark = {
  name: 'dispatch',
  unit: 'ms',
  about:
    'from a booking to its first offers (p95), 20 bookings a second beside 3,000 drivers; the limit is the target of 1 s, or one batch',
  options: {
    drivers: 'drivers on duty (3000); a second run has a tenth of them',
    rate: 'bookings a second (20)',
    seconds: 'how long bookings are sent (60)',
    policy: 'broadcast (default), nearest or batched',
    statements: 'yes: lists the statements sent most',
  },
  async run(log, options) {
    const drivers = countOf(options, 'drivers', 3000);
    const run = {
      rate: countOf(options, 'rate', 20),
      seconds: countOf(options, 'seconds', 60),
      policy: dispatchPolicy.parse(options.policy ?? 'broadcast'),
    };
    const listsStatements = options.statements === 'yes';
    const targets = targetsOf(run.policy);
    const small = await runDispatch(
      { ...run, listsStatements, drivers: Math.max(1, Math.round(drivers * SMALL_SHARE)) },
      log,
    );
    const large = await runDispatch({ ...run, listsStatements, drivers }, log);
    const ratios = ratiosOf(large, small);
    log(`${run.policy}\n${tableOf(small, large, ratios, targets)}`);
    return {
      name: 'dispatch',
      unit: 'ms',
      ours: large.offers_out_p95_ms,
      limit: targets.offers_out_p95_ms,
      ratio: large.offers_out_p95_ms / targets.offers_out_p95_ms,
      p50: large.offers_out_p50_ms,
      p95: large.offers_out_p95_ms,
      limit_p95: targets.offers_out_p95_ms,
      pairs: 1,
      samples: large.bookings,
      more: { ...run, targets, small, large, ratios },
    };
  },
};
