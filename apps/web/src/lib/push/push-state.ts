// Whether this browser can be sent push messages, and if not what stands in the way.

export type PushState =
  /** Nothing can be pushed to this browser. */
  | 'unsupported'
  /** iOS pushes only to apps on the home screen. */
  | 'install'
  /** The person, or the browser for them, has said no; only the browser's settings change that. */
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

/** What the person chose on this device: to have messages, not to, or not to be asked again. */
export type PushChoice = 'on' | 'off' | 'later';

/** base64url without padding, as VAPID keys are written. */
export function keyText(key: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(key));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Whether a subscription was made with this key; one that does not say counts as made with another. */
export const isOfKey = (applicationServerKey: ArrayBuffer | null, publicKey: string): boolean =>
  applicationServerKey !== null && keyText(applicationServerKey) === publicKey.replaceAll('=', '');
