// "Why not me": the last requests for which dispatch evaluated a driver and that the driver did not get, with the
// reason.
import type { MissedRequest } from '@kerb/contract';
import { whyNot } from '@kerb/domain/dispatch';
import { MS_PER_DAY } from '@kerb/domain/kernel';
import { roundedAddress } from '@kerb/domain/safety';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository } from './dispatch.repository.ts';

/** Factor on the limit: more requests are read than listed, because some are the driver's own or still open. */
const READ_PER_LISTED = 3;

type ListMissedDeps = Pick<DispatchModuleDeps, 'db' | 'clock'> & {
  booking: Pick<DispatchModuleDeps['booking'], 'missedBy'>;
};

export function createListMissedRequests({ db, clock, booking: bookings }: ListMissedDeps) {
  /** Newest first, of the last 24 hours. */
  return async function listMissedRequests(driver: string, limit: number): Promise<MissedRequest[]> {
    const since = clock.now() - MS_PER_DAY;
    const rounds = await dispatchRepository(db).lastRoundsOf(driver, since, limit * READ_PER_LISTED);
    const missed = await bookings.missedBy(
      driver,
      rounds.map(({ booking }) => booking),
    );
    const byId = new Map(missed.map((one) => [one.id, one]));
    return rounds
      .flatMap(({ booking, at, ...round }): MissedRequest[] => {
        const request = byId.get(booking);
        const why = request && whyNot(round, request.offer);
        return why ? [{ at, pickup_area: roundedAddress(request.pickup.add) || null, ...why }] : [];
      })
      .slice(0, limit);
  };
}
