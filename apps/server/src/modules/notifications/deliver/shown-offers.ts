// Collects the offers that drivers' apps have shown, whose notices are read and whose push messages are not needed, and
// writes them together: an offer to fifteen drivers does not cost fifteen transactions.
import type { Actor } from '../../../kit/index.ts';
import type { NoticeAbout } from '../notices.repository.ts';

export interface ShownOffersDeps {
  /** `drivers[i]` saw the offer of `bookings[i]`. Returns the offers whose notices were unread until now. */
  finishShown: (drivers: readonly string[], bookings: readonly string[]) => Promise<readonly NoticeAbout[]>;
  logger: { warn(details: object, message: string): void };
}

/**
 * Delay before writing, in ms: the notices of an offer are stored shortly after the app has shown it, and pushed after
 * 2 s.
 */
export const WRITE_AFTER_MS = 1_000;
/**
 * Times between a write and the next one for offers without an unread notice, in ms: while the server is busy, notices
 * are stored later. After the last one the notice stays unread until the offer is over.
 */
const WRITE_AGAIN_AFTER_MS: readonly number[] = [1_000, 3_000, 10_000];
/**
 * More entries accumulate only while the database does not respond; further ones are ignored, so their push messages
 * are sent.
 */
const MAX_WAITING = 5_000;

interface ShownOffer {
  readonly driver: string;
  readonly booking: string;
}

const keyOf = (driver: string, booking: string): string => `${driver} ${booking}`;

export function createShownOffers({ finishShown, logger }: ShownOffersDeps) {
  /** The offers of the next write, by the number of writes before it. */
  const waiting = new Map<number, ShownOffer[]>();

  function add(offers: readonly ShownOffer[], writes: number, delayMs: number): void {
    const others = waiting.get(writes);
    if (others) {
      others.push(...offers.slice(0, MAX_WAITING - others.length));
      return;
    }
    waiting.set(writes, [...offers]);
    setTimeout(() => void write(writes), delayMs).unref();
  }

  async function write(writes: number): Promise<void> {
    const shown = waiting.get(writes) ?? [];
    waiting.delete(writes);
    try {
      const read = await finishShown(
        shown.map(({ driver }) => driver),
        shown.map(({ booking }) => booking),
      );
      const readKeys = new Set(read.map(({ uid, booking }) => keyOf(uid, booking)));
      const unread = shown.filter(({ driver, booking }) => !readKeys.has(keyOf(driver, booking)));
      const delayMs = WRITE_AGAIN_AFTER_MS[writes];
      if (unread.length > 0 && delayMs !== undefined) add(unread, writes + 1, delayMs);
    } catch (error) {
      logger.warn(
        { err: error, offers: shown.length },
        'Shown offers were not recorded: their notices may stay unread, and their push messages may be sent',
      );
    }
  }

  /** Users other than drivers have no offers and are ignored. */
  return function onOfferShown({ uid, usertype }: Pick<Actor, 'uid' | 'usertype'>, booking: string): void {
    if (usertype === 'driver') add([{ driver: uid, booking }], 0, WRITE_AFTER_MS);
  };
}
