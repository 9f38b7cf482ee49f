// Runs npm run second-factor:reset as an operator does: beside a running database, without the variables of the server.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureAppRole, migrate } from '../../apps/server/src/kit/db/index.ts';
import { workspaceRoot } from '../../apps/server/src/kit/package-root.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-reset-'));
const uid = '00000000-0000-7000-8000-000000000001';
const mobile = '+59899123456';
let postgres: EmbeddedPostgres | undefined;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ folder, disposable: true });
  const cluster = new pg.Client({ connectionString: postgres.url() });
  await cluster.connect();
  await cluster.query('create database kerb');
  await cluster.end();
  const url = postgres.url('kerb');
  await migrate(url);
  await ensureAppRole(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into users
       (uid, usertype, first_name, last_name, email, mobile, referral_id, created_at, updated_at)
     values ($1, 'admin', 'Ana', 'Silva', 'ana@example.com', $2, 'ANASILVA', 1, 1)`,
    [uid, mobile],
  );
  await client.end();
}, 120_000);
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function reset(number: string): Promise<{ code: number; output: string }> {
  const args = [
    join('tools', 'bootstrap', 'run-tsx.mjs'),
    join('tools', 'accounts', 'reset-second-factor.ts'),
    number,
  ];
  const env = { ...process.env, DATABASE_URL: '', KERB_MODE: '', KERB_SECRET: '', KERB_DATA: folder };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: workspaceRoot(), env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: stdout + stderr });
    });
  });
}

it('writes the reset to the security log', async () => {
  const { code, output } = await reset(mobile);
  expect([code, output]).toEqual([0, expect.stringContaining('The second factor of Ana Silva is removed.')]);
  const events: unknown[] = output
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? JSON.parse(line) : []));
  expect(events).toContainEqual(
    expect.objectContaining({ log: 'security', event: 'second_factor_reset', uid, by: null }),
  );
});

it('changes nothing for an unknown number', async () => {
  const { code, output } = await reset('+59899000000');
  expect([code, output]).toEqual([1, expect.stringContaining('Nothing was reset.')]);
});
