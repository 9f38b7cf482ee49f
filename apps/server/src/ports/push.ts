// Sends a message to one installation of a person: an app by FCM, a browser by its push service.

export interface PushMessage {
  /** Of the notice: a device that is sent it twice shows it once. */
  id: string;
  title: string;
  body: string;
  /** The screen to open and its parameters (specification §2); null opens the app. */
  screen: string | null;
  params: Readonly<Record<string, string>>;
  /** The screen's address below the app's origin. */
  url: string;
  /** Wakes a phone that sleeps. */
  urgent: boolean;
  /** How long the provider may keep it for a device that is off. */
  ttlSeconds: number;
}

/** What became of a message to one device. */
export type PushOutcome =
  | { result: 'sent' }
  /** The device takes messages no more. */
  | { result: 'gone' }
  /** The device's provider does not take who sends: with another key it might. */
  | { result: 'denied'; reason: string }
  /** This message will not be taken, however often it is tried. */
  | { result: 'refused'; reason: string }
  /** To be tried again, after so many ms when the provider says so. */
  | { result: 'later'; reason: string; afterMs?: number | undefined };

export interface PushSender {
  readonly kind: 'fcm' | 'web-push';
  /** `token`: of FCM, or the subscription as JSON. Never throws: what goes wrong is an outcome. */
  send(token: string, message: PushMessage): Promise<PushOutcome>;
}

/** Which sender takes messages of which platform; null where none is set up. */
export interface PushSenders {
  readonly web: PushSender & { readonly publicKey: string };
  /** ANDROID and IOS. */
  readonly fcm: PushSender | null;
}
