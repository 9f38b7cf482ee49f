// Prepares map files one after the other, like the importer's child process, and reports the outcome of each.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dropOtherCities } from '../../apps/server/src/modules/maps/city.repository.ts';
import { CityFileError } from '../../apps/server/src/modules/maps/osm/read-osm-pbf.ts';
import { prepareCity } from '../../apps/server/src/modules/maps/prepare-city.ts';

/** Planted fault: the child fails, hangs, or uses much memory instead of rejecting a file. */
export type MapPlant = 'fails' | 'loops' | 'grows' | null;

export interface MapTask {
  readonly databaseUrl: string;
}

/** Message to the process for each file. */
export interface MapOrder {
  readonly pbfPath: string;
  readonly plant: MapPlant;
}

export interface MapResult {
  /** Accepted as a city, rejected with a reason, or failed in another way. */
  readonly outcome: 'taken' | 'refused' | 'failed';
  readonly reason: string;
  /** Peak memory of the process since its start, in bytes. */
  readonly peakBytes: number;
}

const GROWTH_BYTES = 900 * 1024 * 1024;

const task: MapTask = JSON.parse(process.argv[2] ?? '{}');
const folder = mkdtempSync(join(tmpdir(), 'kerb-fuzz-map-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('disconnect', () => process.exit(0));

const grown: Buffer[] = [];

function plantIn(plant: MapPlant, reason: string): void {
  if (plant === 'fails') throw new TypeError(`Cannot read properties of undefined (${reason})`);
  if (plant === 'loops') for (;;);
  if (plant === 'grows') grown.push(Buffer.alloc(GROWTH_BYTES, 1));
}

async function prepare({ pbfPath, plant }: MapOrder): Promise<Omit<MapResult, 'peakBytes'>> {
  const client = new pg.Client({ connectionString: task.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: number }>('select id::int4 as id from maps_cities where active');
  const target = join(folder, 'city');
  const job = {
    kind: 'city' as const,
    pbfPath,
    fileHash: `fuzz ${process.pid}`,
    fallbackName: 'Fuzz',
    folder: target,
    databaseUrl: task.databaseUrl,
  };
  mkdirSync(target);
  try {
    const { roads } = await prepareCity(job, () => undefined);
    return { outcome: 'taken', reason: `${roads} roads` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof CityFileError) plantIn(plant, reason);
    return { outcome: error instanceof CityFileError ? 'refused' : 'failed', reason };
  } finally {
    rmSync(target, { recursive: true, force: true });
    await dropOtherCities(
      client,
      rows.map(({ id }) => id),
    );
    await client.end();
  }
}

/** Read from Linux's /proc, because the figure of `resourceUsage` includes the memory of the parent process. */
function peakBytes(): number {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  if (kib === undefined) throw new Error('The most memory of this process cannot be read');
  return Number(kib) * 1024;
}

async function answer(order: MapOrder): Promise<void> {
  const ended = await prepare(order).catch((error: unknown) => ({
    outcome: 'failed' as const,
    reason: String(error),
  }));
  process.send?.({ ...ended, peakBytes: peakBytes() });
}

process.on('message', (order: MapOrder) => void answer(order));
process.send?.('ready');
