// Tests when the chat is reloaded because of messages that could not be sent.
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useOutgoing } from './use-outgoing.ts';

const server = vi.hoisted(() => ({ fetch: vi.fn<() => Promise<Response>>() }));
vi.mock('../../lib/live.ts', () => ({ live: { onState: () => undefined } }));
vi.mock('../../lib/store.ts', async () => {
  const { createClient } = await import('@kerb/sdk/client');
  const { createKerbStore } = await import('@kerb/sdk/store');
  const client = createClient({
    baseUrl: 'http://kerb.test',
    retry: { attempts: 1 },
    fetch: () => server.fetch(),
  });
  return { store: createKerbStore({ client }) };
});

const problem = (code: string, status: number) => new Response(JSON.stringify({ code, status }), { status });

beforeEach(() => {
  vi.useFakeTimers();
  server.fetch.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Sends a message in the chat and lets ten seconds pass; returns how often the chat was to be reloaded. */
async function reloadsAfterSending(booking: string): Promise<number> {
  const onRefused = vi.fn();
  const { result } = renderHook(() => useOutgoing(booking, 'off', onRefused));
  result.current.send('hello');
  await vi.advanceTimersByTimeAsync(10_000);
  return onRefused.mock.calls.length;
}

it('reloads the chat once when the server rejects a message', async () => {
  server.fetch.mockImplementation(async () => problem('chat_closed', 409));
  expect(await reloadsAfterSending('rejected')).toBe(1);
  expect(server.fetch).toHaveBeenCalledTimes(1);
});

it('does not reload the chat for a message that is retried because the server is overloaded', async () => {
  server.fetch.mockImplementation(async () => problem('overloaded', 503));
  expect(await reloadsAfterSending('overloaded')).toBe(0);
  expect(server.fetch).toHaveBeenCalledTimes(3);
});

it('does not reload the chat for a message that is retried without the network', async () => {
  server.fetch.mockRejectedValue(new TypeError('no network'));
  expect(await reloadsAfterSending('offline')).toBe(0);
  expect(server.fetch).toHaveBeenCalledTimes(3);
});
