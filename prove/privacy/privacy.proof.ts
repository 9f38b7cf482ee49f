// npm run prove -- privacy: where the texts of people go, and whether they are gone with their accounts.
import type { Proof } from '../lib/proof.ts';
import { startProofDatabase } from '../lib/proof-server.ts';
import { allRoutes, fewRoutes, provePrivacy } from './prove-privacy.ts';

export const proof: Proof = {
  name: 'privacy',
  about: 'personal data is where the registry says, in the person’s export alone, and gone with the account',
  async run(say, { isShort }) {
    const database = await startProofDatabase({ city: !isShort });
    try {
      return await provePrivacy(database, say, isShort ? fewRoutes : allRoutes);
    } finally {
      await database.close();
    }
  },
};
