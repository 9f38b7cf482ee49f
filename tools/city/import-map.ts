// Command line of npm run map:import: imports an OpenStreetMap extract as the city; a rejected file changes nothing.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { buildRoadGraph } from '../../apps/server/src/adapters/maps/valhalla/build-road-graph.ts';
import { directVariable, readToolConfig } from '../../apps/server/src/config.ts';
import { lockData } from '../../apps/server/src/kit/data-lock.ts';
import { migrate, requireSessions } from '../../apps/server/src/kit/db/index.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';
import {
  CityFileError,
  type ImportCityResult,
  importCity,
} from '../../apps/server/src/modules/maps/index.ts';
import { withCity } from '../database/with-database.ts';

const usage = `npm run map:import -- city.osm.pbf [--region <key>]

Makes the OpenStreetMap extract the city that Kerb serves: its roads, addresses, places and map.
--region names another city of the installation than the first one.
The city served so far stays in use until the new one is complete, and for good when the file is refused.
Uses the database of DATABASE_DIRECT_URL or DATABASE_URL, or Kerb's own in KERB_DATA (then stop the server first). A server that
uses DATABASE_URL takes the new city over by itself when it shares KERB_DATA.
`;
const DATABASE_NAME = 'kerb';

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' }, region: { type: 'string' } },
  });
  const [file] = positionals;
  if (values.help || file === undefined) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  const config = readToolConfig();
  mkdirSync(config.dataFolder, { recursive: true });
  try {
    const onProgress = (_step: string, detail: string) => process.stdout.write(`  ${detail}\n`);
    const importInto = async (databaseUrl: string, dataDir: string) => {
      await migrate(databaseUrl);
      return importCity({ pbfPath: resolve(file), dataDir, databaseUrl, buildRoadGraph, onProgress });
    };
    const { region: key } = values;
    const result =
      key === undefined
        ? await withDatabase(config, (databaseUrl) => importInto(databaseUrl, config.dataFolder))
        : await withCity(config, { key, purpose: 'importing a map' }, ({ databaseUrl, config: own }) =>
            importInto(databaseUrl, own.dataFolder),
          );
    process.stdout.write(describe(result));
    return 0;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const note = error instanceof CityFileError ? ' The city served so far stays in use.' : '';
    process.stderr.write(`The city was not imported. ${reason}${note}\n`);
    return 1;
  }
}

async function withDatabase<T>(
  config: ReturnType<typeof readToolConfig>,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  if (config.databaseDirectUrl) {
    await requireSessions(config.databaseDirectUrl, directVariable(config));
    return work(config.databaseDirectUrl);
  }
  const lock = lockData(config.dataFolder, 'importing a map');
  try {
    const postgres = await startEmbeddedPostgres({ folder: config.dataFolder });
    try {
      await makeDatabase(postgres.url());
      return await work(postgres.url(DATABASE_NAME));
    } finally {
      await postgres.stop();
    }
  } finally {
    lock.release();
  }
}

async function makeDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
}

function describe(result: ImportCityResult): string {
  if (!result.imported) return `${result.city.name} is already the city in use; nothing was changed.\n`;
  const { contents } = result;
  const routes = contents.hasRoadGraph
    ? ''
    : '\nNo routing program fits this platform: routes are estimates.';
  return (
    `${result.city.name} is now the city in use: ${contents.roads} roads, ${contents.streets} streets, ` +
    `${contents.addresses} addresses, ${contents.places} places.${routes}\n`
  );
}

process.exitCode = await main();
