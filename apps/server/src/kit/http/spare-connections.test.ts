// Tests that connections without any request are closed after a while, without a response.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createBareServer } from '../testing/bare-server.ts';
import { defaultClientLimits } from './client-limits.ts';

const app = await createBareServer({
  clients: { ...defaultClientLimits, headersWithinMs: 50, requestWithinMs: 100, examinedEveryMs: 20 },
});
afterAll(() => app.close());
const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));

/** Everything the server sends until it closes the connection. */
async function receivedAfter(sent: string): Promise<string> {
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let received = '';
  socket.on('data', (part) => {
    received += part;
  });
  socket.on('error', () => undefined);
  socket.write(sent);
  await once(socket, 'close');
  return received;
}

it('spare connections get no answer, which a browser would assign to its next request', async () => {
  expect(await receivedAfter('')).toBe('');
});

it('spare connections get an answer once a part of a request was sent', async () => {
  expect(await receivedAfter('GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ')).toMatch(/^HTTP\/1\.1 4\d\d /);
});
