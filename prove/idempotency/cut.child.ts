// Process that makes one call with a key and is killed at a given moment of it: node cut.child.ts <json>
import { routes } from '@kerb/contract';
import { z } from 'zod';
import { APP_ROLE } from '../../apps/server/src/kit/db/app-role.ts';
import { openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { openSubject, type Plant } from '../lib/subject.ts';
import { keyedSendTo } from './keyed-call.ts';

const task = z
  .object({
    url: z.string(),
    folder: z.string(),
    route: z.custom<keyof typeof routes>((name) => typeof name === 'string' && name in routes),
    input: z.looseObject({}),
    headers: z.record(z.string(), z.string()),
    key: z.string(),
    moment: z.enum(['before the work', 'before the answer is stored', 'before the answer is sent']),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

function end(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('The signal ends the process');
}

const cut: Plant = (real) => {
  switch (task.moment) {
    case 'before the work':
      return { ...real, run: async () => end() };
    case 'before the answer is stored':
      return { ...real, end: async () => end() };
    case 'before the answer is sent':
      return {
        ...real,
        async end(request, reply, payload) {
          await real.end(request, reply, payload);
          end();
        },
      };
  }
};

const database = openDatabase({ connectionString: task.url, role: APP_ROLE });
const subject = await openSubject({ ...database, asOwner: database.pool, folder: task.folder });
const send = keyedSendTo(await subject.serve(cut, [task.route]));
const caller = { role: 'admin', uid: '', headers: task.headers } as const;
await send(task.route, task.input, { caller, address: '127.0.0.1' }, task.key);
