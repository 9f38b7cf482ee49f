// npm run prove -- idempotency: every changing route, repeated with its key at once, by others, and after a crash.
import type { Proof } from '../lib/proof.ts';
import { startProofDatabase } from '../lib/proof-server.ts';
import { allTries, fewTries, proveIdempotency } from './prove-idempotency.ts';

export const proof: Proof = {
  name: 'idempotency',
  about: 'a repeated call with its Idempotency-Key has one effect and one answer, on every changing route',
  async run(say, { isShort }) {
    const database = await startProofDatabase({ city: !isShort });
    try {
      return await proveIdempotency(database, say, isShort ? fewTries : allTries);
    } finally {
      await database.close();
    }
  },
};
