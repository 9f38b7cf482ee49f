// The assignment policies: who is asked, and in which order.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Candidate, chooseDrivers } from './choose-drivers.ts';

const candidate = fc.record<Candidate>({
  driver: fc.uuid(),
  distance_km: fc.double({ min: 0, max: 10, noNaN: true }),
  eta_secs: fc.option(fc.integer({ min: 0, max: 3600 })),
  timesAsked: fc.integer({ min: 0, max: 3 }),
});
const candidates = fc.uniqueArray(candidate, { selector: (one) => one.driver, maxLength: 20 });

test('broadcast asks every candidate once, whatever their order', () => {
  fc.assert(
    fc.property(candidates, (list) => {
      const asked = chooseDrivers('broadcast', list);
      expect(asked.toSorted()).toEqual(list.map(({ driver }) => driver).toSorted());
      expect(chooseDrivers('broadcast', list.toReversed())).toEqual(asked);
    }),
  );
});

test('nearest asks one driver, and nobody was asked less often', () => {
  fc.assert(
    fc.property(candidates, (list) => {
      const asked = chooseDrivers('nearest', list);
      expect(asked).toHaveLength(Math.min(1, list.length));
      const chosen = list.find(({ driver }) => driver === asked[0]);
      for (const other of list) expect(other.timesAsked).toBeGreaterThanOrEqual(chosen?.timesAsked ?? 0);
    }),
  );
});

test('nearest goes by the road and not by the crow', () => {
  const across: Candidate = { driver: 'a', distance_km: 0.3, eta_secs: 600, timesAsked: 0 };
  const along: Candidate = { driver: 'b', distance_km: 2, eta_secs: 200, timesAsked: 0 };
  const unknown: Candidate = { driver: 'c', distance_km: 0.1, eta_secs: null, timesAsked: 0 };
  expect(chooseDrivers('nearest', [across, along, unknown])).toEqual(['b']);
  expect(chooseDrivers('broadcast', [unknown, across, along])).toEqual(['b', 'a', 'c']);
});

test('nearest goes on to the next driver after one who did not answer', () => {
  const silent: Candidate = { driver: 'a', distance_km: 1, eta_secs: 60, timesAsked: 1 };
  const next: Candidate = { driver: 'b', distance_km: 3, eta_secs: 300, timesAsked: 0 };
  expect(chooseDrivers('nearest', [silent, next])).toEqual(['b']);
});
