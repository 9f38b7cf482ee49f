// Runs npm run ledger:verify as an operator does: with a running database, a stopped one, and without an installation.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureAppRole, migrate } from '../../apps/server/src/kit/db/index.ts';
import { migrateJobs } from '../../apps/server/src/kit/jobs/runner.ts';
import { workspaceRoot } from '../../apps/server/src/kit/package-root.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-verify-'));
let postgres: EmbeddedPostgres | undefined;

interface Ended {
  code: number;
  output: string;
}

function verify(env: Readonly<Record<string, string>>): Promise<Ended> {
  const args = [join('tools', 'bootstrap', 'run-tsx.mjs'), join('tools', 'ledger', 'verify.ts')];
  const unset = { DATABASE_URL: '', KERB_MODE: '', KERB_SECRET: '' };
  const options = { cwd: workspaceRoot(), env: { ...process.env, ...unset, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: stdout + stderr });
    });
  });
}

async function asOwner(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres?.url('kerb') });
  await client.connect();
  await client.query(text);
  await client.end();
}

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ folder, disposable: true });
  const admin = new pg.Client({ connectionString: postgres.url() });
  await admin.connect();
  await admin.query('create database kerb');
  await admin.end();
  const url = postgres.url('kerb');
  await migrate(url);
  await migrateJobs(url);
  await ensureAppRole(url);
}, 120_000);
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('npm run ledger:verify', () => {
  it('reports a valid ledger, beside a running database', async () => {
    const { code, output } = await verify({ KERB_DATA: folder });
    expect([code, output]).toEqual([0, expect.stringContaining('The ledger is whole.')]);
    expect(output).toContain('the server works as kerb_app, which may not change it');
  });

  it('reports the account that differs by a cent, and exits with 1', async () => {
    await asOwner(`begin; set local session_replication_role = replica;
      update ledger_accounts set balance = balance + 1 where kind = 'bank'; commit`);
    const { code, output } = await verify({ KERB_DATA: folder });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/account \S+ \(bank\): balance 1, its entries sum to 0/),
    ]);
    expect(output).toContain('all balances together are 1');
  });

  it('starts a stopped database, and stops it again', async () => {
    await postgres?.stop();
    const { code, output } = await verify({ KERB_DATA: folder });
    expect([code, output]).toEqual([1, expect.stringContaining('The ledger DIFFERS from what was written.')]);
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
    expect(existsSync(join(folder, 'server.lock'))).toBe(false);
  });

  it('prints advice when there is no ledger', async () => {
    const { code, output } = await verify({ KERB_DATA: join(folder, 'nowhere') });
    expect([code, output]).toEqual([1, expect.stringContaining('Set KERB_DATA or DATABASE_URL')]);
  });
});
