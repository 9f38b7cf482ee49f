// The browser has ended a subscription of its own accord: the device subscribes anew, and the server hears of it.
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
  const told: unknown = answer.ok ? await answer.json() : null;
  if (typeof told === 'object' && told !== null && 'publicKey' in told && typeof told.publicKey === 'string')
    return told.publicKey;
  throw new Error(`The server tells no key: ${answer.status}`);
}

/** The browser may have subscribed already; only a subscription with the key of today is of use. */
async function subscribe(push: Subscriber, key: string): Promise<Subscription> {
  const given = await push.getSubscription();
  if (given && isOfKey(given.options.applicationServerKey, key)) return given;
  await given?.unsubscribe();
  return push.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/**
 * Only devices that were subscribed are told that their subscription ended, so the person wants messages. Where
 * nobody is signed in any more the device is nobody's. Throws without a network: the app's next visit renews.
 */
export async function renewSubscription(push: Subscriber, call: Fetch): Promise<void> {
  const subscription = await subscribe(push, await keyOfToday(call));
  const body = JSON.stringify({ pushToken: JSON.stringify(subscription), userPlatform: 'WEB' });
  const headers = { 'content-type': 'application/json' };
  const { status } = await call(TOKEN_PATH, { method: 'PUT', credentials: 'same-origin', headers, body });
  if (status === UNAUTHORIZED) await subscription.unsubscribe();
}
