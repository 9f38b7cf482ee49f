// npm run prove -- authz: every route × role × own, foreign and missing object, and every live topic.
import type { Proof } from '../lib/proof.ts';
import { startProofServer } from '../lib/proof-server.ts';
import { proveAuthz } from './prove-authz.ts';
import { operatorCredentials } from './world.ts';

export const proof: Proof = {
  name: 'authz',
  about: 'nobody reads or changes what is not theirs: every route and live topic, as everybody',
  async run(say) {
    const subject = await startProofServer({ HOSTED_BASIC_AUTH: operatorCredentials });
    try {
      return await proveAuthz(subject, say);
    } finally {
      await subject.close();
    }
  },
};
