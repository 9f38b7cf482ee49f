// Tests what npm run region rejects before it opens a database.
import { expect, it } from 'vitest';
import { parseConfig } from '../../apps/server/src/config.ts';
import { regionCommand } from './region-command.ts';

async function add(host: string, environment: Record<string, string>): Promise<string> {
  const said: string[] = [];
  const folder = { KERB_DATA: '/nonexistent' };
  const words = ['add', 'rivera', '--host', host, '--map', 'rivera.osm.pbf'];
  const code = await regionCommand(words, parseConfig({ ...folder, ...environment }), (line) =>
    said.push(line),
  );
  expect(code).toBe(1);
  return said.join('\n');
}

it("rejects the first city's own host for another city", async () => {
  const taken = 'The first city has the host';
  const environment = { PUBLIC_URL: 'https://ride.example' };
  expect(await add('ride.example', environment)).toContain(taken);
  expect(await add('Ride.Example', environment)).toContain(taken);
  expect(await add('127.0.0.1', {})).toContain(taken);
  // Another host is accepted, and the missing database is reported.
  expect(await add('rivera.example', environment)).toContain('There is no database in /nonexistent');
});

it('requires the public address of the first city, except on this machine', async () => {
  expect(await add('rivera.example', {})).toContain('Set PUBLIC_URL');
  expect(await add('rivera.localhost', {})).toContain('There is no database in /nonexistent');
});
