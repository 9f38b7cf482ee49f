// Tests that a device subscribes again and updates the server after the server's VAPID key has changed.
import { beforeEach, expect, it, vi } from 'vitest';

const { getPushKey, setPushToken } = vi.hoisted(() => ({ getPushKey: vi.fn(), setPushToken: vi.fn() }));
vi.mock('../store.ts', () => ({ client: { getPushKey, setPushToken } }));

import { renewPush, storePushChoice } from './push-device.ts';

const [today, yesterday] = [4, 7].map((byte) => Buffer.alloc(65, byte).toString('base64url'));
/** The key of the browser's subscription; null without a subscription. */
let held: string | null = null;
const savedTokens = () => setPushToken.mock.calls.map(([{ body }]) => JSON.parse(body.pushToken));

const subscription = (key: string) => ({
  options: { applicationServerKey: Uint8Array.from(Buffer.from(key, 'base64url')).buffer },
  toJSON: () => ({ key }),
  unsubscribe: async () => {
    held = null;
    return true;
  },
});
const pushManager = {
  getSubscription: async () => held && subscription(held),
  subscribe: vi.fn(async ({ applicationServerKey }: { applicationServerKey: string }) => {
    if (held !== null) throw new DOMException('There is one with another key', 'InvalidStateError');
    held = applicationServerKey;
    return subscription(held);
  }),
};

beforeEach(() => {
  vi.clearAllMocks();
  getPushKey.mockResolvedValue({ publicKey: today });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'granted' });
  const registration = { pushManager };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  localStorage.clear();
  storePushChoice('ana', 'on');
});

it('replaces a subscription made with an old key', async () => {
  held = yesterday ?? '';
  await renewPush('ana');
  expect(held).toBe(today);
  expect(savedTokens()).toEqual([{ key: today }]);
});

it('retains a subscription made with the current key, and sends it to the server with its owner', async () => {
  held = today ?? '';
  await renewPush('ana');
  expect(pushManager.subscribe).not.toHaveBeenCalled();
  expect(savedTokens()).toEqual([{ key: today }]);
});

it('renews nothing for users who turned messages off, or never turned them on', async () => {
  storePushChoice('ana', 'off');
  for (const uid of ['ana', 'leo']) await renewPush(uid);
  vi.stubGlobal('Notification', { permission: 'denied' });
  storePushChoice('ana', 'on');
  await renewPush('ana');
  expect([held, savedTokens()]).toEqual([today, []]);
});
