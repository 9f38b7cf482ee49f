// The browser has ended a push subscription: the device subscribes again and updates the server.
import { isOfKey } from '../lib/push/push-state.ts';

/** What is used of a PushSubscription. */
export interface Subscription {
  readonly options: { readonly applicationServerKey: ArrayBuffer | null };
  unsubscribe(): Promise<boolean>;
}

/** What is used of the worker's push manager. */
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

/** The browser may have subscribed already; only a subscription with the key of today is of use. */
async function subscribe(push: Subscriber, key: string): Promise<Subscription> {
  const given = await push.getSubscription();
  if (given && isOfKey(given.options.applicationServerKey, key)) return given;
  await given?.unsubscribe();
  return push.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/**
 * The browser notifies only subscribed devices, so the user wants messages. When no user is signed in any more, the
 * device has no owner and its subscription ends. Throws without a network: the app's next visit renews.
 */
export async function renewSubscription(push: Subscriber, call: Fetch): Promise<void> {
  const subscription = await subscribe(push, await keyOfToday(call));
  const body = JSON.stringify({ pushToken: JSON.stringify(subscription), userPlatform: 'WEB' });
  const headers = { 'content-type': 'application/json' };
  const { status } = await call(TOKEN_PATH, { method: 'PUT', credentials: 'same-origin', headers, body });
  if (status === UNAUTHORIZED) await subscription.unsubscribe();
}
