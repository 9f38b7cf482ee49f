// Short form of the meter proof: every kind of trace once on the roads of the demonstration city.
import { beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../apps/server/src/adapters/clock/system-clock.ts';
import { createInProcessEngine } from '../../apps/server/src/adapters/maps/valhalla/valhalla-engine.ts';
import { createValhallaRouter } from '../../apps/server/src/adapters/maps/valhalla/valhalla-router.ts';
import { createTestDatabase, testDataFolder } from '../../apps/server/src/kit/testing/test-database.ts';
import { createMapsModule } from '../../apps/server/src/modules/maps/index.ts';
import type { ProofReport } from '../lib/proof.ts';
import { dishonestTraces } from './dishonest-traces.ts';
import { honestTraces, sparseTraces } from './honest-traces.ts';
import { proveMeter } from './prove-meter.ts';

const TRIPS = 1;
/** One fault for each step: selection of positions, routes, and the collected amount. */
const FAULTS = [
  'each position is granted its accuracy again',
  'no position is out of reach',
  'no road is too far to be driven in its time',
  'a fare is collected however far it exceeds its quote',
];
let report: ProofReport;
beforeAll(async () => {
  const database = await createTestDatabase({ city: true });
  const roads = createValhallaRouter(createInProcessEngine());
  const dataDir = testDataFolder();
  const { api } = createMapsModule({
    pool: database.pool,
    clock: systemClock,
    dataDir,
    glyphsFolder: dataDir,
    roads,
  });
  expect(await api.reload()).toBe(true);
  report = await proveMeter({
    roads,
    trips: TRIPS,
    plantedTrips: 1,
    faults: FAULTS,
    log: () => undefined,
  });
  await database.close();
}, 300_000);

test('planted faults are found', () => {
  expect(report.planted).toHaveLength(FAULTS.length);
  expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
});

test('honest trips are measured within the limits, and manipulated ones add nothing to the fare', () => {
  const kinds = [honestTraces, sparseTraces, dishonestTraces].flatMap((traces) => Object.keys(traces));
  expect(report.violations).toEqual([]);
  expect(report.tried).toBe(kinds.length * TRIPS);
  expect(Object.keys(dishonestTraces).length).toBeGreaterThanOrEqual(20);
});
