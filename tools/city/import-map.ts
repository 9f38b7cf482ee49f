// Command line of npm run map:import: imports an OpenStreetMap extract as the city; a rejected file changes nothing.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildRoadGraph } from '../../apps/server/src/adapters/maps/valhalla/build-road-graph.ts';
import { readToolConfig } from '../../apps/server/src/config.ts';
import { migrate } from '../../apps/server/src/kit/db/index.ts';
import {
  CityFileError,
  type ImportCityResult,
  importCity,
} from '../../apps/server/src/modules/maps/index.ts';
import { withCity, withDatabase } from '../database/with-database.ts';

const usage = `npm run map:import -- city.osm.pbf [--region <key>]

Makes the OpenStreetMap extract the city that Kerb serves: its roads, addresses, places and map.
--region names another city of the installation than the first one.
The city served so far stays in use until the new one is complete, and for good when the file is refused.
Uses the database of DATABASE_DIRECT_URL or DATABASE_URL, or Kerb's own in KERB_DATA. A running server that shares KERB_DATA takes
the new city over by itself.
`;
const PURPOSE = 'importing a map';

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
  try {
    const onProgress = (_step: string, detail: string) => process.stdout.write(`  ${detail}\n`);
    const importInto = async (databaseUrl: string, dataDir: string) => {
      await migrate(databaseUrl);
      return importCity({ pbfPath: resolve(file), dataDir, databaseUrl, buildRoadGraph, onProgress });
    };
    const { region: key } = values;
    const result =
      key === undefined
        ? await withDatabase(config, PURPOSE, (databaseUrl) => importInto(databaseUrl, config.dataFolder), {
            createMissing: true,
          })
        : await withCity(config, { key, purpose: PURPOSE }, ({ databaseUrl, config: own }) =>
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
