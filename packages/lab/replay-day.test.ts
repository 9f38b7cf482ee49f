// Tests replayed days: repeatable results, progress reports, and drivers who serve only their car type.
import { defaultBatchTerms } from '@kerb/domain/dispatch';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { expect, it } from 'vitest';
import { createRandom } from './random.ts';
import { REPLAY_SEEDS, type ReplayTerms, replayDay } from './replay-day.ts';
import { createTravelTimes } from './travel-times.ts';

const random = createRandom('day');
const place = () => ({ lat: -34.87 + 0.02 * random.normal(), lng: -56.17 + 0.02 * random.normal() });
const requests = Array.from({ length: 40 }, (_, index) => ({
  id: `b${index}`,
  at: index * 2 * MS_PER_MINUTE,
  pickup: place(),
  drop: place(),
  carType: 'economy',
}));
const duty = [0, 1].map((hour) => ({ hour, drivers: 8, carType: 'economy' }));
const terms: ReplayTerms = {
  policy: 'nearest',
  fleet: { percent: 100 },
  settings: {
    offerSeconds: 30,
    broadcastLimit: 15,
    candidateLimit: 40,
    driverRadius: 10,
    batchSeconds: 3,
    batch: defaultBatchTerms,
  },
};
const day = { requests, duty, until: 80 * MS_PER_MINUTE, baseline: terms, travel: createTravelTimes() };
const servedBy = (figures: ReturnType<typeof replayDay>['figures']) =>
  figures.find(({ figure }) => figure === 'served_share');

it('finds no difference between the same settings, and reports every run', () => {
  const runs: number[] = [];
  const replay = replayDay({ ...day, alternative: terms, onRun: (done) => runs.push(done) });
  expect(runs).toEqual(Array.from({ length: 2 * REPLAY_SEEDS }, (_, index) => index + 1));
  for (const { difference, beyond_chance } of replay.figures) {
    expect(difference).toEqual({ mean: 0, low: 0, high: 0 });
    expect(beyond_chance).toBe(false);
  }
  expect(servedBy(replay.figures)?.baseline?.mean).toBeGreaterThan(0.5);
  expect(replay.hours.map(({ hour, requests: asked }) => [hour, asked])).toEqual([
    [0, 30],
    [1, 10],
  ]);
});

it('serves fewer riders with a fifth of the drivers, beyond chance', () => {
  const replay = replayDay({ ...day, alternative: { ...terms, fleet: { percent: 20 } } });
  const served = servedBy(replay.figures);
  expect(served?.beyond_chance).toBe(true);
  expect(served?.difference?.mean).toBeLessThan(-0.1);
  expect(replay.drivers).toMatchObject({ baseline: { most: 8 }, alternative: { most: 2 } });
});

it.each(['nearest', 'broadcast'] as const)('lets %s offer the next trip before the end of one', (policy) => {
  const scarce = { ...terms, policy, fleet: { drivers: 2 } };
  const settings = { ...terms.settings, followOnSeconds: 600 };
  const replay = replayDay({ ...day, baseline: scarce, alternative: { ...scarce, settings } });
  expect(servedBy(replay.figures)?.difference?.mean).not.toBe(0);
});

it.each(['nearest', 'batched', 'broadcast'] as const)('gives %s only drivers of the car type', (policy) => {
  const vans = requests.map((request) => ({ ...request, carType: 'van' }));
  const replay = replayDay({ ...day, requests: vans, alternative: { ...terms, policy } });
  expect(servedBy(replay.figures)).toMatchObject({ baseline: { mean: 0 }, alternative: { mean: 0 } });
});
