// Collects the offers that drivers' apps have shown, whose notices are read and whose push messages are not needed, and
// writes them together: an offer to fifteen drivers does not cost fifteen transactions.
import type { Actor } from '../../../kit/index.ts';

export interface ShownOffersDeps {
  /** `drivers[i]` saw the offer of `bookings[i]`. */
  finishShown: (drivers: readonly string[], bookings: readonly string[]) => Promise<void>;
  logger: { warn(details: object, message: string): void };
}

/**
 * Delay before writing, in ms: the notices of an offer are stored shortly after the app has shown it, and pushed after
 * 2 s.
 */
export const WRITE_AFTER_MS = 1_000;
/**
 * More entries accumulate only while the database does not respond; further ones are ignored, so their push messages
 * are sent.
 */
const MAX_WAITING = 5_000;

export function createShownOffers({ finishShown, logger }: ShownOffersDeps) {
  let waiting: { driver: string; booking: string }[] = [];

  async function write(): Promise<void> {
    const shown = waiting;
    waiting = [];
    try {
      await finishShown(
        shown.map(({ driver }) => driver),
        shown.map(({ booking }) => booking),
      );
    } catch (error) {
      logger.warn(
        { err: error, offers: shown.length },
        'Shown offers were not recorded: their notices may stay unread, and their push messages may be sent',
      );
    }
  }

  /** Users other than drivers have no offers and are ignored. */
  return function onOfferShown({ uid, usertype }: Pick<Actor, 'uid' | 'usertype'>, booking: string): void {
    if (usertype !== 'driver' || waiting.length >= MAX_WAITING) return;
    if (waiting.length === 0) setTimeout(() => void write(), WRITE_AFTER_MS).unref();
    waiting.push({ driver: uid, booking });
  };
}
