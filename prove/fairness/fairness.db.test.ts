// Short form of the fairness proof: the responses to a burst of abusive calls. Response times need an idle machine and
// are measured by `npm run prove -- fairness` only.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '../../apps/server/src/config.ts';
import {
  createTestDatabase,
  type TestDatabase,
  testDataFolder,
} from '../../apps/server/src/kit/testing/test-database.ts';
import { type BurstSize, createAbuser } from './attacks.ts';
import { openFairnessServer } from './fairness-server.ts';
import { createHonestPeople } from './honest-people.ts';
import { unboundedCalls } from './judge.ts';
import { faults } from './planted.ts';

const nothing: BurstSize = { largeRoutes: 0, inventedTokens: 0, badOrigins: 0, noRoutes: 0, sockets: 0 };
/** Slightly above the limits of a minute. */
const little: BurstSize = {
  largeRoutes: 1,
  inventedTokens: 150,
  badOrigins: 650,
  noRoutes: 650,
  sockets: 520,
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ city: true });
}, 180_000);
afterAll(() => database.close());

/** Calls accepted beyond the limits by a server with this fault, one sentence each. */
async function excess(fault: string | null, size: BurstSize): Promise<string[]> {
  const config = parseConfig({
    KERB_DATA: testDataFolder(),
    PORT: '0',
    TRUST_PROXY: 'true',
    KERB_SIM_DRIVERS: '0',
    KERB_PAST_DAYS: '0',
  });
  const server = await openFairnessServer({ config, database, fault, eventLoopDelayMs: 0 });
  const people = createHonestPeople(server.origin);
  const carType = await people.begin();
  const abuser = createAbuser({ origin: server.origin, token: await people.signInAbuser(), carType });
  const before = server.unknownLookups();
  const report = await abuser.burst(size);
  const found = unboundedCalls({ ...report, lookups: server.unknownLookups() - before });
  abuser.close();
  people.close();
  await server.close();
  return found;
}

const timeout = 180_000;

test('one caller gets no large route, and no more session lookups, calls and sockets than allowed', {
  timeout,
}, async () => {
  expect(await excess(null, little)).toEqual([]);
});

test.each<[fault: string, size: BurstSize]>([
  ['a matrix and directions may have any size', { ...nothing, largeRoutes: little.largeRoutes }],
  ['limits come after the session lookup', { ...nothing, inventedTokens: little.inventedTokens }],
  ['refused calls are not counted', { ...little, largeRoutes: 0, inventedTokens: 0, sockets: 0 }],
  ['live sockets are not capped', { ...nothing, sockets: little.sockets }],
])('a server on which %s is found', { timeout }, async (fault, size) => {
  const found = await excess(fault, size);
  const sign = faults.get(fault)?.sign ?? /^$/;
  expect(found.some((sentence) => sign.test(sentence))).toBe(true);
});
