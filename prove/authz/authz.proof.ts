// npm run prove -- authz: access to every route (role × own, foreign and missing object) and to every live topic.

import { operatorCredentials } from '../../apps/server/src/testing/access-environment.ts';
import { secondCityAt, secondOrigin } from '../../apps/server/src/testing/second-city.ts';
import type { Proof } from '../lib/proof.ts';
import { startProofServer } from '../lib/proof-server.ts';
import { proveAuthz } from './prove-authz.ts';

export const proof: Proof = {
  name: 'authz',
  about:
    'users reach only the objects that the policy grants: every route and live topic, with every kind of caller',
  async run(log) {
    const variables = { HOSTED_BASIC_AUTH: operatorCredentials };
    const second = await startProofServer(variables, undefined, { listens: false });
    const others = secondCityAt(() => second.server.server);
    const subject = await startProofServer(variables, undefined, { others });
    try {
      await others.start();
      const origin = secondOrigin(subject.origin);
      return await proveAuthz({ ...subject, second: { pool: second.pool, origin } }, log);
    } finally {
      await others.close();
      await subject.close();
      await second.close();
    }
  },
};
