// Runs `npm run serve` like an operator: checks the start-up errors, and that production contains no demonstration
// data.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './kit/postgres/free-port.ts';
import { type ExternalDatabase, startExternalDatabase } from './kit/testing/external-database.ts';
import { writeOneStreetCity } from './kit/testing/one-street-city.ts';
import { type Program, startProgram } from './kit/testing/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-production-'));
const data = join(folder, 'data');
const programs: Program[] = [];
let port: number;

function serve(env: Readonly<Record<string, string>>): Program {
  const program = startProgram('serve.mjs', { PORT: String(port), KERB_DATA: data, ...env });
  programs.push(program);
  return program;
}

beforeAll(async () => {
  port = await freePort();
});
afterAll(async () => {
  for (const program of programs) await program.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('npm run serve with an incomplete configuration', () => {
  it('lists every problem together and changes nothing', async () => {
    const program = serve({ PORT: 'abc' });
    expect(await program.ended).toBe(1);
    const problems = program
      .output()
      .split('\n')
      .filter((line) => line.startsWith('  - '));
    expect(problems).toEqual([
      expect.stringMatching(/^ {2}- PORT: /),
      expect.stringMatching(/^ {2}- KERB_SECRET is required in production/),
      expect.stringMatching(/^ {2}- TWILIO_ACCOUNT_SID, .* are required in production/),
    ]);
    expect(program.output()).not.toContain('    at ');
    expect(existsSync(data)).toBe(false);
  });
});

describe('npm run serve', () => {
  let database: ExternalDatabase;
  let program: Program;
  const call = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);

  beforeAll(async () => {
    database = await startExternalDatabase(join(folder, 'external'));
    const cityFile = join(folder, 'one-street.osm.pbf');
    writeOneStreetCity(cityFile);
    program = serve({
      KERB_CITY: cityFile,
      DATABASE_URL: database.url(),
      KERB_SECRET: randomBytes(32).toString('hex'),
      TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
      TWILIO_AUTH_TOKEN: 'not-a-token',
      TWILIO_FROM: '+15005550006',
      TRUST_PROXY: 'true',
    });
    await program.says(`http://127.0.0.1:${port}\n`);
  });
  afterAll(async () => {
    await program.stop();
    await database.stop();
  });

  it('has no development inbox', async () => {
    expect((await call('/api/v1/dev/inbox')).status).toBe(404);
  });

  it('awaits set-up: it offers no demonstration accounts and has no users', async () => {
    const settings = await call('/api/v1/settings');
    expect(settings.status).toBe(503);
    // Longer than a client waits before retrying, so that the web app shows the set-up page at once.
    expect(settings.headers.get('retry-after')).toBe('60');
    expect(await settings.json()).toMatchObject({ code: 'setup_required' });
    expect(await (await call('/api/v1/setup')).json()).toMatchObject({ hasMap: true });
    expect(await database.column('select uid from users')).toEqual([]);
  });

  it('is ready, on the database and with the city that were configured', async () => {
    expect(await (await call('/ready')).json()).toEqual({
      status: 'ready',
      checks: { database: true, migrations: true, map: true },
    });
    expect(existsSync(join(data, 'postgres'))).toBe(false);
  });

  it('sets Secure cookies only when the proxy was called by https', async () => {
    // Signing out must clear the cookie with the attributes that signing in sets.
    const cookieBehind = async (proto: string) => {
      const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': proto };
      const answer = await call('/api/v1/auth/session', { method: 'DELETE', headers });
      expect(answer.status).toBe(204);
      return answer.headers.get('set-cookie') ?? '';
    };
    expect(await cookieBehind('https')).toMatch(/; HttpOnly; Secure; /);
    expect(await cookieBehind('http')).toMatch(/; HttpOnly; SameSite=Lax/);
  });

  it('shuts down in order at a signal', async () => {
    expect(await program.stop()).toBe(0);
    expect(existsSync(join(data, 'server.lock'))).toBe(false);
  });
});
