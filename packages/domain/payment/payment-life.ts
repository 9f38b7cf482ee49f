// State machine of a payment: allowed transitions, and how a provider's report changes the state.
import { z } from 'zod';
import { type Minor, minor, subtract, toMinor, ZERO } from '../kernel/index.ts';

/** Largest amount of one top-up, in major units. */
export const MAX_TOPUP = 1_000_000_000;

/**
 * open: at the provider. pending: paid, not confirmed. captured: the money was received. failed: declined or expired.
 * held: a second payment, one of another amount or currency than requested, or one whose payer has no wallet; an admin
 * decides. refunding, refunded: paid back.
 */
export const paymentStatus = z.enum([
  'open',
  'pending',
  'captured',
  'failed',
  'held',
  'refunding',
  'refunded',
]);
export type PaymentStatus = z.infer<typeof paymentStatus>;

/**
 * Allowed transitions. A failed payment can still be captured, because a provider's report can arrive late or out of
 * order. A held payment is captured when an admin accepts it, and held again when its refund is declined.
 */
export const paymentSteps: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  open: ['pending', 'captured', 'held', 'failed'],
  pending: ['captured', 'held', 'failed'],
  failed: ['captured', 'held'],
  captured: ['refunding', 'refunded'],
  held: ['captured', 'refunding', 'refunded'],
  refunding: ['captured', 'held', 'refunded'],
  refunded: [],
};

export const mayBecome = (from: PaymentStatus, to: PaymentStatus): boolean => paymentSteps[from].includes(to);

/** Returns whether nothing was captured yet, but a capture is possible. */
export const isAwaitingCapture = (status: PaymentStatus): boolean =>
  mayBecome(status, 'captured') && !hasMoney(status);

/** Returns whether the provider has ever captured the payment. */
export function hasMoney(status: PaymentStatus): boolean {
  switch (status) {
    case 'open':
    case 'pending':
    case 'failed':
      return false;
    case 'captured':
    case 'held':
    case 'refunding':
    case 'refunded':
      return true;
  }
}

/** Exact decimal text in major units and an ISO 4217 code, as providers report it. */
export interface ReportedMoney {
  readonly value: string;
  readonly currency: string;
}

/** The stored state of a payment when a report arrives. */
export interface KnownPayment {
  readonly status: PaymentStatus;
  /** The requested amount, in minor units of `decimals` places. */
  readonly amount: Minor;
  readonly currency: string;
  readonly decimals: number;
  /** Amount refunded by Kerb, including refunds in progress. */
  readonly goingBack: Minor;
  /** The captured amount, when it was in the requested currency. */
  readonly captured: Minor | null;
}

/** A provider's report of a payment's current state. */
export interface PaymentReport {
  readonly status: 'open' | 'pending' | 'captured' | 'failed' | 'refunded' | 'unknown';
  readonly amount: ReportedMoney | null;
  /** Amount refunded so far, or taken back by a late failure; null when the provider does not report it. */
  readonly refunded: ReportedMoney | null;
  readonly reason: string | null;
}

export type ReportDecision =
  | { readonly kind: 'stay' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'fail'; readonly reason: string | null }
  /** `refundedExternally`: amount that the operator refunded in the provider's own console, usually 0. */
  | { readonly kind: 'capture'; readonly amount: Minor; readonly refundedExternally: Minor }
  /** `amount`: the reported amount in minor units; null for another currency or an invalid amount. */
  | {
      readonly kind: 'hold';
      readonly reported: ReportedMoney;
      readonly amount: Minor | null;
      readonly refundedExternally: Minor;
    }
  | { readonly kind: 'external-refund'; readonly amount: Minor };

/** Converts reported money to the minor units of a payment; null for another currency or too many decimals. */
export function inUnitsOf(
  reported: ReportedMoney,
  { currency, decimals }: Pick<KnownPayment, 'currency' | 'decimals'>,
): Minor | null {
  if (reported.currency !== currency || !/^\d{1,15}(\.\d{1,18})?$/.test(reported.value)) return null;
  try {
    return toMinor(reported.value, decimals);
  } catch {
    return null;
  }
}

/** Returns the amount refunded outside of Kerb; never more than was captured. */
function externalRefundOf(known: KnownPayment, report: PaymentReport, captured: Minor | null): Minor {
  if (captured === null) return ZERO;
  const refunded = report.refunded && inUnitsOf(report.refunded, known);
  const back = report.status === 'refunded' ? captured : (refunded ?? 0);
  return minor(Math.max(0, Math.min(back, captured) - known.goingBack));
}

/** Handles a report of a capture, including one that was refunded since. */
function decideMoney(known: KnownPayment, report: PaymentReport): ReportDecision {
  const reported = report.amount;
  if (hasMoney(known.status)) {
    const amount = externalRefundOf(known, report, known.captured);
    return amount > 0 ? { kind: 'external-refund', amount } : { kind: 'stay' };
  }
  // Captured, but the report contains no amount, so the provider has to be queried.
  if (reported === null) return known.status === 'open' ? { kind: 'wait' } : { kind: 'stay' };
  const amount = inUnitsOf(reported, known);
  const refundedExternally = externalRefundOf(known, report, amount);
  if (amount !== null && subtract(amount, known.amount) === 0)
    return { kind: 'capture', amount, refundedExternally };
  return { kind: 'hold', reported, amount, refundedExternally };
}

/**
 * Decides how a provider's report changes a payment. Reports arrive in any order and more than once: only the first
 * report of a capture has an effect, and a captured payment changes only by refunds.
 */
export function decideReport(known: KnownPayment, report: PaymentReport): ReportDecision {
  switch (report.status) {
    case 'unknown':
    case 'open':
      return { kind: 'stay' };
    case 'pending':
      return known.status === 'open' ? { kind: 'wait' } : { kind: 'stay' };
    case 'failed':
      if (mayBecome(known.status, 'failed')) return { kind: 'fail', reason: report.reason };
      // The provider has taken back what it captured, for example because the settlement was declined.
      return hasMoney(known.status) ? decideMoney(known, report) : { kind: 'stay' };
    case 'captured':
    case 'refunded':
      return decideMoney(known, report);
  }
}

/**
 * Returns the status of a captured payment after refunds: `active` is the number in progress, `done` the refunded
 * amount.
 */
export function restingStatus(of: {
  held: boolean;
  active: number;
  done: Minor;
  captured: Minor;
}): PaymentStatus {
  if (of.active > 0) return 'refunding';
  if (of.done >= of.captured) return 'refunded';
  return of.held ? 'held' : 'captured';
}
