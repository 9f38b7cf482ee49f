// Presents a dispatch round with every candidate that it evaluated, and the driver planned for a booking.
import type { RouteAnswer, Routes } from '@kerb/contract';
import type { OfferOutcome } from '@kerb/domain/dispatch';
import type { Receipt } from './dispatch.repository.ts';
import type { ReservationRow } from './reservations.repository.ts';

/** The index of the last round in which each driver received an offer. */
function lastOffersIn(rounds: readonly Receipt[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const [index, { candidates }] of rounds.entries())
    for (const { driver, asked } of candidates) if (asked) last.set(driver, index);
  return last;
}

const acceptedFirst = (candidates: readonly PresentedCandidate[]): PresentedCandidate[] => [
  ...candidates.filter(({ offer_outcome }) => offer_outcome === 'accepted'),
  ...candidates.filter(({ offer_outcome }) => offer_outcome !== 'accepted'),
];

type PresentedCandidate = RouteAnswer<Routes['getDispatchReceipt']>['rounds'][number]['candidates'][number];

interface ReceiptFacts {
  /** Display names by uid; deleted accounts are missing. */
  names: ReadonlyMap<string, string>;
  /** The outcome of each driver's last offer; null while it is open. */
  outcomes: ReadonlyMap<string, OfferOutcome | null>;
}

/** `rounds`: oldest first. Only a driver's last offer has an outcome, because a new offer replaces the earlier one. */
export function presentReceipts(rounds: readonly Receipt[], { names, outcomes }: ReceiptFacts) {
  const lastOffers = lastOffersIn(rounds);
  const outcomeIn = (round: number, driver: string): OfferOutcome | null =>
    lastOffers.get(driver) === round ? (outcomes.get(driver) ?? null) : null;
  return rounds.map(({ at, policy, ask_at, nearest_secs, unlisted, candidates }, round) => ({
    at,
    policy,
    askAt: ask_at,
    nearest_in_secs: nearest_secs,
    unlisted,
    candidates: acceptedFirst(
      candidates.map(({ driver, distance_km, eta_secs, free_in_secs, gate, asked, lat, lng }) => ({
        driver,
        name: names.get(driver) ?? '',
        distance_in_km: distance_km,
        eta_in_secs: eta_secs,
        free_in_secs,
        gate,
        asked,
        offer_outcome: outcomeIn(round, driver),
        position: lat === null || lng === null ? null : { lat, lng },
      })),
    ),
  }));
}

export const presentPlanned = (
  { driver, arrives_at, planned_at }: ReservationRow,
  names: ReadonlyMap<string, string>,
) => ({
  driver,
  name: names.get(driver) ?? '',
  arrivesAt: arrives_at,
  plannedAt: planned_at,
});
