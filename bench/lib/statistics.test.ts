// Tests of medians and percentiles against small samples computed by hand.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runPairs } from './benchmark.ts';
import { median, percentile } from './statistics.ts';

const samples = fc.array(fc.double({ min: 0, max: 1000, noNaN: true }), { minLength: 1, maxLength: 60 });

describe('statistics', () => {
  it('computes the median of odd and even counts', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([])).toBeNaN();
  });

  it('takes the smallest sample that the given share does not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(percentile(hundred, 95)).toBe(95);
    expect(percentile(hundred, 50)).toBe(50);
    expect(percentile([7], 95)).toBe(7);
    expect(percentile([], 95)).toBeNaN();
  });

  it('returns samples only, with p50 never above p95', () => {
    fc.assert(
      fc.property(samples, (values) => {
        const p50 = percentile(values, 50);
        const p95 = percentile(values, 95);
        expect(p50).toBeLessThanOrEqual(p95);
        expect(values).toContain(p50);
        expect(values).toContain(p95);
      }),
    );
  });
});

describe('runPairs', () => {
  it('alternates the two sides and compares the medians', async () => {
    const order: string[] = [];
    const report = await runPairs({
      name: 'x',
      unit: 'ms',
      pairs: 5,
      log: () => undefined,
      ours: async (pair) => {
        order.push('ours');
        return [10 + pair, 30];
      },
      limit: async () => {
        order.push('limit');
        return [11];
      },
    });
    expect(order).toEqual(Array.from({ length: 5 }, () => ['ours', 'limit']).flat());
    expect(report).toMatchObject({ ours: 21, limit: 11, ratio: 1.909, samples: 10, p95: 30 });
  });
});
