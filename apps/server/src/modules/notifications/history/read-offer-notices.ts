// Use case: marks the notices of offers as read, because the drivers saw the offers on the screen or the offers are over.
import type { Clock, WithTx } from '../../../kit/index.ts';
import { offerKinds } from '../catalogue/notice-catalogue.ts';
import { type NoticeAbout, noticesRepository } from '../notices.repository.ts';
import { publishNoticesRead } from './notices.routes.ts';

/** Marks the notices of `drivers[i]` about the offer of `bookings[i]`; returns those that were unread. */
export type ReadOfferNotices = (
  drivers: readonly string[],
  bookings: readonly string[],
) => Promise<readonly NoticeAbout[]>;

export function createReadOfferNotices(deps: { withTx: WithTx; clock: Clock }): ReadOfferNotices {
  return async function readOfferNotices(drivers, bookings) {
    return deps.withTx(async (tx) => {
      const notices = noticesRepository(tx);
      const read = await notices.markEachReadAbout(offerKinds, drivers, bookings, deps.clock.now());
      const readers = new Set(read.map(({ uid }) => uid));
      if (readers.size > 0) await publishNoticesRead(tx, ...readers);
      return read;
    });
  };
}
