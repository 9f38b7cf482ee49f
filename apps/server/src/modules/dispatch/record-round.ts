// Records a round of the search for a driver: its offers, its receipt with every candidate, and when the next one runs.
import { nextLookAt, type OfferPlan, type OfferRound } from '@kerb/domain/dispatch';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { DispatchPolicy } from '@kerb/domain/settings';
import { addJob, appendEvent, type Tx } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps, FollowOnOffer } from './dispatch.deps.ts';
import { dispatchRepository, type RoundRow } from './dispatch.repository.ts';
import { followOnOffers, type RankedCandidate, type SearchResult } from './rank-candidates.ts';

/** Delay before the next round when a round found no candidate. */
export const SEARCH_RETRY_MS = 10 * MS_PER_SECOND;
/** The next round's job runs a little late rather than just before the offers expire. */
const JOB_SLACK_MS = 100;

export const NEXT_ROUND_JOB = 'dispatch.next-round';

/** What a round was decided by. */
export interface EvaluatedRound {
  policy: DispatchPolicy;
  candidates: readonly RankedCandidate[];
  unlisted: SearchResult['unlisted'];
  /** When the offers of a later trip are sent; null for a trip now. */
  offerPlan: OfferPlan | null;
}

/** A booking with its previous round, if there was one. */
export interface SearchStep {
  booking: DispatchedBooking;
  last: Pick<RoundRow, 'number' | 'ends_at'> | undefined;
  /** An earlier round sent offers or would have sent some. */
  hadOfferRound: boolean;
}

export function createRecordRound({
  withTx,
  clock,
  ids,
  booking: bookings,
}: Pick<DispatchModuleDeps, 'withTx' | 'clock' | 'ids' | 'booking'>) {
  const newRound = ({ booking, last }: SearchStep, { policy, unlisted, offerPlan }: EvaluatedRound) => ({
    id: ids.next(),
    booking: booking.id,
    number: (last?.number ?? 0) + 1,
    at: clock.now(),
    policy,
    unlisted,
    ask_at: offerPlan?.ask_at ?? null,
    nearest_secs: offerPlan?.nearest_secs ?? null,
  });

  return {
    /**
     * The rounds of a batch in one transaction: offers and receipts, without jobs, because the next batch goes on. Leaves
     * out bookings that are no longer NEW. Returns the number of offers. Violates `dispatch_round_once` as a whole.
     */
    recordBatch(
      planned: readonly { step: SearchStep; round: EvaluatedRound; driver: string | null }[],
      limits: { expiresAt: number; maxOpen: number },
    ): Promise<number> {
      return withTx(async (tx) => {
        const now = clock.now();
        const requests = planned.map(({ step: { booking }, round, driver }) => ({
          booking: booking.id,
          driver,
          followOn: followOnOffers(round.candidates, now).get(driver ?? '') ?? null,
        }));
        const made = await bookings.requestBatch(tx, requests, limits);
        const open = planned.filter(({ step: { booking } }) => made.has(booking.id));
        await dispatchRepository(tx).insertRounds(
          open.map(({ step, round }) => {
            const row = newRound(step, round);
            const driver = made.get(row.booking) ?? null;
            const ends_at = driver === null ? row.at + SEARCH_RETRY_MS : limits.expiresAt;
            const asked = new Set(driver === null ? [] : [driver]);
            return { ...row, asked: asked.size, ends_at, candidates: receiptOf(round.candidates, asked) };
          }),
        );
        for (const { step } of open)
          if (step.booking.book_later && !step.hadOfferRound) await publishSearchBegun(tx, step.booking.id);
        return [...made.values()].filter((driver) => driver !== null).length;
      });
    },

    /** A round without offers: the receipt shows the candidates, when offers will be sent, and the travel time behind it. */
    async recordWaitingRound(step: SearchStep, round: EvaluatedRound, offerPlan: OfferPlan): Promise<void> {
      await withTx((tx) => {
        const row = newRound(step, round);
        return saveRound(tx, { ...row, asked: 0, ends_at: nextLookAt(row.at, offerPlan) }, round, new Set());
      });
    },

    /** Returns the number of offers sent. Violates `dispatch_round_once` when another server records the same round. */
    recordOfferRound(
      step: SearchStep,
      round: EvaluatedRound,
      offers: OfferRound & { maxOpen: number; followOns: ReadonlyMap<string, FollowOnOffer> },
    ): Promise<number> {
      return withTx(async (tx) => {
        const { booking } = step;
        const row = newRound(step, round);
        const asked = new Set(await bookings.requestDrivers(tx, booking.id, offers));
        const ends_at = asked.size > 0 ? offers.expiresAt : row.at + SEARCH_RETRY_MS;
        await saveRound(tx, { ...row, asked: asked.size, ends_at }, round, asked);
        if (booking.book_later && !step.hadOfferRound) await publishSearchBegun(tx, booking.id);
        return asked.size;
      });
    },
  };
}

/** Stores the round with its candidates and schedules the next round for its end. */
async function saveRound(
  tx: Tx,
  row: RoundRow,
  { candidates }: EvaluatedRound,
  asked: ReadonlySet<string>,
): Promise<void> {
  await dispatchRepository(tx).insertRound(row, receiptOf(candidates, asked));
  await scheduleRound(tx, row.booking, row.ends_at);
}

/** Published once per booking, with its first offer round. */
const publishSearchBegun = (tx: Tx, id: string): Promise<void> =>
  appendEvent(tx, { name: 'booking.search-begun', topics: [], data: { booking_id: id } });

function receiptOf(candidates: readonly RankedCandidate[], asked: ReadonlySet<string>) {
  return candidates.map(({ driver, distance_km, eta_secs, finishing, gate, lat, lng }) => ({
    driver,
    distance_km,
    eta_secs,
    free_in_secs: finishing?.free_in_secs ?? null,
    gate: asked.has(driver) ? null : gate,
    asked: asked.has(driver),
    lat,
    lng,
  }));
}

/** Schedules the next round; one pending job per booking, which runs when the current round expires. */
export async function scheduleRound(tx: Tx, booking: string, endsAt: number): Promise<void> {
  await addJob(
    tx,
    NEXT_ROUND_JOB,
    { booking_id: booking },
    {
      runAt: endsAt + JOB_SLACK_MS,
      jobKey: `${NEXT_ROUND_JOB}:${booking}`,
    },
  );
}
