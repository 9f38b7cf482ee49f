// npm run prove -- webhooks: 10,000 fuzzed webhooks to every provider's route; none captures what was not paid.
import type { Proof } from '../lib/proof.ts';
import { startProofServer } from '../lib/proof-server.ts';
import { proveWebhooks } from './prove-webhooks.ts';

const TRIES = 10_000;

export const proof: Proof = {
  name: 'webhooks',
  about: 'no webhook captures money that was not paid, or twice, or of another amount',
  run: (log) =>
    proveWebhooks(
      (env, providers) =>
        startProofServer(env, (config) =>
          providers
            ? { ...config, payments: { ...config.payments, create: providers.map((one) => () => one) } }
            : config,
        ),
      TRIES,
      log,
    ),
};
