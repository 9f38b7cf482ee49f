// Tests the switch for push messages: turned on and off on the server, and the error when that fails.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { PushSwitch } from './push-switch.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const publicKey = Buffer.alloc(65, 4).toString('base64url');
let isSubscribed = false;
let calls: string[] = [];
let setToken: () => Response | Promise<Response>;

const subscription = {
  options: { applicationServerKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')).buffer },
  toJSON: () => ({ endpoint: 'https://push.example' }),
  unsubscribe: async () => {
    isSubscribed = false;
    return true;
  },
};
const pushManager = {
  getSubscription: async () => (isSubscribed ? subscription : null),
  subscribe: async () => {
    isSubscribed = true;
    return subscription;
  },
};

beforeAll(async () => {
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${address.replace('/api/v1', '')}`;
    calls.push(call);
    if (call.startsWith('GET')) return Response.json({ publicKey });
    return setToken();
  });
  await startI18n();
  await Promise.all([loadTexts('notices'), loadTexts('errors')]);
});
beforeEach(async () => {
  calls = [];
  isSubscribed = false;
  setToken = () => new Response(null, { status: 204 });
  render(<PushSwitch uid="ana" />);
  await screen.findByRole('switch');
});

const toggle = () => screen.getByRole<HTMLInputElement>('switch');
const changes = () => calls.filter((call) => !call.startsWith('GET'));

it('turns push messages on and off', async () => {
  fireEvent.click(toggle());
  await screen.findByText('They are on.');
  expect([toggle().checked, toggle().disabled]).toEqual([true, false]);
  fireEvent.click(toggle());
  await screen.findByText(/^They are off/);
  expect([toggle().checked, changes().length]).toEqual([false, 2]);
});

it('is disabled during a change', async () => {
  let respond: (response: Response) => void = () => undefined;
  setToken = () => new Promise<Response>((resolve) => (respond = resolve));
  fireEvent.click(toggle());
  await waitFor(() => expect(changes()).toHaveLength(1));
  expect(toggle().disabled).toBe(true);
  await act(async () => respond(new Response(null, { status: 204 })));
  await waitFor(() => expect(toggle().disabled).toBe(false));
});

it('shows why the messages could not be turned on', async () => {
  setToken = () => Response.json({ code: 'too_many_requests', status: 429 }, { status: 429 });
  fireEvent.click(toggle());
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Push messages could not be changed/);
  expect([toggle().checked, toggle().disabled]).toEqual([false, false]);
});
