// Computes the record of a past booking by the rules that a live one follows: quote, transition table, final fare,
// settlement, cancellation fee and tips. Pure: postings and card payments go through its ports.
import type { ParsedBookingRequest } from '@kerb/contract';
import {
  amountDue,
  type BookingFacts,
  cancellationFee,
  collectCash,
  isTipTooLarge,
  mayTip,
  nextStatus,
  type Party,
  type Payment,
  payByCard,
  settleTrip,
  suggestedTips,
  type TransitionAction,
} from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';
import { DomainError, MS_PER_SECOND, ZERO } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { postings } from '../../wallet/index.ts';
import { newBooking } from '../create/new-booking.ts';
import { driverFields } from '../offers/accept-booking.ts';
import { makeQuote } from '../quote/estimate-fare.ts';
import { onTheWaySince } from '../step/cancel-locked.ts';
import { amountsWithReview, reviewChargeOf } from '../step/charge-fare-review.ts';
import { choicesOf } from '../step/price-trip.ts';
import { AUTO_COMPLETE_MS, paymentOf, paymentPatch, rideOf } from '../step/settle-trip.ts';
import type { BookingRecord, BookingTimelineTable, FareReview, Quote } from '../store/booking.tables.ts';
import { finalPrice } from '../trip/final-fare.ts';
import type { PastBooking, PastDriver, PastRecord, PastSurroundings, PastTrip } from './past-booking.ts';

/** The state of the computation. */
interface Draft {
  facts: PastBooking;
  around: PastSurroundings;
  settings: Settings;
  /** Mutated in place: copying its many fields at each of thousands of steps would be slow. */
  readonly booking: BookingRecord;
  timeline: BookingTimelineTable[];
  review: FareReview | null;
}

/** Applies a step of the transition table. Throws the table's error code for a step that is not legal. */
function step(
  draft: Draft,
  action: TransitionAction,
  party: Party,
  patch: Partial<BookingRecord> = {},
  facts: BookingFacts = {},
): void {
  const { booking } = draft;
  const next = nextStatus(booking.status, action, party, facts);
  if (!next.ok) throw new DomainError(next.code, `${action} while ${booking.status}`);
  Object.assign(booking, patch, { status: next.to });
}

function logPlace({ booking, timeline, around }: Draft, at: number, { lat, lng }: LatLng): void {
  timeline.push({ id: around.nextId(at), booking: booking.id, at, status: booking.status, lat, lng });
}

function quoteOf(facts: PastBooking, around: PastSurroundings, settings: Settings): Quote {
  const { pickup, drop, carType, route, requestedAt, rider, promo } = facts;
  const { parcel, option } = choicesOf(carType, facts.instructions ?? {});
  const quote = makeQuote({
    id: facts.quote,
    madeFor: rider.uid,
    journey: { pickup, drop, waypoints: [] },
    route: {
      distance_in_km: route.distance_km,
      time_in_secs: route.free_flow_secs,
      free_flow_secs: route.free_flow_secs,
      polylinePoints: route.line,
    },
    carType,
    settings,
    parcel,
    option,
    departsAt: facts.tripdate,
    now: requestedAt,
  });
  if (promo === null) return quote;
  const use = { booking: facts.id, rider: rider.uid, trip_cost: quote.trip_cost, at: requestedAt };
  const discount_amount = around.takePromo(promo, use);
  if (discount_amount === 0) return quote;
  const { promo_discount_type, promo_discount_value, max_promo_discount_value } = promo;
  return {
    ...quote,
    promo: promo.id,
    promo_details: { promo_key: promo.id, promo_name: promo.promo_name },
    promo_terms: { promo_discount_type, promo_discount_value, max_promo_discount_value },
    discount_amount,
  };
}

function requestOf(facts: PastBooking): ParsedBookingRequest {
  return {
    pickup: facts.pickup,
    drop: facts.drop,
    waypoints: [],
    carType: facts.carType.id,
    estimate: facts.quote,
    bookLater: facts.tripdate !== null,
    tripdate: facts.tripdate ?? undefined,
    instructionData: facts.instructions ?? undefined,
    paymentPacket: { payment_mode: facts.payment_mode, usedWalletMoney: 0 },
    booking_type_admin: facts.byAdmin,
  };
}

/** Pays a rider's delivery before it is dispatched: by wallet or card at once, in cash at the handover. */
function payBefore(draft: Draft): void {
  const { facts, around, booking } = draft;
  const due = amountDue(booking);
  const at = facts.requestedAt;
  const paid = { prepaid: true, customer_paid: due, payable_amount: ZERO };
  switch (booking.payment_mode) {
    case 'cash':
      step(draft, 'confirm_payment', 'rider');
      break;
    case 'wallet':
      around.post(postings.reservePrepayment(booking.id, booking.customer, due), at);
      step(draft, 'confirm_payment', 'rider', { ...paid, used_wallet_money: due, wallet_held: due });
      break;
    case 'card': {
      const { id, reference, customer: rider } = booking;
      const payment = around.payByCard({ rider, booking: id, reference, amount: due, at });
      const byCard = { gateway: 'test', payment, card_payment_amount: due };
      step(draft, 'confirm_payment', 'system', { ...paid, ...byCard });
      break;
    }
  }
}

function take(draft: Draft, { person, driver, place, acceptedAt, arrivedAt }: PastDriver): void {
  step(draft, 'accept', 'requested_driver', {
    ...driverFields(person, driver),
    driver_accept_time: acceptedAt,
  });
  logPlace(draft, acceptedAt, place);
  if (arrivedAt === null) return;
  step(draft, 'arrive', 'driver', { driver_arrive_time: arrivedAt });
  logPlace(draft, arrivedAt, draft.facts.pickup);
}

function becomePaid(
  draft: Draft,
  payment: Payment,
  at: number,
  by: { action: TransitionAction; party: Party; facts?: BookingFacts },
): void {
  step(draft, by.action, by.party, { ...paymentPatch(payment), paid_at: at }, by.facts);
  draft.around.post(postings.settleRide(draft.booking.id, rideOf(draft.booking)), at);
}

/** Settles a trip that has reached its drop: at once, in cash, or by card a little later. */
function settle(draft: Draft, trip: PastTrip): void {
  const { booking, around } = draft;
  const settlement = settleTrip({
    trip_cost: booking.trip_cost,
    discount_amount: booking.discount_amount,
    payment_mode: booking.payment_mode,
    prepaid: booking.prepaid,
    usedWalletMoney: booking.used_wallet_money,
    walletBalance: around.balanceOf(booking.customer),
  });
  const fullyPaid = settlement.status === 'PAID';
  const facts = { fullyPaid };
  if (fullyPaid) {
    becomePaid(draft, settlement, trip.endedAt, { action: 'settle', party: 'system', facts });
    return;
  }
  Object.assign(booking, paymentPatch(settlement));
  if (settlement.status === 'REACHED') {
    const collected = collectCash(paymentOf(booking));
    becomePaid(draft, collected, trip.paidAt, { action: 'collect', party: 'driver' });
    return;
  }
  step(draft, 'settle', 'system', {}, facts);
  const { customer: rider, id, reference, payable_amount: amount } = booking;
  const payment = around.payByCard({ rider, booking: id, reference, amount, at: trip.paidAt });
  Object.assign(booking, { payment_mode: 'card', gateway: 'test', payment });
  becomePaid(draft, payByCard(paymentOf(booking)), trip.paidAt, { action: 'pay', party: 'system' });
}

function decideReview(draft: Draft, trip: PastTrip): void {
  const { review, booking, around } = draft;
  if (review === null || trip.review === null || booking.driver === null) return;
  const { at, by, approve, note } = trip.review;
  const status = approve ? 'approved' : 'waived';
  draft.review = {
    ...review,
    status,
    decided_at: at,
    decided_by: by,
    note,
    posted_at: approve ? at : null,
  };
  booking.fare_review = status;
  if (!approve) return;
  const charge = reviewChargeOf(booking.customer, booking.driver, review);
  around.post(postings.chargeFareReview(booking.id, charge), at);
  Object.assign(booking, {
    ...amountsWithReview(booking, review),
    breakdown: review.breakdown,
  } satisfies Partial<BookingRecord>);
}

function tipDriver(draft: Draft, tip: PastTrip['tip']): void {
  const { booking, around } = draft;
  if (tip === null || booking.driver === null || !mayTip(booking, tip.at)) return;
  const amount = suggestedTips(booking.trip_cost)[tip.suggestion];
  if (amount === undefined || isTipTooLarge(amount, booking.trip_cost)) return;
  if (around.balanceOf(booking.customer) < amount) return;
  around.post(
    postings.giveTip(booking.id, { rider: booking.customer, driver: booking.driver, tip: amount }),
    tip.at,
  );
  Object.assign(booking, { tip: amount, tipped_at: tip.at } satisfies Partial<BookingRecord>);
}

function rate(draft: Draft, { driverRating, riderRating }: PastTrip): void {
  const { stars, comment, at } = driverRating;
  const rated = stars === null ? {} : { rating: stars, rating_comment: comment };
  const isAutomatic = stars === null && at >= (draft.booking.paid_at ?? at) + AUTO_COMPLETE_MS;
  const action = stars !== null ? 'rate' : isAutomatic ? 'auto_complete' : 'skip_rating';
  step(draft, action, isAutomatic ? 'system' : 'rider', { ...rated, completed_at: at });
  if (riderRating === null) return;
  Object.assign(draft.booking, {
    rider_rated_at: riderRating.at,
    rider_rating: riderRating.stars,
    rider_rating_comment: riderRating.comment,
  } satisfies Partial<BookingRecord>);
}

function reach(draft: Draft, trip: PastTrip): void {
  const { facts, settings } = draft;
  const time_secs = Math.round((trip.endedAt - trip.startedAt) / MS_PER_SECOND);
  const ended = { trip_end_time: trip.endedAt, total_trip_time: time_secs };
  if (facts.appcat === 'delivery') {
    step(draft, 'reach', 'driver', { ...ended, distance_km: draft.booking.estimate_distance_km });
    logPlace(draft, trip.endedAt, facts.drop);
    return;
  }
  const driven = { distance_km: trip.distance_km, time_secs };
  const { amounts, review } = finalPrice(draft.booking, driven, settings.fareTolerance);
  step(draft, 'reach', 'driver', {
    ...ended,
    ...amounts,
    meter_method: 'matched',
    driven_line: facts.route.line,
  });
  logPlace(draft, trip.endedAt, facts.drop);
  if (review === null) return;
  draft.review = {
    ...review,
    booking: facts.id,
    status: 'open',
    opened_at: trip.endedAt,
    decided_at: null,
    decided_by: null,
    note: '',
    posted_at: null,
  };
}

function drive(draft: Draft, trip: PastTrip): void {
  step(draft, 'start', 'driver', { trip_start_time: trip.startedAt });
  logPlace(draft, trip.startedAt, draft.facts.pickup);
  reach(draft, trip);
  settle(draft, trip);
  decideReview(draft, trip);
  tipDriver(draft, trip.tip);
  rate(draft, trip);
}

function cancel(draft: Draft, { at, by, reason }: NonNullable<PastBooking['cancelled']>): void {
  const { booking, around } = draft;
  const fee = cancellationFee({
    status: booking.status,
    cancelledBy: by,
    acceptedAt: onTheWaySince(booking),
    now: at,
    slabs: booking.pricing.cancelSlab,
    decimals: booking.pricing.decimals,
  });
  step(draft, 'cancel', by, { cancelled_by: by, reason, cancellation_fee: fee, cancelled_at: at });
  const { id, customer: rider, driver } = booking;
  if (fee > 0 && driver !== null) around.post(postings.chargeCancellation(id, { rider, driver, fee }), at);
}

/**
 * Throws an error code for facts that no live booking can have. The facts of a cancelled booking must not contain a
 * promo, because a live cancellation returns its use.
 */
export function recordPast(facts: PastBooking, around: PastSurroundings, settings: Settings): PastRecord {
  const quote = quoteOf(facts, around, settings);
  const booking = newBooking({
    id: facts.id,
    rider: facts.rider,
    input: requestOf(facts),
    quote,
    carType: facts.carType,
    settings: { ...settings, appcat: facts.appcat },
    payment: { payment_mode: facts.payment_mode, used_wallet_money: ZERO },
    random: around.random,
    now: facts.requestedAt,
  });
  const draft: Draft = { facts, around, settings, booking, timeline: [], review: null };
  if (booking.status === 'PAYMENT_PENDING') payBefore(draft);
  if (facts.taken) take(draft, facts.taken);
  if (facts.trip) drive(draft, facts.trip);
  if (facts.cancelled) cancel(draft, facts.cancelled);
  const requests = facts.offers.map((offer) => ({
    ...offer,
    booking: facts.id,
    by_hand: false,
    offered_by: null,
    follows: null,
    pickup_at: null,
  }));
  return { booking: draft.booking, timeline: draft.timeline, requests, review: draft.review };
}
