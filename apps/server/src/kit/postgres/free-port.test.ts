// Tests that a free port is below the range of outgoing connections, and that a used port is replaced.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort, tryPort } from './free-port.ts';

it('returns a free port below the range of outgoing connections', async () => {
  const port = await freePort();
  expect(port).toBeGreaterThanOrEqual(10_000);
  expect(port).toBeLessThan(20_000);
  expect(await tryPort(port)).toBe(port);
});

it('returns the wanted port when it is free, and another one when it is used', async () => {
  const wanted = await freePort();
  expect(await freePort(wanted)).toBe(wanted);
  const server = createServer().listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  expect(await freePort(wanted)).not.toBe(wanted);
  server.close();
});
