// Determines whether this browser can receive push messages, and if not, why.

export type PushState =
  /** The browser does not support push messages. */
  | 'unsupported'
  /** iOS delivers push messages only to apps on the home screen. */
  | 'install'
  /** The user, or the browser, has denied the permission; it can only be changed in the browser's settings. */
  | 'denied'
  | 'off'
  | 'on';

export interface BrowserFacts {
  readonly hasPush: boolean;
  readonly isIos: boolean;
  readonly isInstalled: boolean;
  readonly permission: NotificationPermission | null;
  readonly isSubscribed: boolean;
}

export function pushStateOf(facts: BrowserFacts): PushState {
  if (!facts.hasPush || facts.permission === null)
    return facts.isIos && !facts.isInstalled ? 'install' : 'unsupported';
  if (facts.permission === 'denied') return 'denied';
  return facts.permission === 'granted' && facts.isSubscribed ? 'on' : 'off';
}

/** The user's choice on this device: 'on', 'off', or 'later' when they dismissed the prompt. */
export type PushChoice = 'on' | 'off' | 'later';

/** base64url without padding, as VAPID keys are written. */
export function keyText(key: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(key));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Whether a subscription was made with this key; false when the browser does not report the key. */
export const isOfKey = (applicationServerKey: ArrayBuffer | null, publicKey: string): boolean =>
  applicationServerKey !== null && keyText(applicationServerKey) === publicKey.replaceAll('=', '');
