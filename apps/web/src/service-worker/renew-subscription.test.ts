// Tests that the device subscribes again with the current key and updates the server after the browser has ended a push
// subscription.
import { describe, expect, it, vi } from 'vitest';
import { renewSubscription, type Subscriber, type Subscription } from './renew-subscription.ts';

const today = Buffer.alloc(65, 4).toString('base64url');
const yesterday = Buffer.alloc(65, 7).toString('base64url');

function subscriptionOf(key: string, endpoint: string) {
  const bytes = Uint8Array.from(Buffer.from(key, 'base64url')).buffer;
  const given = { endpoint, options: { applicationServerKey: bytes }, unsubscribe: vi.fn(async () => true) };
  return Object.assign(given, { toJSON: () => ({ endpoint }) });
}

function browserWith(held: Subscription | null) {
  const made = subscriptionOf(today, 'https://push.example/new');
  const subscribe = vi.fn<Subscriber['subscribe']>(async () => made);
  return { push: { getSubscription: async () => held, subscribe }, made, subscribe };
}

function serverSaying({ key = 200, token = 204 } = {}) {
  return vi.fn(async (address: string, _init?: RequestInit) =>
    address === '/api/v1/push-key'
      ? new Response(JSON.stringify({ publicKey: today }), { status: key })
      : new Response(null, { status: token }),
  );
}

const savedTokens = (call: ReturnType<typeof serverSaying>) =>
  call.mock.calls
    .filter(([address]) => address === '/api/v1/me/push-token')
    .map(([, init]) => [init?.method, JSON.parse(String(init?.body))]);
const put = (endpoint: string) => ['PUT', { pushToken: JSON.stringify({ endpoint }), userPlatform: 'WEB' }];

describe('a device with an expired subscription', () => {
  it('subscribes with the server’s key and sends the token to the server', async () => {
    const { push, subscribe } = browserWith(null);
    const call = serverSaying();
    await renewSubscription(push, call);
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: today });
    expect(savedTokens(call)).toEqual([put('https://push.example/new')]);
  });

  it('retains the browser’s own subscription when it has the current key', async () => {
    const { push, subscribe } = browserWith(subscriptionOf(today, 'https://push.example/own'));
    const call = serverSaying();
    await renewSubscription(push, call);
    expect(subscribe).not.toHaveBeenCalled();
    expect(savedTokens(call)).toEqual([put('https://push.example/own')]);
  });

  it('replaces a subscription with an outdated key', async () => {
    const old = subscriptionOf(yesterday, 'https://push.example/old');
    const { push } = browserWith(old);
    const call = serverSaying();
    await renewSubscription(push, call);
    expect(old.unsubscribe).toHaveBeenCalledOnce();
    expect(savedTokens(call)).toEqual([put('https://push.example/new')]);
  });

  it('unsubscribes when no user is signed in; after a server error it retries on the next visit', async () => {
    const signedOut = browserWith(null);
    await renewSubscription(signedOut.push, serverSaying({ token: 401 }));
    expect(signedOut.made.unsubscribe).toHaveBeenCalledOnce();
    const inTrouble = browserWith(null);
    await renewSubscription(inTrouble.push, serverSaying({ token: 503 }));
    expect(inTrouble.made.unsubscribe).not.toHaveBeenCalled();
    const silent = browserWith(null);
    await expect(renewSubscription(silent.push, serverSaying({ key: 503 }))).rejects.toThrow('503');
    expect(silent.subscribe).not.toHaveBeenCalled();
  });
});
