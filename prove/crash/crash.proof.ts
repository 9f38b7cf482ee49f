// npm run prove -- crash: important routes cut off at each of their statements, and repeated.
import type { Proof } from '../lib/proof.ts';
import { proveOnDatabase } from '../lib/proof-server.ts';
import { proveCrash } from './prove-crash.ts';

export const proof: Proof = {
  name: 'crash',
  about: 'a call cut off at any of its statements is done whole or not at all, and its repeat does the rest',
  run: (say, { isShort }) => proveOnDatabase((database) => proveCrash(database, say, { isShort })),
};
