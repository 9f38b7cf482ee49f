// Tests `npm start` with an external PostgreSQL: all data is stored there, and connection problems are reported.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gridCity, writeOsmPbf } from '@kerb/testing/osm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from './kit/postgres/free-port.ts';
import {
  type ExternalDatabase,
  FOREIGN_DATABASE,
  startExternalDatabase,
} from './kit/testing/external-database.ts';
import { writeOneStreetCity } from './kit/testing/one-street-city.ts';
import { type Program, startProgram } from './kit/testing/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-external-'));
const data = join(folder, 'data');
const cityFile = join(folder, 'one-street.osm.pbf');
const mobile = '+59891000001';
const programs: Program[] = [];
let database: ExternalDatabase;
let port: number;

function start(databaseUrl: string, city = cityFile): Program {
  const program = startProgram('start.mjs', {
    PORT: String(port),
    KERB_DATA: data,
    KERB_CITY: city,
    KERB_SIM_DRIVERS: '0',
    KERB_SIM_RIDERS: '0',
    DATABASE_URL: databaseUrl,
  });
  programs.push(program);
  return program;
}

const call = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);

async function countCodes(): Promise<number> {
  const answer = await call(`/api/v1/dev/inbox?mobile=${encodeURIComponent(mobile)}`);
  return z.object({ items: z.array(z.unknown()) }).parse(await answer.json()).items.length;
}

beforeAll(async () => {
  writeOneStreetCity(cityFile);
  port = await freePort();
  database = await startExternalDatabase(join(folder, 'external'));
});
afterAll(async () => {
  for (const program of programs) await program.stop();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('npm start with DATABASE_URL', () => {
  it('stores everything in that database, as an owner without superuser rights, and reads it again', async () => {
    expect(await database.column('select rolsuper from pg_roles where rolname = current_user')).toEqual([
      false,
    ]);
    const first = start(database.url());
    await first.says('Kerb is running');
    expect(await (await call('/ready')).json()).toEqual({
      status: 'ready',
      checks: { database: true, migrations: true, map: true },
    });
    const sent = await call('/api/v1/auth/otp', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mobile }),
    });
    expect(sent.status).toBe(201);
    expect(await countCodes()).toBe(1);
    expect(await first.stop()).toBe(0);

    const people = await database.column('select uid from users order by uid');
    expect(people.length).toBeGreaterThan(0);
    // The city of KERB_CITY is that of the first start only.
    const other = join(folder, 'other.osm.pbf');
    writeFileSync(other, writeOsmPbf(gridCity({ name: 'Othertown', lat: 52, lng: 10 }), 'a test'));
    const second = start(database.url(), other);
    await second.says('Kerb is running');
    expect(await (await call('/api/v1/settings')).json()).toMatchObject({ city: { name: 'one-street' } });
    expect(await countCodes()).toBe(1);
    expect(await database.column('select uid from users order by uid')).toEqual(people);
    expect(await second.stop()).toBe(0);

    expect(existsSync(join(data, 'cities'))).toBe(true);
    for (const own of ['postgres', 'postgres.json', 'postgres.log'])
      expect(existsSync(join(data, own)), own).toBe(false);
  });

  it.each([
    [
      'nothing listens there',
      async () => database.url({ port: await freePort() }),
      'nothing listens at its address',
    ],
    [
      'there is no such database',
      async () => database.url({ database: 'nowhere' }),
      'there is no such database; create it first',
    ],
    [
      'the password is wrong',
      async () => database.url({ password: 'guessed-wrongly' }),
      'the password or user name is wrong',
    ],
    [
      'the database is not the user’s own',
      async () => database.url({ database: FOREIGN_DATABASE }),
      'its user may not create tables and extensions in it; make that user its owner',
    ],
  ])('says in a sentence that %s', async (_, wrongUrl, reason) => {
    const url = await wrongUrl();
    const program = start(url);
    expect(await program.ended).toBe(1);
    expect(program.output()).toContain(`The database of DATABASE_URL cannot be used: ${reason}.\n`);
    expect(program.output()).not.toContain('    at ');
    expect(program.output()).not.toContain(new URL(url).password);
    expect(existsSync(join(data, 'server.lock'))).toBe(false);
  });
});
