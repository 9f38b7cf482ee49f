// Simulates rides with all payment modes, then recomputes the ledger from its transactions and verifies it.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { demoMobile } from '@kerb/domain/identity';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import {
  makeServerPlace,
  type RunningServer,
  removeServerPlace,
  type ServerPlace,
  startServer,
} from './api/running-server.ts';
import { until } from './api/until.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const RIDES = 5;

let place: ServerPlace;
let server: RunningServer | undefined;
let admin: Person | undefined;

beforeAll(async () => {
  place = await makeServerPlace(inject('kerbDemonstration'));
  server = await startServer(place);
  admin = await signIn(server.origin, demoMobile('admin', 1));
});
afterAll(async () => {
  admin?.leave();
  await server?.stop();
  await removeServerPlace(place);
});

const verify = () =>
  run('npm', ['run', 'ledger:verify', '--silent'], {
    cwd: root,
    env: { ...process.env, KERB_DATA: place.folder, DATABASE_URL: '' },
  });

test('the ledger of a simulated day is verified while the server runs and after it has stopped', async () => {
  const { client } = admin ?? {};
  if (!client || !server) throw new Error('The server did not start');
  const stop = new AbortController();
  const options = ['--url', server.origin, '--drivers', '10', '--riders', '6', '--speed', '20'];
  const simulating = run('npm', ['run', 'simulate', '--silent', '--', ...options, '--seed', 'a day'], {
    cwd: root,
    signal: stop.signal,
    killSignal: 'SIGTERM',
  }).catch((error: unknown) => error);
  try {
    await until(
      `${RIDES} rides, some of them by card`,
      async () => {
        const { items } = await client.listBookings({ query: { limit: 200 } });
        const over = items.filter(({ status }) => status === 'COMPLETE');
        return { rides: over.length, cards: over.filter((one) => one.payment_mode === 'card').length };
      },
      ({ rides, cards }) => rides >= RIDES && cards >= 1,
      { withinMs: 400_000, everyMs: 1000 },
    );
    // Verification must succeed while transactions are being written.
    expect((await verify()).stdout).toMatch(/The ledger is whole/);
  } finally {
    stop.abort();
    await simulating;
  }
  const { total, transactions, accounts } = await client.getLedger();
  expect(total).toBe(0);
  expect(transactions).toBeGreaterThanOrEqual(RIDES);
  expect(accounts.find(({ provider }) => provider === 'test')?.balance).toBeLessThan(0);
  await server.stop();
  server = undefined;
  expect((await verify()).stdout).toMatch(/The ledger is whole/);
});
