// Tests of importing a city: a small city is served at once, and an invalid file leaves the previous city in use.
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeRoadGraph } from '@kerb/roads';
import { type OsmData, writeOsmPbf } from '@kerb/testing/osm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../adapters/clock/system-clock.ts';
import { buildRoadGraph } from '../../adapters/maps/valhalla/build-road-graph.ts';
import { createInProcessEngine } from '../../adapters/maps/valhalla/valhalla-engine.ts';
import { createValhallaRouter } from '../../adapters/maps/valhalla/valhalla-router.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/testing/test-database.ts';
import type { RoadRouter } from '../../ports/roads.ts';
import { CityFileError, createMapsModule, importCity, type MapsApi } from './index.ts';

let database: TestDatabase;
let maps: MapsApi;
const folder = mkdtempSync(join(tmpdir(), 'kerb-import-'));
const dataDir = join(folder, 'data');

/** A city with a grid of named streets, 100 m apart, and a door at every corner. */
function gridCity(name: string, size: number): OsmData {
  const idAt = (row: number, column: number) => 1 + row * size + column;
  const at = (row: number, column: number) => ({
    latE7: Math.round((-34.9 + row * 0.0009) * 1e7),
    lngE7: Math.round((-56.2 + column * 0.0011) * 1e7),
  });
  const cells = Array.from({ length: size * size }, (_, i) => [Math.floor(i / size), i % size] as const);
  const line = Array.from({ length: size }, (_, i) => i);
  const street = (id: number, title: string, refs: number[]) => ({
    id,
    refs,
    tags: { highway: 'residential', name: title },
  });
  return {
    nodes: [
      ...cells.map(([row, column]) => ({ id: idAt(row, column), ...at(row, column), tags: {} })),
      ...cells.map(([row, column], i) => ({
        id: 10_000 + i,
        ...at(row + 0.1, column + 0.1),
        tags: { 'addr:street': `Row ${row}`, 'addr:housenumber': String(100 + column), 'addr:city': name },
      })),
    ],
    ways: [
      ...line.map((row) =>
        street(
          500 + row,
          `Row ${row}`,
          line.map((column) => idAt(row, column)),
        ),
      ),
      ...line.map((column) =>
        street(
          700 + column,
          `Column ${column}`,
          line.map((row) => idAt(row, column)),
        ),
      ),
    ],
    relations: [],
  };
}

function fileOf(name: string, bytes: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const run = (pbfPath: string, keepExisting = false) =>
  importCity({ pbfPath, dataDir, databaseUrl: database.connectionString, buildRoadGraph, keepExisting });
const first = async (q: string) => (await maps.service.autocomplete(q, { limit: 3 }))[0]?.description;
const gridFile = writeOsmPbf(gridCity('Gridville', 12), 'a test');

beforeAll(async () => {
  database = await createTestDatabase();
  const roads = createValhallaRouter(createInProcessEngine());
  maps = createMapsModule({
    pool: database.pool,
    clock: systemClock,
    dataDir,
    glyphsFolder: folder,
    roads,
  }).api;
}, 60_000);
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('importing a city', () => {
  it('reports that there is no city before the first import', async () => {
    expect(await maps.reload()).toBe(false);
    expect(() => maps.city()).toThrow('No city has been imported yet');
  });

  it('serves the city of the file', async () => {
    const result = await run(fileOf('grid.osm.pbf', gridFile));
    expect(result).toMatchObject({
      imported: true,
      city: { name: 'Gridville' },
      contents: { roads: 24, addresses: 144 },
    });
    expect(await maps.reload()).toBe(true);
    // The city has no named place, so its centre is the middle of its box.
    const { center, south, north, west, east } = maps.city();
    expect(center).toEqual({ lat: (south + north) / 2, lng: (west + east) / 2 });
    expect(await first('row 3 105')).toBe('Row 3 105, Gridville');
    expect(await first('row 3 y column 4')).toBe('Row 3 y Column 4, Gridville');
    const route = await maps.service.directions({ lat: -34.9, lng: -56.2 }, { lat: -34.8919, lng: -56.1901 });
    expect(route.distance_in_km).toBeGreaterThan(1.7);
    expect(route.distance_in_km).toBeLessThan(2.2);
  });

  it('writes the road graph for arrival times, and again when it is missing or damaged', async () => {
    const [city = ''] = readdirSync(join(dataDir, 'cities'));
    const file = join(dataDir, 'cities', city, 'streets.graph');
    const written = readFileSync(file);
    expect(() => decodeRoadGraph(written)).not.toThrow();
    rmSync(file);
    await run(join(folder, 'grid.osm.pbf'));
    expect(readFileSync(file).equals(written)).toBe(true);
    writeFileSync(file, written.subarray(0, written.length / 2));
    await run(join(folder, 'grid.osm.pbf'));
    expect(readFileSync(file).equals(written)).toBe(true);
    expect(readdirSync(join(dataDir, 'cities', city)).sort()).toEqual(['roads', 'streets.graph', 'tiles']);
  });

  it('computes arrival times with the road graph, and with the router without one', async () => {
    const start = { lat: -34.9, lng: -56.2 };
    const dest = { lat: -34.8919, lng: -56.1901 };
    const calls: string[] = [];
    const router = createValhallaRouter(createInProcessEngine());
    const counted: RoadRouter = {
      ...router,
      distanceMatrix: (...call) => {
        calls.push('matrix');
        return router.distanceMatrix(...call);
      },
    };
    const openAgain = async () => {
      const module = createMapsModule({
        pool: database.pool,
        clock: systemClock,
        dataDir,
        glyphsFolder: folder,
        roads: counted,
      });
      await module.api.reload();
      return module.api.service;
    };
    const [byGraph] = await (await openAgain()).arrivalTimes([start], dest);
    expect(calls).toEqual([]);
    const [city = ''] = readdirSync(join(dataDir, 'cities'));
    rmSync(join(dataDir, 'cities', city, 'streets.graph'));
    const [byRouter] = await (await openAgain()).arrivalTimes([start], dest);
    expect(calls).toEqual(['matrix']);
    expect(Math.abs((byGraph?.distance_in_km ?? 0) - (byRouter?.distance_in_km ?? 9))).toBeLessThan(0.05);
    expect(Math.abs((byGraph?.time_in_secs ?? 0) / (byRouter?.time_in_secs ?? 1) - 1)).toBeLessThan(0.05);
    await run(join(folder, 'grid.osm.pbf'));
  });

  it('does nothing for the same file', async () => {
    expect(await run(join(folder, 'grid.osm.pbf'))).toMatchObject({
      imported: false,
      city: { name: 'Gridville' },
    });
  });

  it.each([
    ['is missing', () => join(folder, 'nowhere.osm.pbf'), 'There is no file'],
    ['is empty', () => fileOf('empty.osm.pbf', Buffer.alloc(0)), 'The file is empty'],
    [
      'is something else',
      () => fileOf('text.osm.pbf', Buffer.from('not a map at all')),
      'not an .osm.pbf file',
    ],
    ['ends early', () => fileOf('cut.osm.pbf', gridFile.subarray(0, -40)), 'ends in the middle of a block'],
    ['is damaged inside', () => fileOf('damaged.osm.pbf', damaged()), 'damaged'],
    [
      'has no roads',
      () => fileOf('no-roads.osm.pbf', writeOsmPbf({ ...gridCity('X', 3), ways: [] }, 'a test')),
      'no roads',
    ],
  ])('refuses a file that %s, and the old city stays', async (_what, makeFile, reason) => {
    const error = await run(makeFile()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CityFileError);
    expect(String(error)).toContain(reason);
    await maps.reload();
    expect(maps.city().name).toBe('Gridville');
    expect(await first('row 3 105')).toBe('Row 3 105, Gridville');
    expect(readdirSync(join(dataDir, 'cities'))).toHaveLength(1);
  });

  it('switches to the next city in one step and forgets the places of the old one', async () => {
    const [old] = await maps.service.autocomplete('row 3 105', { limit: 1 });
    await run(fileOf('other.osm.pbf', writeOsmPbf(gridCity('Othertown', 6), 'a test')));
    expect(maps.city().name).toBe('Gridville');
    expect(await first('row 3 105')).toBe('Row 3 105, Gridville');
    await maps.reload();
    expect(await first('row 3 105')).toBe('Row 3 105, Othertown');
    await expect(maps.service.coordsOf(old?.place_id ?? '')).rejects.toMatchObject({
      code: 'place_to_coords_error',
    });
  });

  it('can keep the city in use, except one of the same file that an older version imported', async () => {
    const other = join(folder, 'other.osm.pbf');
    expect(await run(join(folder, 'grid.osm.pbf'), true)).toMatchObject({
      imported: false,
      city: { name: 'Othertown' },
    });
    const { rows } = await database.pool.query<{ start: string }>(
      "update maps_cities set format = 0 where active returning left(file_hash, 16) || '-' as start",
    );
    const start = join(dataDir, 'cities', rows[0]?.start ?? '');
    renameSync(`${start}1`, `${start}0`);
    expect(await run(other, true)).toMatchObject({ imported: true, city: { name: 'Othertown' } });
  });

  it('drops the tables of the city before the last one', async () => {
    await run(fileOf('third.osm.pbf', writeOsmPbf(gridCity('Thirdville', 4), 'a test')));
    const { rows } = await database.pool.query(
      "select substring(relname from '[0-9]+$') as city from pg_class where relkind = 'r' and relname ~ '^maps_streets_[0-9]+$'",
    );
    const { rows: cities } = await database.pool.query('select id from maps_cities');
    expect(rows).toHaveLength(2);
    expect(cities).toHaveLength(2);
  });
});

function damaged(): Buffer {
  const bytes = Buffer.from(gridFile);
  bytes.fill(0xff, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 60);
  return bytes;
}
