// npm run dev on a free port: the page, the API and the live socket answer on one address, and a stop leaves nothing running.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { freePort } from '../../apps/server/src/kit/postgres/free-port.ts';
import { startMark } from '../../apps/server/src/kit/process-info.ts';
import { writeOneStreetCity } from '../../apps/server/src/kit/testing/one-street-city.ts';
import { type Program, startProgram } from '../../apps/server/src/kit/testing/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-dev-'));
const data = join(folder, 'data');
let program: Program | undefined;
afterAll(async () => {
  await program?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const postgresPid = (): number =>
  Number(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** The type of the first message of the live socket. */
function firstMessage(address: string): Promise<unknown> {
  const socket = new WebSocket(address);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('message', (message) => {
      socket.terminate();
      resolve(JSON.parse(String(message)).type);
    });
  });
}

describe('npm run dev', () => {
  it('serves the page, the API and the live socket on one port, with a debugger, and stops cleanly', async () => {
    const city = join(folder, 'one-street.osm.pbf');
    writeOneStreetCity(city);
    const port = await freePort();
    program = startProgram('dev.mjs', {
      PORT: String(port),
      KERB_DATA: data,
      KERB_CITY: city,
      KERB_DEBUG_PORT: '0',
      KERB_SIM_DRIVERS: '0',
      KERB_SIM_RIDERS: '0',
    });
    await program.says(`Kerb is running at http://127.0.0.1:${port}`);
    expect(program.output()).toContain('Debugger listening on ws://127.0.0.1:');

    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/@vite/client')]);
    const settings = await fetch(`http://127.0.0.1:${port}/api/v1/settings`);
    expect([settings.status, await settings.json()]).toEqual([
      200,
      expect.objectContaining({ demo: expect.anything() }),
    ]);
    expect(await firstMessage(`ws://127.0.0.1:${port}/api/v1/live`)).toBe('ready');

    const postgres = postgresPid();
    expect(await program.stop()).toBe(0);
    expect(startMark(postgres)).toBeNull();
    expect(existsSync(join(data, 'postgres', 'postmaster.pid'))).toBe(false);
    expect(await fetch(`http://127.0.0.1:${port}/`).catch(() => null)).toBeNull();
  }, 300_000);
});
