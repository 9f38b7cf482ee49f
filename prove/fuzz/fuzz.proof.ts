// npm run prove -- fuzz: every route with odd input.
import type { Proof } from '../lib/proof.ts';
import { startProofDatabase } from '../lib/proof-server.ts';
import { proveFuzz } from './prove-fuzz.ts';

const CALLS = 500;
const FEW_CALLS = 20;

export const proof: Proof = {
  name: 'fuzz',
  about: 'no route fails, hangs or shows its inside, with any input',
  async run(say, { isShort }) {
    const database = await startProofDatabase();
    try {
      return await proveFuzz(database, say, { calls: isShort ? FEW_CALLS : CALLS });
    } finally {
      await database.close();
    }
  },
};
