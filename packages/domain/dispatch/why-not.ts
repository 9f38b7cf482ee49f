// Finds the one reason why a driver evaluated by dispatch did not get a booking; the app shows it to the driver as a
// sentence.
import { dispatchPolicy } from '../settings/index.ts';
import { type DispatchGate, dispatchGates } from './eligibility.ts';
import { maxOpenOffers } from './policies.ts';

/**
 * With an own offer: `declined`, `offer_expired`, `taken` by another driver, closed because the driver `took_another`
 * booking, went `off_duty` or changed to a car of an `other_car_type`, or because this one was `cancelled`; accepted and
 * taken back because the driver was `late` or `silent`, or by a dispatcher (`reassigned`). Without an offer:
 * `nearer_driver` or `other_driver` received one, or the eligibility check that the driver failed.
 */
export const whyNotReasons = [
  'offer_expired',
  'taken',
  'took_another',
  'cancelled',
  'late',
  'silent',
  'reassigned',
  'nearer_driver',
  'other_driver',
  ...dispatchGates,
] as const;
export type WhyNotReason = (typeof whyNotReasons)[number];

/** The driver in the last round that evaluated them. */
export interface MissedRound {
  policy: string;
  /** Number of offers in the round. */
  asked: number;
  /** Travel time by road in seconds of the farthest driver with an offer; null unless all are known. */
  farthest_secs: number | null;
  /** The driver's own travel time; null when unknown. */
  eta_secs: number | null;
  /** The eligibility check that the driver failed; null when eligible. */
  gate: string | null;
}

/**
 * Outcomes of an offer. `lost`: another driver accepted. `late`, `silent` and `reassigned`: the driver accepted, and
 * dispatch or a dispatcher took the booking back. `off_duty` and `other_car_type`: dispatch closed the open offer,
 * because the driver went off duty or drives a car of another type now.
 */
export const offerOutcomes = [
  'accepted',
  'declined',
  'expired',
  'lost',
  'cancelled',
  'late',
  'silent',
  'reassigned',
  'off_duty',
  'other_car_type',
] as const;
export type OfferOutcome = (typeof offerOutcomes)[number];

/** Outcome of the driver's own offer of the booking. */
export interface MissedOffer {
  outcome: Exclude<OfferOutcome, 'accepted'>;
  /** The driver accepted another booking while the offer was open. */
  took_another: boolean;
}

export interface WhyNot {
  reason: WhyNotReason;
  /**
   * With `nearer_driver`: the driver's own travel time and that of the farthest driver with an offer, by road in
   * seconds.
   */
  own_secs: number | null;
  their_secs: number | null;
  /** With `nearer_driver`: the number of drivers who received an offer. */
  drivers: number | null;
  /** With `offer_limit`: the maximum number of open offers of a driver; null when the policy is unknown. */
  open_offers: number | null;
}

const because = (reason: WhyNotReason, more: Partial<WhyNot> = {}): WhyNot => ({
  reason,
  own_secs: null,
  their_secs: null,
  drivers: null,
  open_offers: null,
  ...more,
});

/** Returns the reason; an own offer takes precedence over the round. Null when the round has not sent offers yet. */
export function whyNot(round: MissedRound, offer: MissedOffer | null): WhyNot | null {
  if (offer !== null) return because(endOf(offer));
  const { gate, asked, eta_secs: own_secs, farthest_secs: their_secs } = round;
  if (gate === 'offer_limit') return because(gate, { open_offers: limitOf(round.policy) });
  if (gate !== null) return because(isGate(gate) ? gate : 'other_driver');
  if (asked === 0) return null;
  const isNearer = own_secs !== null && their_secs !== null && their_secs < own_secs;
  return isNearer
    ? because('nearer_driver', { own_secs, their_secs, drivers: asked })
    : because('other_driver');
}

function endOf({ outcome, took_another }: MissedOffer): WhyNotReason {
  switch (outcome) {
    case 'declined':
    case 'cancelled':
    case 'late':
    case 'silent':
    case 'reassigned':
    case 'off_duty':
    case 'other_car_type':
      return outcome;
    case 'lost':
      return 'taken';
    case 'expired':
      return took_another ? 'took_another' : 'offer_expired';
  }
}

const isGate = (gate: string): gate is DispatchGate => dispatchGates.some((one) => one === gate);

function limitOf(policy: string): number | null {
  const { data } = dispatchPolicy.safeParse(policy);
  return data === undefined ? null : maxOpenOffers(data);
}
