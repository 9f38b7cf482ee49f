// npm run prove -- states: every status of a booking × action × caller, for rides and parcels.
import type { Proof } from '../lib/proof.ts';
import { proveOnDatabase } from '../lib/proof-server.ts';
import { allTries, fewTries, proveStates } from './prove-states.ts';

export const proof: Proof = {
  name: 'states',
  about:
    'a booking changes only as the specification says, by those it names, and a refused action changes nothing',
  run: (log, { isShort }) =>
    proveOnDatabase((database) => proveStates(database, log, isShort ? fewTries : allTries), {
      city: !isShort,
    }),
};
