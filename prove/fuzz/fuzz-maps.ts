// Imports changed map files. Each becomes a city or is rejected with a reason, within limits of time and memory, and a
// rejected file leaves the map in use unchanged.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { buildRoadGraph } from '../../apps/server/src/adapters/maps/valhalla/build-road-graph.ts';
import { importCity } from '../../apps/server/src/modules/maps/index.ts';
import { killProgram, nextMessage, startProgram } from '../lib/child-process.ts';
import type { PlantedFault } from '../lib/proof.ts';
import { seededDraw } from './change-input.ts';
import { fewestChanges } from './fewest-changes.ts';
import type { Fuzzed } from './fuzz-routes.ts';
import { insideOf, inTime } from './judge-answer.ts';
import type { MapOrder, MapPlant, MapResult, MapTask } from './map-files.child.ts';
import { changedMap, drawMapChanges, type MapChange, mapFileOf } from './odd-maps.ts';

const SEED = 20_260_315;
/** The file has 59 nodes, so exceeding the limits is caused by its changed content. */
const WITHIN_MS = 8_000;
const PEAK_BYTES = 800 * 1024 * 1024;
const WHOLE_WITHIN_MS = 60_000;
/** How long the planted endless loop is waited for, in ms. */
const PLANTED_WITHIN_MS = 3_000;

export interface MapRound {
  readonly databaseUrl: string;
  /** Number of changed files that are prepared. */
  readonly files: number;
  /** Number of files that go through the complete import, including the road graph and the activation. */
  readonly whole: number;
}

interface PreparedMap {
  readonly plant: MapPlant;
  readonly withinMs: number;
}

const unmodified: PreparedMap = { plant: null, withinMs: WITHIN_MS };

interface Preparer {
  /** The violation in the outcome of a file; null without one. */
  faultOf(file: Buffer, how?: PreparedMap): Promise<string | null>;
  close(): Promise<void>;
}

function faultOfResult({ outcome, reason, peakBytes }: MapResult): string | null {
  if (peakBytes > PEAK_BYTES) return `it took ${Math.round(peakBytes / 1024 / 1024)} MB`;
  if (outcome === 'failed') return `it failed: ${reason.slice(0, 200)}`;
  const inside = outcome === 'refused' ? insideOf(reason) : null;
  return inside === null ? null : `the reason shows "${inside}"`;
}

/** Prepares files in a child process, which is restarted when it hangs. */
function createPreparer(databaseUrl: string): Preparer {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-fuzz-maps-'));
  const program = join(import.meta.dirname, 'map-files.child.ts');
  const task: MapTask = { databaseUrl };
  let starting: Promise<ReturnType<typeof startProgram>> | null = null;

  async function start() {
    const child = startProgram(program, task);
    await nextMessage(child);
    return child;
  }

  return {
    async faultOf(file, { plant, withinMs } = unmodified) {
      const path = join(folder, 'city.osm.pbf');
      writeFileSync(path, file);
      starting ??= start();
      const child = await starting;
      const answer = nextMessage(child);
      const order: MapOrder = { pbfPath: path, plant };
      child.send(order);
      try {
        const result = await inTime(answer, withinMs);
        const fault = faultOfResult(result as MapResult);
        // The peak memory is measured from this file on.
        if (fault !== null) {
          starting = null;
          await killProgram(child);
        }
        return fault;
      } catch (error) {
        answer.catch(() => undefined);
        starting = null;
        if (child.exitCode === null && child.signalCode === null) await killProgram(child);
        return error instanceof Error ? error.message : String(error);
      }
    },
    async close() {
      const child = await starting;
      if (child) await killProgram(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const titlesOf = (changes: readonly MapChange[]): string => changes.map(({ title }) => title).join('; ');

async function fuzzFiles(
  preparer: Preparer,
  files: number,
  { most = Number.POSITIVE_INFINITY, how = unmodified }: { most?: number; how?: PreparedMap } = {},
): Promise<Fuzzed> {
  const draw = seededDraw(SEED);
  const out: Fuzzed = { tried: 1, violations: [] };
  const seen = new Set<string>();
  const unchanged = await preparer.faultOf(mapFileOf(), how);
  if (unchanged !== null) out.violations.push(`map file as it is: ${unchanged}`);
  for (let file = 0; file < files && out.violations.length < most; file += 1) {
    const changes = drawMapChanges(draw);
    const fault = await preparer.faultOf(changedMap(changes), how);
    out.tried += 1;
    if (fault === null || seen.has(fault.slice(0, 50))) continue;
    seen.add(fault.slice(0, 50));
    // A violation by a planted fault is only counted.
    if (how.plant !== null) {
      out.violations.push(fault);
      continue;
    }
    const fewest = await fewestChanges(
      changes,
      async (some) => (await preparer.faultOf(changedMap(some), how)) !== null,
    );
    out.violations.push(`map file, ${titlesOf(fewest)}: ${fault}`);
  }
  return out;
}

/** Fingerprint of the map in use: its row, its streets, and a hash of each of its files. */
async function mapInUse(databaseUrl: string, dataDir: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ file_hash: string }>('select * from maps_cities where active');
    const { rows: streets } = await client.query(
      'select * from maps_streets where city_id = (select id from maps_cities where active) order by id',
    );
    const folder = join(dataDir, 'cities');
    const prefix = rows[0]?.file_hash.slice(0, 16) ?? 'no city';
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.startsWith(prefix) && statSync(join(folder, name)).isFile())
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]);
    return JSON.stringify({ city: rows, streets, files });
  } finally {
    await client.end();
  }
}

/** Tables of cities that are not in use, left by a rejected import. */
async function tablesLeft(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relname ~ '^maps_[a-z]+_[0-9]+$'
         and not relname like '%\\_' || (select id from maps_cities where active) order by 1`,
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

type Import = (pbfPath: string, dataDir: string) => Promise<unknown>;

/** Files that are rejected at different steps of an import. */
function refusedFiles(whole: number): readonly MapChange[][] {
  const draw = seededDraw(SEED + 1);
  const lateFailures: MapChange[][] = [
    [{ title: 'a relation after the end', ofBytes: (file) => file.subarray(0, -3) }],
    [
      {
        title: 'roads around the world',
        ofData: (data) => ({
          ...data,
          nodes: data.nodes.map((node, index) => (index === 0 ? { ...node, lngE7: 1_700_000_000 } : node)),
        }),
      },
    ],
    [{ title: 'no ways', ofData: (data) => ({ ...data, ways: [] }) }],
  ];
  return [
    ...lateFailures.slice(0, whole),
    ...Array.from({ length: Math.max(0, whole - lateFailures.length) }, () => drawMapChanges(draw)),
  ];
}

/** Runs complete imports: a rejected one must leave the map in use unchanged. */
async function fuzzWhole(round: MapRound, run: Import): Promise<Fuzzed> {
  const out: Fuzzed = { tried: 0, violations: [] };
  const folder = mkdtempSync(join(tmpdir(), 'kerb-fuzz-import-'));
  const dataDir = join(folder, 'data');
  const path = join(folder, 'city.osm.pbf');
  try {
    writeFileSync(path, mapFileOf());
    await run(path, dataDir);
    for (const changes of refusedFiles(round.whole)) {
      const before = await mapInUse(round.databaseUrl, dataDir);
      writeFileSync(path, changedMap(changes));
      out.tried += 1;
      const error: unknown = await inTime(run(path, dataDir), WHOLE_WITHIN_MS).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      // An accepted file becomes the map in use.
      if (error === null) continue;
      const reason = error instanceof Error ? error.message : String(error);
      if ((await mapInUse(round.databaseUrl, dataDir)) !== before)
        out.violations.push(
          `import, ${titlesOf(changes)}: it was refused (${reason}), and the map in use changed`,
        );
      const left = await tablesLeft(round.databaseUrl);
      if (left.length > 0) out.violations.push(`import, ${titlesOf(changes)}: ${left.join(', ')} were left`);
      if (reason.startsWith('no answer')) out.violations.push(`import, ${titlesOf(changes)}: ${reason}`);
    }
    return out;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const importWith =
  (databaseUrl: string): Import =>
  (pbfPath, dataDir) =>
    importCity({ pbfPath, dataDir, databaseUrl, buildRoadGraph });

/** Planted fault: an import that activates another city before it is rejected. */
const switchingFirst =
  (run: Import, folder: string): Import =>
  (pbfPath, dataDir) =>
    run(pbfPath, dataDir).catch(async (error: unknown) => {
      const other = join(folder, 'other.osm.pbf');
      writeFileSync(other, changedMap([{ title: 'fewer', ofData: (data) => ({ ...data, relations: [] }) }]));
      await run(other, dataDir);
      throw error;
    });

const faults: readonly { plant: MapPlant; fault: string }[] = [
  { plant: 'fails', fault: 'a damaged map file fails inside the importer' },
  { plant: 'loops', fault: 'the import of a damaged map file does not end' },
];
const GIGABYTE = { plant: 'grows' as const, fault: 'a damaged map file takes a gigabyte' };

async function plantWhole(round: MapRound): Promise<PlantedFault> {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-fuzz-other-'));
  try {
    const run = switchingFirst(importWith(round.databaseUrl), folder);
    const { violations } = await fuzzWhole({ ...round, whole: 1 }, run);
    return { fault: 'a refused map file takes the place of the map', caught: violations.length > 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Without complete imports, the slow faults are left out. */
export async function plantMapFaults(round: MapRound): Promise<PlantedFault[]> {
  const isLong = round.whole > 0;
  const preparer = createPreparer(round.databaseUrl);
  const planted: PlantedFault[] = [];
  try {
    for (const { plant, fault } of isLong ? [...faults, GIGABYTE] : faults) {
      const how = { plant, withinMs: PLANTED_WITHIN_MS };
      const { violations } = await fuzzFiles(preparer, round.files, { most: 1, how });
      planted.push({ fault, caught: violations.length > 0 });
    }
  } finally {
    await preparer.close();
  }
  return isLong ? [...planted, await plantWhole(round)] : planted;
}

export async function fuzzMaps(round: MapRound): Promise<Fuzzed> {
  const preparer = createPreparer(round.databaseUrl);
  const prepared = await fuzzFiles(preparer, round.files).finally(() => preparer.close());
  const whole =
    round.whole > 0 ? await fuzzWhole(round, importWith(round.databaseUrl)) : { tried: 0, violations: [] };
  return {
    tried: prepared.tried + whole.tried,
    violations: [...prepared.violations, ...whole.violations],
  };
}
