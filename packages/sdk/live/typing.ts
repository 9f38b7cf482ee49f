// Who is writing in a chat: how often it is said of this side, and how long it is believed of the other.

/** The server takes one in two seconds of each person. */
const TELL_EVERY_MS = 2_500;
/** Whoever touched a key within so long is still writing: it is said once more, for what is said once may be lost. */
const STILL_MS = 3_000;
/** What could not be said is tried again after so long. */
const AGAIN_MS = 500;
/** Who has not been said to write for so long has stopped. */
const LASTS_MS = 5_000;
/** Who last touched a key so long ago is not said to write once it can be said. */
const MEANT_MS = 10_000;
/** What is said of writing may come after the very message it was said of. */
const LATE_MS = 1_000;

export interface Typing {
  /** The text was changed, and is not empty. */
  typed(): void;
  /** The text was sent or emptied. */
  stopped(): void;
  /** The other side is said to write. */
  heardTyping(): void;
  /** A message of the other side came: what they were writing is there. */
  heardMessage(): void;
  /** Ends what is under way; it may be used again after it. */
  end(): void;
}

interface TypingOptions {
  /** False where it could not be said, as while the connection comes back: it is tried again. */
  readonly tell: () => boolean;
  /** Told at each change of whether the other side writes. */
  readonly show: (theirs: boolean) => void;
}

export function createTyping({ tell, show }: TypingOptions): Typing {
  let typedAt = Number.NEGATIVE_INFINITY;
  let toldAt = Number.NEGATIVE_INFINITY;
  let messageAt = Number.NEGATIVE_INFINITY;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let lasting: ReturnType<typeof setTimeout> | undefined;

  const tellNow = () => {
    telling = undefined;
    const now = performance.now();
    const isUntold = typedAt > toldAt;
    if (now - typedAt > (isUntold ? MEANT_MS : STILL_MS)) return;
    const isTold = tell();
    if (isTold) toldAt = now;
    telling = setTimeout(tellNow, isTold ? TELL_EVERY_MS : AGAIN_MS);
  };
  const hide = () => {
    clearTimeout(lasting);
    show(false);
  };
  const stop = () => {
    clearTimeout(telling);
    telling = undefined;
  };
  return {
    typed() {
      typedAt = performance.now();
      // A few letters typed soon after a message are said too: as soon as it may be said again.
      telling ??= setTimeout(tellNow, Math.max(0, toldAt + TELL_EVERY_MS - performance.now()));
    },
    stopped: stop,
    heardTyping() {
      if (performance.now() - messageAt < LATE_MS) return;
      clearTimeout(lasting);
      show(true);
      lasting = setTimeout(hide, LASTS_MS);
    },
    heardMessage() {
      messageAt = performance.now();
      hide();
    },
    end() {
      stop();
      clearTimeout(lasting);
    },
  };
}
