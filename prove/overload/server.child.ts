// Server of this proof in its own process, so that its processor time and memory can be measured: node server.child.ts
// <json>
import { z } from 'zod';
import { parseConfig } from '../../apps/server/src/config.ts';
import { openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { openOverloadServer } from './overload-server.ts';

const task = z
  .object({
    connectionString: z.string(),
    role: z.string(),
    folder: z.string(),
    fault: z.string().nullable(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const server = await openOverloadServer({
  config: parseConfig({
    KERB_DATA: task.folder,
    PORT: '0',
    KERB_SIM_DRIVERS: '0',
    KERB_PAST_DAYS: '0',
    OTP_PER_DAY: '1000000',
  }),
  database: openDatabase({
    connectionString: task.connectionString,
    applicationName: 'kerb-proof',
    role: task.role,
  }),
  fault: task.fault,
  isSimulated: false,
});

process.on('message', async () => {
  const { rss } = process.memoryUsage();
  process.send?.({ rss, limit: server.limit(), connections: server.connections() });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ origin: server.origin });
