// npm run prove -- idempotency: repeats of every changing route: concurrent, by other users, and after a crash.
import type { Proof } from '../lib/proof.ts';
import { proveOnDatabase } from '../lib/proof-server.ts';
import { allTries, fewTries, proveIdempotency } from './prove-idempotency.ts';

export const proof: Proof = {
  name: 'idempotency',
  about: 'a repeated call with its Idempotency-Key has one effect and one answer, on every changing route',
  run: (log, { isShort }) =>
    proveOnDatabase((database) => proveIdempotency(database, log, isShort ? fewTries : allTries), {
      city: !isShort,
    }),
};
