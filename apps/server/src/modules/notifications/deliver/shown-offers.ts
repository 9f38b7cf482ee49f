// Offers that their drivers' screens show: their push messages are not sent. Written together, so that fifteen drivers cost one statement.
import type { Actor } from '../../../kit/index.ts';

export interface ShownOffersDeps {
  /** `drivers[i]` saw the offer of `bookings[i]`. */
  finishShown: (drivers: readonly string[], bookings: readonly string[]) => Promise<void>;
  logger: { warn(details: object, message: string): void };
}

/** The notices of an offer are stored a moment after the offer itself was shown, and pushed 2 s later. */
export const WRITE_AFTER_MS = 1_000;
/** More than these wait only while the database does not answer; their push messages are then sent. */
const MOST_WAITING = 5_000;

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
        'Shown offers were not recorded: their push messages are sent',
      );
    }
  }

  /** Only a driver has offers; anything else is ignored. */
  return function onOfferShown({ uid, usertype }: Pick<Actor, 'uid' | 'usertype'>, booking: string): void {
    if (usertype !== 'driver' || waiting.length >= MOST_WAITING) return;
    if (waiting.length === 0) setTimeout(() => void write(), WRITE_AFTER_MS).unref();
    waiting.push({ driver: uid, booking });
  };
}
