// npm run prove -- states: every status of a booking × action × caller, for rides and parcels.
import type { Proof } from '../lib/proof.ts';
import { startProofDatabase } from '../lib/proof-server.ts';
import { allTries, fewTries, proveStates } from './prove-states.ts';

export const proof: Proof = {
  name: 'states',
  about:
    'a booking changes only as the specification says, by those it names, and a refused action changes nothing',
  async run(say, { isShort }) {
    const database = await startProofDatabase({ city: !isShort });
    try {
      return await proveStates(database, say, isShort ? fewTries : allTries);
    } finally {
      await database.close();
    }
  },
};
