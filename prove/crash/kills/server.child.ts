// The whole server with its workers, in a process that is killed: node server.child.ts <json>
import { z } from 'zod';
import { createApp } from '../../../apps/server/src/app.ts';
import { parseConfig } from '../../../apps/server/src/config.ts';
import { APP_ROLE } from '../../../apps/server/src/kit/db/app-role.ts';
import { openDatabase } from '../../../apps/server/src/kit/db/index.ts';
import { createLogger } from '../../../apps/server/src/kit/observe/logger.ts';

/** The limits on callers are not under test here. */
const MANY = 1_000_000;
const CONNECT_EVERY_MS = 100;

const task = z
  .object({ connectionString: z.string(), folder: z.string(), port: z.number() })
  .parse(JSON.parse(process.argv[2] ?? ''));

process.on('disconnect', () => process.exit(0));

const database = openDatabase({ connectionString: task.connectionString, role: APP_ROLE });

/** PostgreSQL may be killed and started at the same time. */
async function waitForDatabase(): Promise<void> {
  const isThere = () =>
    database.pool.query('select 1').then(
      () => true,
      () => false,
    );
  while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, CONNECT_EVERY_MS));
}

await waitForDatabase();
const config = parseConfig({
  KERB_DATA: task.folder,
  PORT: '0',
  KERB_SIM_DRIVERS: '0',
  KERB_PAST_DAYS: '0',
});
const app = await createApp({
  config: { ...config, secret: 'secret of the proofs' },
  database,
  // Errors while PostgreSQL is down are expected, so they are not logged.
  logger: createLogger('silent'),
  version: '0.0.0-proof',
  limitScale: MANY,
  eventLoopDelayMs: 0,
});
await app.seedDemonstration();
const { server } = await app.start();
await server.listen({ port: task.port, host: '127.0.0.1' });
process.send?.('listening');
