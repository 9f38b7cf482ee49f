// npm run prove -- privacy: where users' texts are stored, and whether they are erased with the accounts.
import type { Proof } from '../lib/proof.ts';
import { proveOnDatabase } from '../lib/proof-server.ts';
import { allRoutes, fewRoutes, provePrivacy } from './prove-privacy.ts';

export const proof: Proof = {
  name: 'privacy',
  about: 'personal data is where the registry says, in the person’s export alone, and gone with the account',
  run: (log, { isShort }) =>
    proveOnDatabase((database) => provePrivacy(database, log, isShort ? fewRoutes : allRoutes), {
      city: !isShort,
    }),
};
