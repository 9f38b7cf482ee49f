// Benchmark of itemised estimates over HTTP with ten callers, compared with routing the same trips in this process.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LatLng } from '@kerb/domain/geo';
import { demoMobile } from '@kerb/domain/identity';
import { createClient } from '@kerb/sdk/client';
import { montevideoQuarters, seededRandom } from '@kerb/testing';
import { createRoutingQueue } from '../apps/server/src/adapters/maps/routing-queue.ts';
import {
  createInProcessEngine,
  type ValhallaEngine,
} from '../apps/server/src/adapters/maps/valhalla/valhalla-engine.ts';
import { type Benchmark, countOption, type OptionValues, pairsOption, runPairs } from './lib/benchmark.ts';
import { timeEach } from './lib/callers.ts';
import { firstCarType } from './lib/car-type.ts';
import { createHttpCaller, type HttpCaller } from './lib/http-caller.ts';
import { startServer, temporaryFolder } from './lib/server.ts';
import { profileOptions, serverProfile } from './profile/profile-server.ts';

const PAIRS = 5;
const CALLERS = 10;
const TRIPS_A_ROUND = 120;
const WARM_UP = 300;

interface Trip {
  pickup: LatLng;
  drop: LatLng;
}

const SPREAD_DEGREES = 0.006;

function tripMaker(): () => Trip {
  const random = seededRandom(20_261);
  const somewhere = (): LatLng => {
    const quarter = montevideoQuarters[Math.floor(random() * montevideoQuarters.length)] ?? {
      lat: -34.9,
      lng: -56.17,
    };
    const off = () => (random() - 0.5) * SPREAD_DEGREES;
    return { lat: quarter.lat + off(), lng: quarter.lng + off() };
  };
  return () => {
    const pickup = somewhere();
    let drop = somewhere();
    while (Math.abs(drop.lat - pickup.lat) + Math.abs(drop.lng - pickup.lng) < 0.01) drop = somewhere();
    return { pickup, drop };
  };
}

function bareEngine(dataFolder: string): ValhallaEngine {
  const cities = join(dataFolder, 'cities');
  const [city] = readdirSync(cities);
  if (!city) throw new Error(`No city was imported into ${cities}`);
  const engine = createInProcessEngine();
  engine.use(join(cities, city, 'roads'));
  // As many concurrent calls as the server makes, so that both sides use the same threads.
  const queue = createRoutingQueue();
  return { ...engine, call: (...call) => queue.run({ lane: 'estimates' }, () => engine.call(...call)) };
}

const bareRoute = (engine: ValhallaEngine, { pickup, drop }: Trip) =>
  engine.call('route', {
    locations: [pickup, drop].map(({ lat, lng }) => ({ lat, lon: lng })),
    costing: 'auto',
    units: 'kilometers',
    shape_format: 'polyline6',
    language: 'en-US',
  });

async function signIn(baseUrl: string, mobile: string): Promise<HttpCaller> {
  const anyone = createClient({ baseUrl });
  const { verificationId } = await anyone.sendOtp({ body: { mobile } });
  const { items } = await anyone.devInbox({ query: { mobile, limit: 1 } });
  const otp = items[0]?.otp;
  if (!otp) throw new Error(`No code for ${mobile} is in the development inbox`);
  const { token } = await anyone.mobileSignIn({ body: { verificationId, otp } });
  return createHttpCaller(baseUrl, token);
}

export const benchmark: Benchmark = {
  name: 'estimate',
  unit: 'ms',
  about: 'POST /api/v1/estimates by ten callers at once; the limit is the bare route call of the same trips',
  options: { pairs: pairsOption, ...profileOptions },
  async run(log, options: OptionValues) {
    const pairs = countOption(options, 'pairs', PAIRS);
    const profile = await serverProfile(options);
    const folder = temporaryFolder('estimate');
    log('starting a server on a fresh data folder');
    const server = await startServer(folder.path, profile.serverOptions);
    try {
      const engine = bareEngine(server.dataFolder);
      const riders: HttpCaller[] = [];
      for (let n = 1; n <= CALLERS; n += 1)
        riders.push(await signIn(server.origin, demoMobile('simRider', n)));
      const carType = await firstCarType(server.origin);
      const nextTrip = tripMaker();
      const trips = (count: number) => Array.from({ length: count }, nextTrip);
      const place = (at: LatLng) => ({ ...at, add: 'Montevideo' });
      const estimate = ({ pickup, drop }: Trip, caller: number) =>
        riders[caller]?.post('/api/v1/estimates', {
          pickup: place(pickup),
          drop: place(drop),
          carType,
        }) ?? Promise.reject(new Error('There are more callers than riders'));

      await timeEach(trips(WARM_UP), CALLERS, estimate);
      await timeEach(trips(WARM_UP), CALLERS, (trip) => bareRoute(engine, trip));
      // Both sides use the same trips, each only once, so that no response comes from a cache.
      const rounds = Array.from({ length: pairs }, () => trips(TRIPS_A_ROUND));
      const report = await runPairs({
        name: 'estimate',
        unit: 'ms',
        pairs,
        log,
        ours: (pair) => timeEach(rounds[pair] ?? [], CALLERS, estimate),
        limit: (pair) => timeEach(rounds[pair] ?? [], CALLERS, (trip) => bareRoute(engine, trip)),
      });
      const profiled = trips(TRIPS_A_ROUND);
      await profile.draw(server, 'Estimates by ten callers', () => timeEach(profiled, CALLERS, estimate));
      return report;
    } finally {
      await server.stop();
      folder.remove();
    }
  },
};
