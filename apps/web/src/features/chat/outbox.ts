// Outgoing chat messages: sent one at a time per chat, once each, and stored until they are sent or discarded.
import { randomKey } from '@kerb/sdk/client';

/** A message that is not delivered yet; a failed one stays until it is sent again or discarded. */
export interface Outgoing {
  /** Also the idempotency key, so that a retry does not create a second message. */
  readonly key: string;
  /** Empty for a picture. */
  readonly text: string;
  readonly picture: File | null;
  /** Error code of the last attempt; null while it is queued or being sent. */
  readonly problem: string | null;
}

/** Storage for one user's unsent texts, to survive a reload; pictures are not stored. */
interface OutboxStorage {
  read(): string | null;
  write(text: string | null): void;
}

interface OutboxOptions {
  /** Sends a message; resolves to the error code, or null when the server has stored it. */
  readonly post: (booking: string, message: Outgoing) => Promise<string | null>;
  readonly storage: OutboxStorage;
}

export interface Outbox {
  /** Sets the sender; another user's messages are removed. */
  ofPerson(uid: string): void;
  /** Outgoing messages of a booking, oldest first; returns the same array until something changes. */
  of(booking: string): readonly Outgoing[];
  add(booking: string, text: string, picture: File | null): void;
  sendAgain(booking: string, key: string): void;
  /** Discards a failed message. One that is being sent is not discarded: the server may have it already. */
  discard(booking: string, key: string): void;
  /** Call it when the network is back: sends the messages again that failed with a network error. */
  resume(): void;
  forget(): void;
  /** Subscribes to changes; returns the function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

const none: readonly Outgoing[] = [];

interface StoredText {
  readonly booking: string;
  readonly key: string;
  readonly text: string;
}

const isStoredText = (value: unknown): value is StoredText =>
  typeof value === 'object' &&
  value !== null &&
  ['booking', 'key', 'text'].every((name) => typeof Reflect.get(value, name) === 'string');

/** The stored texts of this user; empty when the storage cannot be parsed. */
function readStoredTexts(text: string | null, uid: string): StoredText[] {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null || Reflect.get(value, 'uid') !== uid) return [];
    const texts: unknown = Reflect.get(value, 'texts');
    return Array.isArray(texts) ? texts.filter(isStoredText) : [];
  } catch {
    return [];
  }
}

export function createOutbox({ post, storage }: OutboxOptions): Outbox {
  let person: string | null = null;
  const boxes = new Map<string, readonly Outgoing[]>();
  const lines = new Map<string, Promise<void>>();
  const listeners = new Set<() => void>();

  const keep = () => {
    const texts = [...boxes].flatMap(([booking, box]) =>
      box.filter(({ picture }) => picture === null).map(({ key, text }) => ({ booking, key, text })),
    );
    storage.write(texts.length === 0 ? null : JSON.stringify({ uid: person, texts }));
    for (const listener of [...listeners]) listener();
  };
  const of = (booking: string) => boxes.get(booking) ?? none;
  const put = (booking: string, box: readonly Outgoing[]) => {
    if (box.length === 0) boxes.delete(booking);
    else boxes.set(booking, box);
    keep();
  };
  const isThere = (booking: string, key: string) => of(booking).some((one) => one.key === key);
  const without = (booking: string, key: string) =>
    put(
      booking,
      of(booking).filter((one) => one.key !== key),
    );
  const mark = (booking: string, key: string, problem: string | null) =>
    put(
      booking,
      of(booking).map((one) => (one.key === key ? { ...one, problem } : one)),
    );

  async function attempt(booking: string, message: Outgoing): Promise<void> {
    // The message was discarded while it was queued behind others.
    if (!isThere(booking, message.key)) return;
    const problem = await post(booking, message);
    if (!isThere(booking, message.key)) return;
    if (problem === null) without(booking, message.key);
    else mark(booking, message.key, problem);
  }
  // Sent sequentially, so that messages arrive in the order in which they were written.
  const enqueue = (booking: string, message: Outgoing) => {
    const before = lines.get(booking) ?? Promise.resolve();
    lines.set(
      booking,
      before.then(() => attempt(booking, message)),
    );
  };
  const sendAgain = (booking: string, key: string) => {
    const message = of(booking).find((one) => one.key === key && one.problem !== null);
    if (!message) return;
    mark(booking, key, null);
    enqueue(booking, message);
  };
  const forget = () => {
    person = null;
    boxes.clear();
    keep();
  };

  return {
    ofPerson(uid) {
      if (uid === person) return;
      const texts = readStoredTexts(storage.read(), uid);
      boxes.clear();
      person = uid;
      // The previous page may have sent some of them already; sending those again is harmless, as the keys are the
      // same.
      for (const { booking, key, text } of texts)
        boxes.set(booking, [...of(booking), { key, text, picture: null, problem: 'network_error' }]);
      keep();
    },
    of,
    add(booking, text, picture) {
      const message = { key: randomKey(), text, picture, problem: null };
      put(booking, [...of(booking), message]);
      enqueue(booking, message);
    },
    sendAgain,
    discard(booking, key) {
      if (of(booking).some((one) => one.key === key && one.problem !== null)) without(booking, key);
    },
    resume() {
      for (const [booking, box] of [...boxes])
        for (const { key, problem } of box) if (problem === 'network_error') sendAgain(booking, key);
    },
    forget,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
