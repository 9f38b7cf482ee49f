// Sends notifications to a person's devices.

export interface PushMessage {
  /** The person; adapters look up their devices. */
  uid: string;
  title: string;
  body: string;
  /** The screen to open and its parameters. */
  screen?: string;
  params?: Readonly<Record<string, string>>;
}

export interface PushSender {
  readonly kind: 'inbox';
  send(message: PushMessage): Promise<void>;
}
