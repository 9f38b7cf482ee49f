// Manages the push subscription of this browser: subscribes with the server's key, and registers the subscription on
// the server.
import { deviceStorage } from '../browser-storage.ts';
import { client } from '../store.ts';
import { isOfKey, type PushChoice, type PushState, pushStateOf } from './push-state.ts';

const choiceKey = (uid: string): string => `kerb.push.${uid}`;

/** The user's choice on this device; null before the first choice. */
export function pushChoiceOf(uid: string): PushChoice | null {
  const choice = deviceStorage.read(choiceKey(uid));
  return choice === 'on' || choice === 'off' || choice === 'later' ? choice : null;
}

export function storePushChoice(uid: string, choice: PushChoice): void {
  deviceStorage.write(choiceKey(uid), choice);
}

const hasPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const isIos = (): boolean =>
  /iP(hone|ad|od)/.test(navigator.userAgent) ||
  // iPads identify themselves as Macs; only the touch screen distinguishes them.
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

const manager = async (): Promise<PushManager | null> =>
  (hasPush() && (await navigator.serviceWorker.getRegistration())?.pushManager) || null;

export async function readPushState(): Promise<PushState> {
  const push = await manager();
  const subscription = (await push?.getSubscription()) ?? null;
  return pushStateOf({
    hasPush: push !== null,
    isIos: isIos(),
    isInstalled: window.matchMedia('(display-mode: standalone)').matches,
    permission: 'Notification' in window ? Notification.permission : null,
    isSubscribed: subscription !== null,
  });
}

/**
 * Subscribes with the server's current key, replacing a subscription made with another key, and registers it on the
 * server.
 */
async function subscribe(push: PushManager): Promise<void> {
  const { publicKey } = await client.getPushKey();
  let subscription = await push.getSubscription();
  if (subscription && !isOfKey(subscription.options.applicationServerKey, publicKey)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await push.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  await client.setPushToken({ body: { pushToken: JSON.stringify(subscription), userPlatform: 'WEB' } });
}

/** Requests the permission if needed; must be called from a user gesture. */
export async function turnPushOn(uid: string): Promise<PushState> {
  const push = await manager();
  if (push && (await Notification.requestPermission()) === 'granted') {
    await subscribe(push);
    storePushChoice(uid, 'on');
  }
  return readPushState();
}

export async function turnPushOff(uid: string): Promise<PushState> {
  storePushChoice(uid, 'off');
  const subscription = await (await manager())?.getSubscription();
  if (subscription) {
    // Unsubscribes in the browser first: if the server cannot be reached, the push service rejects its later messages.
    await subscription.unsubscribe();
    await client.removePushToken({ body: { pushToken: JSON.stringify(subscription) } });
  }
  return readPushState();
}

/**
 * Renews the subscription after a sign-in, and after a change of the server's key, if the user has turned push messages
 * on.
 */
export async function renewPush(uid: string): Promise<void> {
  const push = await manager();
  if (push && Notification.permission === 'granted' && pushChoiceOf(uid) === 'on') await subscribe(push);
}

/** After a sign-out no message may be shown on this device. The server deleted its token with the session. */
export async function endPush(): Promise<void> {
  await (await (await manager())?.getSubscription())?.unsubscribe();
}
