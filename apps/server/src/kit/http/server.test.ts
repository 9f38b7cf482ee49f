// Tests that the server sends its answer when storing it under the idempotency key fails.
import { DomainError } from '@kerb/domain/kernel';
import { expect, it } from 'vitest';
import { createLogger } from '../observe/logger.ts';
import { createMetrics } from '../observe/metrics.ts';
import { createHttpServer } from './server.ts';

const failing = () =>
  createHttpServer({
    resolveSession: async () => null,
    idempotency: {
      begin: async () => undefined,
      end: async () => {
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      },
      run: (_, work) => work(),
    },
    logger: createLogger('silent'),
    metrics: createMetrics(),
    trustProxy: false,
    hostedBasicAuth: undefined,
    isProduction: false,
    limits: { callsPerMinute: 100, scale: 1, eventLoopDelayMs: 0 },
  });

it('answers completed and rejected calls while the answer cannot be stored', async () => {
  const app = await failing();
  app.post('/done', async () => ({ done: true }));
  app.post('/refused', async () => {
    throw new DomainError('unavailable');
  });
  const done = await app.inject({ method: 'POST', url: '/done' });
  expect([done.statusCode, done.json()]).toEqual([200, { done: true }]);
  const refused = await app.inject({ method: 'POST', url: '/refused' });
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toMatchObject({ code: 'unavailable' });
  expect(refused.body).not.toContain('ECONNRESET');
  await app.close();
});
