// Typing indicators of a chat: how often this client sends one, and how long it shows that of the other party.

/** Minimum interval between two indicators; the server accepts one in two seconds from each user. */
const SEND_EVERY_MS = 2_500;
/** A user who typed within this time is still typing: the indicator is sent again, since one may get lost. */
const STILL_MS = 3_000;
/** Delay before an indicator that could not be sent is retried. */
const RETRY_MS = 500;
/** The other party's indicator is hidden after this time without a new one. */
const LASTS_MS = 5_000;
/** An indicator that could not be sent for this long after the last key is dropped. */
const MEANT_MS = 10_000;
/** An indicator may arrive up to this long after the message it belongs to. */
const LATE_MS = 1_000;

export interface Typing {
  /** Called when the text was changed and is not empty. */
  typed(): void;
  /** Called when the text was sent or cleared. */
  stopped(): void;
  /** Called when an indicator of the other party arrived. */
  receivedTyping(): void;
  /** Called when a message of the other party arrived; hides the indicator. */
  receivedMessage(): void;
  /** Clears the timers; the object can be used again afterwards. */
  end(): void;
}

interface TypingOptions {
  /**
   * Sends an indicator; returns false when it could not be sent, for example while reconnecting, and is then called
   * again.
   */
  readonly send: () => boolean;
  /** Called with whether the other party is typing, at each change. */
  readonly show: (theirs: boolean) => void;
}

export function createTyping({ send, show }: TypingOptions): Typing {
  let typedAt = Number.NEGATIVE_INFINITY;
  let sentAt = Number.NEGATIVE_INFINITY;
  let messageAt = Number.NEGATIVE_INFINITY;
  let sending: ReturnType<typeof setTimeout> | undefined;
  let lasting: ReturnType<typeof setTimeout> | undefined;

  const sendNow = () => {
    sending = undefined;
    const now = performance.now();
    const isUnsent = typedAt > sentAt;
    if (now - typedAt > (isUnsent ? MEANT_MS : STILL_MS)) return;
    const isSent = send();
    if (isSent) sentAt = now;
    sending = setTimeout(sendNow, isSent ? SEND_EVERY_MS : RETRY_MS);
  };
  const hide = () => {
    clearTimeout(lasting);
    show(false);
  };
  const stop = () => {
    clearTimeout(sending);
    sending = undefined;
  };
  return {
    typed() {
      typedAt = performance.now();
      // A key typed soon after an indicator causes another one, as soon as the interval allows.
      sending ??= setTimeout(sendNow, Math.max(0, sentAt + SEND_EVERY_MS - performance.now()));
    },
    stopped: stop,
    receivedTyping() {
      if (performance.now() - messageAt < LATE_MS) return;
      clearTimeout(lasting);
      show(true);
      lasting = setTimeout(hide, LASTS_MS);
    },
    receivedMessage() {
      messageAt = performance.now();
      hide();
    },
    end() {
      stop();
      clearTimeout(lasting);
    },
  };
}
