// Tests that mutated webhooks sent to every provider's real route never capture an unpaid payment.
import { beforeAll, describe, expect, test } from 'vitest';
import { paymentAdapters } from '../../apps/server/src/adapters/payments/index.ts';
import { createTestApp } from '../../apps/server/src/kit/testing/test-app.ts';
import type { ProofReport } from '../lib/proof.ts';
import { proveWebhooks } from './prove-webhooks.ts';

const TRIES = 1_500;
let report: ProofReport;
beforeAll(async () => {
  report = await proveWebhooks(
    async (env, providers) => {
      const app = await createTestApp({ seed: true, env, ...(providers ? { providers } : {}) });
      const origin = await app.listen();
      return { origin, pool: app.database.pool, modules: app.modules, close: app.close };
    },
    TRIES,
    () => undefined,
  );
}, 300_000);

describe('webhooks', () => {
  test('planted faults are found', () => {
    expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
    expect(report.planted).toHaveLength(3);
  });

  test('mutated in every way, of every provider, capture nothing unpaid, and nothing twice', () => {
    expect(report.violations).toEqual([]);
    expect(report).toMatchObject({ tried: TRIES, more: { providers: paymentAdapters.length } });
  });
});
