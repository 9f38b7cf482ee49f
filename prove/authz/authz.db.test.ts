// Every route and live topic has a policy line and follows it, for every kind of caller.
import { routes } from '@kerb/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../apps/server/src/kit/testing/test-app.ts';
import { operatorCredentials } from '../../apps/server/src/testing/access-environment.ts';
import type { ProofReport } from '../lib/proof.ts';
import { proveAuthz } from './prove-authz.ts';
import { routePolicies, topicPolicies } from './route-policies.ts';
import { topicNames } from './try-topics.ts';

let app: TestApp;
let report: ProofReport;
beforeAll(async () => {
  app = await createTestApp({ seed: true, env: { HOSTED_BASIC_AUTH: operatorCredentials } });
  const origin = await app.listen();
  report = await proveAuthz({ server: app.server, pool: app.database.pool, origin }, () => undefined);
}, 300_000);
afterAll(() => app.close());

describe('who may do what', () => {
  test('every route and every topic has its line', () => {
    expect(Object.keys(routePolicies).sort()).toEqual(Object.keys(routes).sort());
    expect(Object.keys(topicPolicies).sort()).toEqual([...topicNames].sort());
  });

  test('holes planted on purpose are found', () => {
    expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
    expect(report.planted.length).toBeGreaterThan(5);
  });

  test('no route and no topic lets in more or fewer people than its line', () => {
    expect(report.violations).toEqual([]);
    expect(report.tried).toBeGreaterThan(1000);
  });
});
