// Tests the circuit breaker: a failing host is not called for a while, then tried with one call; a rejected call is no
// failure.
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createRemoteCalls, type RemoteCalls } from './remote-calls.ts';

let status = 200;
let asked = 0;
const server = createServer((_request, response) => {
  asked += 1;
  response.writeHead(status, status < 400 && status >= 300 ? { location: '/elsewhere' } : {}).end();
});
let url = '';
let remote: RemoteCalls;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  url = `http://127.0.0.1:${address.port}/call`;
});
afterAll(() => void server.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  remote = createRemoteCalls();
  status = 200;
  asked = 0;
});
afterEach(() => void vi.useRealTimers());

const state = () => remote.states().get(new URL(url).host);

async function call(times = 1): Promise<number[]> {
  const statuses: number[] = [];
  for (let nth = 0; nth < times; nth += 1) statuses.push((await remote.fetch(url)).status);
  return statuses;
}

it('pauses calls after five failures in a row, and resumes after one success', async () => {
  status = 503;
  expect(await call(5)).toEqual([503, 503, 503, 503, 503]);
  expect(state()).toBe('open');
  await expect(call()).rejects.toThrow();
  expect(asked).toBe(5);

  vi.advanceTimersByTime(10_001);
  expect(await call()).toEqual([503]);
  await expect(call()).rejects.toThrow();
  expect(asked).toBe(6);

  vi.advanceTimersByTime(10_001);
  status = 200;
  expect(await call(2)).toEqual([200, 200]);
  expect([state(), asked]).toEqual(['closed', 8]);
});

it('continues to call a server that rejects invalid calls', async () => {
  status = 400;
  await call(12);
  expect([state(), asked]).toEqual(['closed', 12]);
});

it('counts only consecutive failures, separately for each host', async () => {
  status = 500;
  await call(4);
  status = 200;
  await call();
  status = 500;
  await call(4);
  expect(state()).toBe('closed');
  // Nothing listens on port 1.
  for (let nth = 0; nth < 6; nth += 1)
    await expect(remote.fetch('http://127.0.0.1:1/call')).rejects.toThrow();
  expect(remote.states().get('127.0.0.1:1')).toBe('open');
  expect(state()).toBe('closed');
});

it.each([301, 302, 303, 307, 308])('does not follow a redirect: %d', async (redirect) => {
  status = redirect;
  await expect(remote.fetch(url, { method: 'POST', body: 'secret' })).rejects.toThrow();
  expect(asked).toBe(1);
  expect((await remote.fetch(url, { redirect: 'manual' })).status).toBe(redirect);
  expect(asked).toBe(2);
});
