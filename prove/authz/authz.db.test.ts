// Tests that every route and live topic has a policy line and follows it, for every kind of caller.
import { routes } from '@kerb/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../apps/server/src/kit/testing/test-app.ts';
import type { Regions } from '../../apps/server/src/regions/run-regions.ts';
import { operatorCredentials } from '../../apps/server/src/testing/access-environment.ts';
import { secondCityAt, secondOrigin } from '../../apps/server/src/testing/second-city.ts';
import type { ProofReport } from '../lib/proof.ts';
import { proveAuthz } from './prove-authz.ts';
import { routePolicies, topicPolicies } from './route-policies.ts';
import { topicNames } from './try-topics.ts';

let app: TestApp;
let second: TestApp;
let others: Regions;
let report: ProofReport;
beforeAll(async () => {
  const env = { HOSTED_BASIC_AUTH: operatorCredentials };
  second = await createTestApp({ seed: true, env, http: { listens: false } });
  others = secondCityAt(() => second.server.server);
  app = await createTestApp({ seed: true, env, http: { others } });
  await others.start();
  const origin = await app.listen();
  const subject = {
    server: app.server,
    pool: app.database.pool,
    origin,
    second: { pool: second.database.pool, origin: secondOrigin(origin) },
  };
  report = await proveAuthz(subject, () => undefined);
}, 300_000);
afterAll(async () => {
  await others.close();
  await app.close();
  await second.close();
});

describe('route and topic policies', () => {
  test('every route and every topic has a policy', () => {
    expect(Object.keys(routePolicies).sort()).toEqual(Object.keys(routes).sort());
    expect(Object.keys(topicPolicies).sort()).toEqual([...topicNames].sort());
  });

  test('planted faults are found', () => {
    expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
    expect(report.planted.length).toBeGreaterThan(5);
  });

  test('every route and topic admits exactly the callers of its policy', () => {
    expect(report.violations).toEqual([]);
    expect(report.tried).toBeGreaterThan(1000);
  });
});
