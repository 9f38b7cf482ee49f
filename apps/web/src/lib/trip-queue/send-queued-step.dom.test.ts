// Tests that queued steps are sent with their driver's id, so that the server rejects them in another user's session.
import { afterEach, expect, it, vi } from 'vitest';
import { queueClientOf, sendQueuedStep } from './send-queued-step.ts';

vi.mock('../store.ts', () => ({ lookAtSession: async () => false }));
afterEach(() => vi.unstubAllGlobals());

it('sends the driver’s id with every call, and each step with its own idempotency key', async () => {
  const sent: { path: string; headers: Headers }[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push({ path: new URL(address, 'http://kerb.test').pathname, headers: new Headers(init.headers) });
    return Response.json({});
  });
  const client = queueClientOf('ana');
  const step = {
    id: 1,
    driver: 'ana',
    booking: 'b1',
    kind: 'arrive' as const,
    key: 'key of the step',
    at: 1,
    location: null,
    otp: null,
    file: null,
    refusal: null,
  };
  await sendQueuedStep(client, step);
  await client.postLocations({ body: { booking: 'b1', positions: [] } });
  await client.getBooking({ params: { id: 'b1' } });
  expect(sent.map(({ headers }) => headers.get('x-kerb-person'))).toEqual(['ana', 'ana', 'ana']);
  expect(sent[0]?.headers.get('idempotency-key')).toBe('key of the step');
  expect(sent[0]?.headers.get('content-type')).toBe('application/json');
});
