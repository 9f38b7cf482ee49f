// Implements npm run region, which adds, lists and closes the cities of an installation beside the first one.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Config } from '../../apps/server/src/config.ts';
import { reasonOf } from '../../apps/server/src/kit/reason-of.ts';
import {
  firstHostOf,
  firstUrlOf,
  publicUrlOf,
  regionDefaults,
  regionKey,
} from '../../apps/server/src/regions/region.ts';
import { regionsRepository } from '../../apps/server/src/regions/regions.repository.ts';
import { withClient } from '../database/client.ts';
import { withDatabase } from '../database/with-database.ts';
import { addRegion } from './add-region.ts';

const usage = `npm run region -- add <key> --host rivera.example --map rivera.osm.pbf [options]
npm run region -- list
npm run region -- close <key>

Serves another city from the same servers, at a host name of its own. Each city has its own database, map, people,
settings and money. Servers that run take the change over within seconds.
  --host       the host name under which people reach it
  --map        an OpenStreetMap extract of the city
  --name       as people read it; the name in the extract when left out
  --url        where people reach it, if not at the host with the scheme and port of the first city
  --country    ISO 3166-1 code of two letters       --timezone   such as America/Sao_Paulo
  --currency   ISO 4217 code of three letters       --symbol     of the currency, such as R$
  --decimals   of every amount
An admin can change the name of the app, country, time zone and currency in the city's settings. Add a closed city
again to open it: its data is still there.
Uses the database of DATABASE_DIRECT_URL or DATABASE_URL, or Kerb's own in KERB_DATA.
`;

const hostName = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'give a host name without a scheme, port or path');

const options = {
  host: { type: 'string' },
  map: { type: 'string' },
  name: { type: 'string' },
  url: { type: 'string' },
  country: { type: 'string' },
  timezone: { type: 'string' },
  currency: { type: 'string' },
  symbol: { type: 'string' },
  decimals: { type: 'string' },
  help: { type: 'boolean' },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

const timezone = z.string().refine((zone) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}, 'give an IANA time zone, such as America/Sao_Paulo');

const given = z.object({
  key: regionKey,
  host: hostName,
  map: z.string({ error: 'give an .osm.pbf file' }).min(1),
  name: z.string().trim().min(1).max(60).optional(),
  url: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .optional(),
  country: regionDefaults.shape.country,
  timezone: timezone.optional(),
  currency: regionDefaults.shape.code,
  symbol: z.string().trim().min(1).max(8).optional(),
  decimals: z.coerce.number().pipe(z.number().int().min(0).max(4)).optional(),
});

/** Parses the options of `add`. Throws one error with a line for each invalid value. */
function readAdd(key: string | undefined, values: Values) {
  const parsed = given.safeParse({ key, ...values });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(problems.join('\n'));
}

interface Call {
  config: Config;
  key: string | undefined;
  values: Values;
  log: (line: string) => void;
}

/** Whether browsers take the host name for this machine. */
const isLocal = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

async function add({ config, key, values, log }: Call): Promise<void> {
  const read = readAdd(key, values);
  if (read.host === firstHostOf(firstUrlOf(config)))
    throw new Error(`The first city has the host ${read.host}: it is that of its address, PUBLIC_URL.`);
  // The addresses of the cities, which link to each other, would otherwise be those of this machine.
  if (config.publicUrl === undefined && !isLocal(read.host))
    throw new Error('Set PUBLIC_URL to the public address of the first city, here and for the servers.');
  const added = await withDatabase(config, 'adding a city', (firstUrl) =>
    addRegion({
      region: {
        key: read.key,
        host: read.host,
        name: read.name,
        publicUrl: read.url ?? null,
        defaults: regionDefaults.parse({
          country: read.country,
          timezone: read.timezone,
          code: read.currency,
          symbol: read.symbol,
          decimal: read.decimals,
        }),
      },
      mapFile: resolve(read.map),
      firstUrl,
      dataFolder: config.dataFolder,
      log: (line) => log(`  ${line}`),
    }),
  );
  log(`${added.name} is served at ${publicUrlOf(added, firstUrlOf(config))}`);
}

async function list({ config, log }: Call): Promise<void> {
  const regions = await withDatabase(config, 'listing the cities', (firstUrl) =>
    withClient(firstUrl, (client) => regionsRepository(client).open()),
  );
  if (regions.length === 0) log('There is one city.');
  for (const region of regions)
    log(`${region.key}  ${region.name}  ${publicUrlOf(region, firstUrlOf(config))}`);
}

async function close({ config, key, log }: Call): Promise<void> {
  if (key === undefined) throw new Error('Name the city to close: npm run region -- close <key>');
  const isClosed = await withDatabase(config, 'closing a city', (firstUrl) =>
    withClient(firstUrl, (client) => regionsRepository(client).close(key)),
  );
  if (!isClosed) throw new Error(`There is no open city ${key}.`);
  log(`${key} is closed. Its data is still there.`);
}

const commands: Readonly<Record<string, (call: Call) => Promise<void>>> = { add, list, close };

/** Runs the command. `words` are the command-line arguments. Returns the exit code; errors are passed to `log`. */
export async function regionCommand(
  words: readonly string[],
  config: Config,
  log: (line: string) => void,
): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    const [command, key] = positionals;
    const run = command === undefined ? undefined : commands[command];
    if (values.help || run === undefined) {
      log(usage);
      return values.help ? 0 : 2;
    }
    await run({ config, key, values, log });
    return 0;
  } catch (error) {
    log(reasonOf(error));
    return 1;
  }
}
