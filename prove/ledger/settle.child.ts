// Process that settles one trip and kills itself after a statement: node settle.child.ts <json>
import { z } from 'zod';
import { APP_ROLE } from '../../apps/server/src/kit/db/app-role.ts';
import { openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { settle } from './cut-settlement.ts';

const task = z
  .object({
    url: z.string(),
    after: z.number().int(),
    trip: z.object({ booking: z.string(), rider: z.string(), driver: z.string() }),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const database = openDatabase({ connectionString: task.url, role: APP_ROLE, maxConnections: 1 });
await settle(database.pool, task.trip, (statement) => {
  if (statement === task.after) process.kill(process.pid, 'SIGKILL');
});
await database.close();
