// npm run prove -- meter: synthetic trips on the roads of the demonstration city, honest and dishonest.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildRoadGraph } from '../../apps/server/src/adapters/maps/valhalla/build-road-graph.ts';
import { createInProcessEngine } from '../../apps/server/src/adapters/maps/valhalla/valhalla-engine.ts';
import { createValhallaRouter } from '../../apps/server/src/adapters/maps/valhalla/valhalla-router.ts';
import type { Proof } from '../lib/proof.ts';
import { proveMeter } from './prove-meter.ts';

const MAP_FILE = join(import.meta.dirname, '..', '..', 'data', 'montevideo.osm.pbf');
/** The box of the demonstration city, in degrees. */
const AREA = { west: -56.5, south: -35, east: -56, north: -34.7 };
/** Number of each kind, which gives more than 2,000 trips. */
const TRIPS = { trips: 55, plantedTrips: 8 };
const FEW_TRIPS = { trips: 2, plantedTrips: 1 };

export const proof: Proof = {
  name: 'meter',
  about: 'honest trips are measured within 2 % in the median, dishonest ones never exceed the fare tolerance',
  async run(log, { isShort }) {
    const folder = mkdtempSync(join(tmpdir(), 'kerb-meter-'));
    try {
      if (!(await buildRoadGraph(MAP_FILE, folder)))
        throw new Error('The routing programs do not run on this platform');
      const roads = createValhallaRouter(createInProcessEngine());
      roads.use({ graphFolder: folder, ...AREA });
      return await proveMeter({ roads, ...(isShort ? FEW_TRIPS : TRIPS), log });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
