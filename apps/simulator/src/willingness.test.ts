// Simulated drivers answer like people: not at once, not all of them, the near ones sooner.

import { createRandom } from '@kerb/lab';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerTo } from './willingness.ts';

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const answers = (pickup_time: number | null) =>
  Array.from({ length: 400 }, (_, n) => answerTo({ pickup_time }, createRandom(`driver ${n}`)));

test('between four and ten seconds, for any task', () => {
  fc.assert(
    fc.property(fc.option(fc.integer({ min: 0, max: 7200 })), fc.string(), (pickup_time, seed) => {
      const { afterMs } = answerTo({ pickup_time }, createRandom(seed));
      expect(afterMs).toBeGreaterThanOrEqual(4000);
      expect(afterMs).toBeLessThanOrEqual(10_000);
    }),
  );
});

test('the near are quicker and likelier, the very far never come', () => {
  const near = answers(60);
  const far = answers(900);
  expect(mean(near.map(({ afterMs }) => afterMs))).toBeLessThan(mean(far.map(({ afterMs }) => afterMs)));
  const share = (list: { accepts: boolean }[]) => list.filter(({ accepts }) => accepts).length / list.length;
  expect(share(near)).toBeGreaterThan(share(far));
  expect(share(near)).toBeLessThan(1);
  expect(share(answers(3600))).toBe(0);
});
