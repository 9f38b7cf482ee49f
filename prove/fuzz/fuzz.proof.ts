// npm run prove -- fuzz: every route with odd input.
import type { Proof } from '../lib/proof.ts';
import { proveOnDatabase } from '../lib/proof-server.ts';
import { proveFuzz } from './prove-fuzz.ts';

const CALLS = 500;
const FEW_CALLS = 20;

export const proof: Proof = {
  name: 'fuzz',
  about: 'no route fails, hangs or shows its inside, with any input',
  run: (say, { isShort }) =>
    proveOnDatabase((database) => proveFuzz(database, say, { calls: isShort ? FEW_CALLS : CALLS })),
};
