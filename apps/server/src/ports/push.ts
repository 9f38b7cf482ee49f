// Port that sends push messages to one device of a user: to an app by FCM, to a browser by its push service.

export interface PushMessage {
  /** Id of the notice: a device that receives it twice shows it once. */
  id: string;
  title: string;
  body: string;
  /** The screen to open, with its parameters (specification §2); null opens the app. */
  screen: string | null;
  params: Readonly<Record<string, string>>;
  /** The screen's path, below the app's origin. */
  url: string;
  /** Wakes a sleeping phone. */
  urgent: boolean;
  /** How long the provider stores the message for an offline device, seconds. */
  ttlSeconds: number;
}

/** Result of sending a message to one device. */
export type PushOutcome =
  | { result: 'sent' }
  /** The device no longer accepts messages, so its token can be removed. */
  | { result: 'gone' }
  /** The provider rejected the sender; another key might be accepted. */
  | { result: 'denied'; reason: string }
  /** The provider rejected this message permanently. */
  | { result: 'refused'; reason: string }
  /** Retry later, after `afterMs` when the provider has given a delay. */
  | { result: 'later'; reason: string; afterMs?: number | undefined };

export interface PushSender {
  readonly kind: 'fcm' | 'web-push';
  /** `token` is an FCM token, or a Web Push subscription as JSON. Never throws: errors are outcomes. */
  send(token: string, message: PushMessage): Promise<PushOutcome>;
}

/** The sender for each platform; null when it is not configured. */
export interface PushSenders {
  readonly web: PushSender & { readonly publicKey: string };
  /** For ANDROID and IOS. */
  readonly fcm: PushSender | null;
}
