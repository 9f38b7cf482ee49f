// npm run prove -- codes: a thousand addresses ask for sign-in codes for ten thousand numbers.
import type { Proof } from '../lib/proof.ts';
import { startProofDatabase } from '../lib/proof-server.ts';
import { proveCodes, smallAttack, wholeAttack } from './prove-codes.ts';

export const proof: Proof = {
  name: 'codes',
  about: 'attacks on sign-in codes cost a bounded number of messages and lock out no known user',
  async run(say, { isShort }) {
    const database = await startProofDatabase();
    try {
      return await proveCodes(database, say, isShort ? smallAttack : wholeAttack);
    } finally {
      await database.close();
    }
  },
};
