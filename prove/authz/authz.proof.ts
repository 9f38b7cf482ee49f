// npm run prove -- authz: every route × role × own, foreign and missing object, and every live topic.

import { operatorCredentials } from '../../apps/server/src/testing/access-environment.ts';
import type { Proof } from '../lib/proof.ts';
import { startProofServer } from '../lib/proof-server.ts';
import { proveAuthz } from './prove-authz.ts';

export const proof: Proof = {
  name: 'authz',
  about:
    'users reach only the objects that the policy grants: every route and live topic, with every kind of caller',
  async run(say) {
    const subject = await startProofServer({ HOSTED_BASIC_AUTH: operatorCredentials });
    try {
      return await proveAuthz(subject, say);
    } finally {
      await subject.close();
    }
  },
};
