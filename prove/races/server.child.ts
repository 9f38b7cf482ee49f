// Server process without workers, for drivers who accept over HTTP: node server.child.ts <json>
import { z } from 'zod';
import { APP_ROLE } from '../../apps/server/src/kit/db/app-role.ts';
import { openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { openSubject } from '../lib/subject.ts';

const { url, folder } = z
  .object({ url: z.string(), folder: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''));
const database = openDatabase({ connectionString: url, role: APP_ROLE, applicationName: 'kerb-proof' });
const subject = await openSubject({ ...database, asOwner: database.pool, folder });
const server = await subject.serve(undefined, ['acceptBooking']);
const origin = await server.listen({ port: 0, host: '127.0.0.1' });
process.on('disconnect', () => process.exit(0));
process.send?.({ origin });
