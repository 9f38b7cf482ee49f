// Server of this proof, in its own process so that its memory can be measured: node server.child.ts <json>
import { z } from 'zod';
import { parseConfig } from '../../apps/server/src/config.ts';
import { openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { openFairnessServer } from './fairness-server.ts';

const task = z
  .object({ databaseUrl: z.string(), role: z.string(), dataDir: z.string(), fault: z.string().nullable() })
  .parse(JSON.parse(process.argv[2] ?? ''));

const { origin, unknownLookups } = await openFairnessServer({
  config: parseConfig({
    KERB_DATA: task.dataDir,
    PORT: '0',
    TRUST_PROXY: 'true',
    KERB_SIM_DRIVERS: '0',
    KERB_PAST_DAYS: '0',
  }),
  database: openDatabase({
    connectionString: task.databaseUrl,
    applicationName: 'kerb-proof',
    role: task.role,
  }),
  fault: task.fault,
});

process.on('message', (message) => {
  // Uncollected garbage would count memory of earlier calls.
  if (message === 'collect') globalThis.gc?.();
  process.send?.({ rss: process.memoryUsage().rss, unknown: unknownLookups() });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ origin });
