// npm run prove -- isolation: concurrent calls have the responses and final state of some serial order.
import type { Proof } from '../lib/proof.ts';
import { proveOnDatabase } from '../lib/proof-server.ts';
import { longRun, proveIsolation, shortRun } from './prove-isolation.ts';

export const proof: Proof = {
  name: 'isolation',
  about:
    'wallets, promos and bookings under concurrent calls behave as if the calls came one after the other',
  run: (log, { isShort }) =>
    proveOnDatabase((database) => {
      const size = isShort ? shortRun : longRun(Date.now() % 1_000_000);
      log(`seed ${size.seed}`);
      return proveIsolation(database, log, size);
    }),
};
