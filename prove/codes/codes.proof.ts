// npm run prove -- codes: a thousand networks request sign-in codes for ten thousand numbers.
import type { Proof } from '../lib/proof.ts';
import { proveOnDatabase } from '../lib/proof-server.ts';
import { allTries, fewTries, proveCodes } from './prove-codes.ts';

export const proof: Proof = {
  name: 'codes',
  about: 'attacks on sign-in codes cost a bounded number of messages and lock out no known user',
  run: (log, { isShort }) =>
    proveOnDatabase((database) => proveCodes(database, log, isShort ? fewTries : allTries)),
};
