// Process of the abusive caller: floods a server until it is stopped, or sends one burst.
import { setPriority } from 'node:os';
import { z } from 'zod';
import { createAbuser, wholeBurst } from './attacks.ts';

const task = z
  .object({ origin: z.string(), token: z.string(), carType: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''));
const abuser = createAbuser(task);

// In reality the client is another machine, so it must not take processor time from the server.
setPriority(10);

process.on('message', async (message) => {
  if (message === 'flood') await abuser.flood();
  if (message === 'stop') process.send?.({ answers: abuser.stop() }, () => process.exit(0));
  if (message === 'burst') {
    const report = await abuser.burst(wholeBurst);
    process.send?.(report, () => process.exit(0));
  }
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
