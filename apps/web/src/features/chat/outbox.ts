// Outgoing chat messages: sent one at a time per chat, once each, and stored until they are sent or discarded.
import { isTransientCode, randomKey } from '@kerb/sdk/client';

/** A message that is not delivered yet; a failed one stays until it is sent again or discarded. */
export interface Outgoing {
  /** Also the idempotency key, so that a retry does not create a second message. */
  readonly key: string;
  /** Empty for a picture. */
  readonly text: string;
  readonly picture: File | null;
  /** Error code of the last attempt, null before the first. A message with a transient error is retried. */
  readonly problem: string | null;
  readonly isSending: boolean;
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
  /** Discards a message, unless it is being sent: the server may have it already. */
  discard(booking: string, key: string): void;
  /** Call it when the network is back: sends the messages, in order, that a transient error stopped. */
  resume(): void;
  forget(): void;
  /** Subscribes to changes; returns the function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 60_000;

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
  /** Bookings with a message that is being sent. */
  const sending = new Set<string>();
  /** Timers of the bookings that a transient error stopped. */
  const retries = new Map<string, ReturnType<typeof setTimeout>>();
  /** Milliseconds before the next retry of such a booking. */
  const pauses = new Map<string, number>();
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
  const update = (booking: string, key: string, change: Partial<Outgoing>) =>
    put(
      booking,
      of(booking).map((one) => (one.key === key ? { ...one, ...change } : one)),
    );

  /** The first message of the booking that is queued, or failed with a transient error. */
  const nextOf = (booking: string) =>
    of(booking).find(({ problem }) => problem === null || isTransientCode(problem));

  /** Sends one message; returns the error code, or null when it was sent or has been removed meanwhile. */
  async function attempt(booking: string, message: Outgoing): Promise<string | null> {
    const { key } = message;
    update(booking, key, { isSending: true });
    // Without an answer the message would stay "being sent", and those after it queued.
    const problem = await post(booking, message).catch(() => 'internal');
    if (!isThere(booking, key)) return null;
    if (problem === null) without(booking, key);
    else update(booking, key, { problem, isSending: false });
    return problem;
  }

  /**
   * Sends the booking's messages sequentially, so that they arrive in the order in which they were written. A transient
   * error stops them: the later ones stay queued behind the failed one until it is sent or discarded.
   */
  async function sendInOrder(booking: string): Promise<void> {
    if (sending.has(booking)) return;
    sending.add(booking);
    clearTimeout(retries.get(booking));
    for (let message = nextOf(booking); message; message = nextOf(booking)) {
      const problem = await attempt(booking, message);
      if (problem !== null && isTransientCode(problem)) {
        retryLater(booking);
        break;
      }
      pauses.delete(booking);
    }
    sending.delete(booking);
  }
  /** The error can pass without a reconnection of the live socket, so the booking is also retried by time. */
  const retryLater = (booking: string) => {
    const pause = pauses.get(booking) ?? FIRST_PAUSE_MS;
    pauses.set(booking, Math.min(2 * pause, LONGEST_PAUSE_MS));
    clearTimeout(retries.get(booking));
    retries.set(
      booking,
      setTimeout(() => void sendInOrder(booking), pause),
    );
  };
  const clearAll = () => {
    boxes.clear();
    pauses.clear();
    for (const retry of retries.values()) clearTimeout(retry);
    retries.clear();
  };
  const forget = () => {
    person = null;
    clearAll();
    keep();
  };

  return {
    ofPerson(uid) {
      if (uid === person) return;
      const texts = readStoredTexts(storage.read(), uid);
      clearAll();
      person = uid;
      // The previous page may have sent some of them already; sending those again is harmless, as the keys are the
      // same.
      for (const { booking, key, text } of texts)
        boxes.set(booking, [
          ...of(booking),
          { key, text, picture: null, problem: 'network_error', isSending: false },
        ]);
      for (const booking of boxes.keys()) retryLater(booking);
      keep();
    },
    of,
    add(booking, text, picture) {
      const message = { key: randomKey(), text, picture, problem: null, isSending: false };
      put(booking, [...of(booking), message]);
      void sendInOrder(booking);
    },
    sendAgain(booking, key) {
      update(booking, key, { problem: null });
      void sendInOrder(booking);
    },
    discard(booking, key) {
      if (of(booking).some((one) => one.key === key && one.isSending)) return;
      without(booking, key);
      void sendInOrder(booking);
    },
    resume() {
      for (const booking of [...boxes.keys()]) void sendInOrder(booking);
    },
    forget,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
