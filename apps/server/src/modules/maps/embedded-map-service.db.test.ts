// Tests of the embedded map service with the whole demonstration city: the port's contract, and realistic queries.
import { readFileSync } from 'node:fs';
import { distanceKm } from '@kerb/domain/geo';
import { arrivalTimes, buildRoadGraph } from '@kerb/roads';
import { montevideoQuarters, seededRandom } from '@kerb/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../adapters/clock/system-clock.ts';
import { describeMapService } from '../../adapters/maps/map-service.contract.ts';
import {
  createRoutingQueue,
  defaultQueueLimits,
  type RoutingQueue,
} from '../../adapters/maps/routing-queue.ts';
import { createInProcessEngine, type ValhallaEngine } from '../../adapters/maps/valhalla/valhalla-engine.ts';
import { createValhallaRouter } from '../../adapters/maps/valhalla/valhalla-router.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/testing/test-database.ts';
import type { RoadRouter } from '../../ports/roads.ts';
import { createMapsModule, type MapsApi } from './index.ts';
import { readOsmPbf } from './osm/read-osm-pbf.ts';
import { demonstrationCity, ensureCity } from './testing/ensure-city.ts';

let database: TestDatabase;
let dataDir: string;
let maps: MapsApi;

/** Opens a router for the city of this file. */
async function openRouter(queue: RoutingQueue): Promise<RoadRouter> {
  const router = createValhallaRouter(createInProcessEngine(), queue);
  const { api } = createMapsModule({
    pool: database.pool,
    clock: systemClock,
    dataDir,
    glyphsFolder: dataDir,
    roads: router,
  });
  expect(await api.reload()).toBe(true);
  return router;
}

async function openMaps(pool: TestDatabase['pool'], engine: ValhallaEngine): Promise<MapsApi> {
  const { api } = createMapsModule({
    pool,
    clock: systemClock,
    dataDir,
    glyphsFolder: dataDir,
    roads: createValhallaRouter(engine),
  });
  expect(await api.reload()).toBe(true);
  return api;
}

beforeAll(async () => {
  database = await createTestDatabase();
  ({ dataDir } = await ensureCity(database.connectionString));
  maps = await openMaps(database.pool, createInProcessEngine());
}, 120_000);
afterAll(() => database.close());

describeMapService('The embedded city', async () => {
  const inner = createInProcessEngine();
  const broken = { isBroken: false };
  const failing = () => (broken.isBroken ? Promise.reject(new Error('broken by the test')) : undefined);
  const engine: ValhallaEngine = {
    use: inner.use,
    call: (action, query) => failing() ?? inner.call(action, query),
  };
  const pool = new Proxy(database.pool, {
    get: (target, name) =>
      name === 'query'
        ? (...query: Parameters<typeof target.query>) => failing() ?? target.query(...query)
        : Reflect.get(target, name),
  });
  const { service } = await openMaps(pool, engine);
  return {
    service,
    fail: async () => {
      broken.isBroken = true;
    },
    close: async () => undefined,
  };
});

describe('autocomplete', () => {
  const first = async (q: string, near?: { lat: number; lng: number }) =>
    (await maps.service.autocomplete(q, { limit: 5, near }))[0]?.description;

  it.each([
    ['aven 18 julio', 'Avenida 18 de Julio, Centro, Montevideo'],
    ['boulevar artigas', 'Bulevar General Artigas, Punta Carretas, Montevideo'],
    ['18 de Julio 1453', 'Avenida 18 de Julio 1453, Centro, Montevideo'],
    ['18 de julio 1453, montevideo', 'Avenida 18 de Julio 1453, Centro, Montevideo'],
    ['ejido 1275', 'Ejido 1275, Centro, Montevideo'],
    ['Gral Flores 2345', 'Avenida General Flores 2345, Villa Muñoz, Montevideo'],
    ['8 de octubre 2738', 'Avenida 8 de Octubre 2738, La Blanqueada, Montevideo'],
    ['18 de Julio y Ejido', 'Avenida 18 de Julio y Ejido, Centro, Montevideo'],
    ['colonia esq. ejido', 'Colonia y Ejido, Centro, Montevideo'],
    ['teatro solis', 'Teatro Solís, Barrio Sur, Montevideo'],
    ['hospital britanico', 'Hospital Británico, La Blanqueada, Montevideo'],
    ['estadio centenrio', 'Estadio Centenario, Parque Batlle, Montevideo'],
    ['terminal tres cruces', 'Terminal Tres Cruces, La Comercial, Montevideo'],
    ['pocitos', 'Pocitos, Montevideo'],
    ['luis alberto de herera 1290', 'Avenida Luis Alberto de Herrera 1290, Pocitos, Montevideo'],
  ])('%s → %s', async (query, expected) => {
    expect(await first(query)).toBe(expected);
  });

  it('finds the nearest house number when the requested one is not on the map', async () => {
    expect(await first('avenida italia 3018')).toMatch(/^Avenida Italia 30[12]\d, La Blanqueada/);
  });

  it('sorts the nearer of two places with the same name first', async () => {
    const inTheWest = await first('farmashop', { lat: -34.8797, lng: -56.2528 });
    const inTheEast = await first('farmashop', { lat: -34.8889, lng: -56.0594 });
    expect(inTheWest).not.toBe(inTheEast);
  });

  it('finds more than 95 % of a sample of addresses by their description', async () => {
    const { rows } = await database.pool.query<{ text: string; id: number }>(
      `select s.name || ' ' || a.label as text, a.id from maps_addresses a
       join maps_streets s on s.id = a.street_id where a.is_main and a.id % 2500 = 0 order by a.id`,
    );
    expect(rows.length).toBeGreaterThan(50);
    const found = await Promise.all(
      rows.map(
        async ({ text }) => (await first(text))?.toLowerCase().startsWith(`${text.toLowerCase()},`) ?? false,
      ),
    );
    expect(found.filter(Boolean).length / rows.length).toBeGreaterThan(0.95);
  });
});

describe('places', () => {
  it('have the same ids after another import of the same file', async () => {
    const other = await createTestDatabase();
    try {
      await ensureCity(other.connectionString);
      const { service } = await openMaps(other.pool, createInProcessEngine());
      const query = ['Ejido 1275', { limit: 3 }] as const;
      expect(await service.autocomplete(...query)).toEqual(await maps.service.autocomplete(...query));
    } finally {
      await other.close();
    }
  }, 60_000);

  it('reverse geocoding returns the street where no house number is near', async () => {
    const highway = await maps.service.reverse({ lat: -34.8355, lng: -55.9935 });
    expect(highway).toMatch(/, Montevideo$/);
  });
});

it('the city’s centre is its densest part, not the middle of its bounding box', () => {
  const { center } = maps.city();
  const centro = { lat: -34.9059, lng: -56.1913 };
  expect(distanceKm(center, centro)).toBeLessThan(2);
});

describe('routes', () => {
  it('obey one-way streets: there and back are different routes', async () => {
    const a = { lat: -34.9066, lng: -56.1935 };
    const b = { lat: -34.9058, lng: -56.1859 };
    const [there, back] = await Promise.all([maps.service.directions(a, b), maps.service.directions(b, a)]);
    expect(there.polylinePoints).not.toBe(back.polylinePoints);
    for (const way of [there, back]) expect(way.distance_in_km).toBeLessThan(2.5);
  });

  it('agree with arrival times to within five per cent on average', async () => {
    const random = seededRandom(20_264);
    const centre = { lat: -34.9066, lng: -56.1935 };
    const somewhere = () => {
      const { lat, lng } = montevideoQuarters[Math.floor(random() * montevideoQuarters.length)] ?? centre;
      return { lat: lat + (random() - 0.5) * 0.02, lng: lng + (random() - 0.5) * 0.02 };
    };
    // The graph is built here, because the file on this machine may be of an earlier version of the format.
    const graph = buildRoadGraph(readOsmPbf(readFileSync(demonstrationCity())));
    const errors: number[] = [];
    while (errors.length < 80) {
      const start = somewhere();
      const dest = somewhere();
      const straight = distanceKm(start, dest);
      if (straight < 0.5 || straight > 8) continue;
      const route = await maps.service.directions(start, dest).catch(() => null);
      const [arrival] = arrivalTimes(graph, dest, [start]);
      if (route) errors.push(Math.abs((arrival?.seconds ?? 0) / route.time_in_secs - 1));
    }
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.05);
  });

  it('cross the city in a plausible distance and time', async () => {
    const across = await maps.service.directions(
      { lat: -34.9065, lng: -56.2089 },
      { lat: -34.8797, lng: -56.0625 },
    );
    expect(across.distance_in_km).toBeGreaterThan(14);
    expect(across.distance_in_km).toBeLessThan(22);
    expect(across.time_in_secs).toBeGreaterThan(12 * 60);
    expect(across.time_in_secs).toBeLessThan(45 * 60);
  });

  it('of every kind are computed concurrently without a failure', async () => {
    const router = await openRouter(createRoutingQueue({ ...defaultQueueLimits, slots: 4 }));
    const from = { lat: -34.9066, lng: -56.1935 };
    const near = (nth: number) => ({ lat: from.lat + nth * 0.0001, lng: from.lng + nth * 0.0003 });
    const path = Array.from({ length: 20 }, (_, nth) => near(nth));
    const kinds = [
      (nth: number) => router.directions([from, near(30 + nth)], { lane: 'estimates' }),
      (nth: number) => router.distanceMatrix([from, near(nth)], path.slice(0, 5), { lane: 'dispatch' }),
      () => router.matchTrace(path),
      (nth: number) => router.nearestStreet(near(nth), { lane: 'previews' }),
    ];
    const calls = Array.from({ length: 200 }, (_, nth) => kinds[nth % kinds.length]?.(nth % 40));
    const failures = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
    expect(failures).toEqual([]);
  });

  it('that fail have the error of the routing engine as cause', async () => {
    const reason = new Error('The graph cannot be read');
    const router = createValhallaRouter({ use: () => undefined, call: () => Promise.reject(reason) });
    const here = { lat: -34.9066, lng: -56.1935 };
    const failed = router.directions([here, here]);
    await expect(failed).rejects.toMatchObject({ code: 'google_places_error', cause: reason });
  });
});
