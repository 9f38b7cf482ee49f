// Renews a push subscription that the browser has ended, and updates the server.
import { isOfKey } from '../lib/push/push-state.ts';

/** The part of PushSubscription that is used here. */
export interface Subscription {
  readonly options: { readonly applicationServerKey: ArrayBuffer | null };
  unsubscribe(): Promise<boolean>;
}

/** The part of the service worker's push manager that is used here. */
export interface Subscriber {
  getSubscription(): Promise<Subscription | null>;
  subscribe(options: { userVisibleOnly: boolean; applicationServerKey: string }): Promise<Subscription>;
}

type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

const TOKEN_PATH = '/api/v1/me/push-token';
const KEY_PATH = '/api/v1/push-key';
const UNAUTHORIZED = 401;

async function keyOfToday(call: Fetch): Promise<string> {
  const answer = await call(KEY_PATH);
  const body: unknown = answer.ok ? await answer.json() : null;
  if (typeof body === 'object' && body !== null && 'publicKey' in body && typeof body.publicKey === 'string')
    return body.publicKey;
  throw new Error(`The server returned no public key: ${answer.status}`);
}

/** Uses a subscription that the browser has already made, if it has the server's current key. */
async function subscribe(push: Subscriber, key: string): Promise<Subscription> {
  const current = await push.getSubscription();
  if (current && isOfKey(current.options.applicationServerKey, key)) return current;
  await current?.unsubscribe();
  return push.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/**
 * The browser fires the event only on subscribed devices, so the user wants messages. Unsubscribes when no user is
 * signed in. Rejects without a network; the app then renews the subscription at the next visit.
 */
export async function renewSubscription(push: Subscriber, call: Fetch): Promise<void> {
  const subscription = await subscribe(push, await keyOfToday(call));
  const body = JSON.stringify({ pushToken: JSON.stringify(subscription), userPlatform: 'WEB' });
  const headers = { 'content-type': 'application/json' };
  const { status } = await call(TOKEN_PATH, { method: 'PUT', credentials: 'same-origin', headers, body });
  if (status === UNAUTHORIZED) await subscription.unsubscribe();
}
