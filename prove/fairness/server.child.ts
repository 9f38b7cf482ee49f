// The server of this proof, in a process of its own so that its memory is its own: node server.child.ts <json>
import { z } from 'zod';
import { createApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import { openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { createCallers } from '../../apps/server/src/kit/http/callers.ts';
import { createLogger } from '../../apps/server/src/kit/observe/logger.ts';
import { faults, type Planted } from './planted.ts';

const task = z
  .object({ databaseUrl: z.string(), role: z.string(), dataDir: z.string(), fault: z.string().nullable() })
  .parse(JSON.parse(process.argv[2] ?? ''));

const config = {
  ...parseConfig({ KERB_DATA: task.dataDir, PORT: '0', TRUST_PROXY: 'true', KERB_SIM_DRIVERS: '0' }),
  secret: 'secret of the proofs',
};
const planted: Planted = faults.get(task.fault ?? '')?.plant(config) ?? {};
const makeCallers = planted.createCallers ?? createCallers;
/** Sessions looked up for tokens that no session has. */
const counted = { unknown: 0 };

const database = openDatabase({
  connectionString: task.databaseUrl,
  applicationName: 'kerb-proof',
  role: task.role,
});
const app = await createApp({
  config,
  database,
  logger: createLogger('error'),
  version: '0.0.0-proof',
  // The limits of production: those of a demonstration are made for people who all call from one machine.
  limitScale: 1,
  ...planted,
  createCallers: (resolveSession, limits) =>
    makeCallers(async (token) => {
      const actor = await resolveSession(token);
      if (actor === null) counted.unknown += 1;
      return actor;
    }, limits),
});
await app.openCity();
await app.seedDemonstration();
const { server } = await app.start();
const origin = await server.listen({ port: 0, host: '127.0.0.1' });

process.on('message', (message) => {
  // Garbage that was not collected yet is memory of the calls before, not of those that are measured.
  if (message === 'collect') globalThis.gc?.();
  process.send?.({ rss: process.memoryUsage().rss, unknown: counted.unknown });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ origin });
