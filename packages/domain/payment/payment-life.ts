// The life of a payment: what may follow what, and what a provider's report makes of it. Never backwards.
import { z } from 'zod';
import { type Minor, minor, subtract, toMinor, ZERO } from '../kernel/index.ts';

/**
 * open: at the provider. pending: paid, not sure yet. captured: the money is here. failed: refused or given up.
 * held: paid in another amount or currency than asked, an admin decides. refunding, refunded: on its way back, back.
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
 * What may follow. A payment that failed can still be captured: the provider's word came late, or out of order. One
 * that is held is captured when an admin accepts it, and held again when its refund is refused.
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

/** Nothing was captured yet, and something may be. */
export const awaitsMoney = (status: PaymentStatus): boolean =>
  mayBecome(status, 'captured') && !hasMoney(status);

/** The provider has captured it at some time. */
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

/** Exact decimal text in major units and an ISO 4217 code, as providers tell it. */
export interface ToldMoney {
  readonly value: string;
  readonly currency: string;
}

/** What is known of a payment when a report comes. */
export interface KnownPayment {
  readonly status: PaymentStatus;
  /** What was asked for, in minor units of `decimals` places. */
  readonly amount: Minor;
  readonly currency: string;
  readonly decimals: number;
  /** What we have sent back or are sending back. */
  readonly goingBack: Minor;
  /** What was captured, when it was in the currency asked for. */
  readonly captured: Minor | null;
}

/** What a provider says of a payment now. */
export interface PaymentReport {
  readonly status: 'open' | 'pending' | 'captured' | 'failed' | 'refunded' | 'unknown';
  readonly amount: ToldMoney | null;
  /** What has gone back so far; null when it is not said. */
  readonly refunded: ToldMoney | null;
  readonly reason: string | null;
}

export type ReportDecision =
  | { readonly kind: 'stay' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'fail'; readonly reason: string | null }
  /** `wentBack`: the operator has paid this back at the provider's own console, 0 as a rule. */
  | { readonly kind: 'capture'; readonly amount: Minor; readonly wentBack: Minor }
  /** `amount`: the same in minor units; null for another currency, or an amount that is none in this one. */
  | {
      readonly kind: 'hold';
      readonly told: ToldMoney;
      readonly amount: Minor | null;
      readonly wentBack: Minor;
    }
  | { readonly kind: 'went-back'; readonly amount: Minor };

/** Told money in the minor units of a payment; null when it is of another currency or has too many places. */
export function inUnitsOf(
  told: ToldMoney,
  { currency, decimals }: Pick<KnownPayment, 'currency' | 'decimals'>,
): Minor | null {
  if (told.currency !== currency || !/^\d{1,15}(\.\d{1,18})?$/.test(told.value)) return null;
  try {
    return toMinor(told.value, decimals);
  } catch {
    return null;
  }
}

/** What has gone back without us: never more than was captured. */
function wentBackElsewhere(known: KnownPayment, report: PaymentReport, captured: Minor | null): Minor {
  if (captured === null) return ZERO;
  const told = report.refunded && inUnitsOf(report.refunded, known);
  const back = report.status === 'refunded' ? Math.max(told ?? 0, captured) : (told ?? 0);
  return minor(Math.max(0, Math.min(back, captured) - known.goingBack));
}

/** A report that money came, whatever became of it since. */
function decideMoney(known: KnownPayment, report: PaymentReport): ReportDecision {
  const told = report.amount;
  if (hasMoney(known.status)) {
    const amount = wentBackElsewhere(known, report, known.captured);
    return amount > 0 ? { kind: 'went-back', amount } : { kind: 'stay' };
  }
  // Money came, and how much is still to be asked.
  if (told === null) return known.status === 'open' ? { kind: 'wait' } : { kind: 'stay' };
  const amount = inUnitsOf(told, known);
  const wentBack = wentBackElsewhere(known, report, amount);
  if (amount !== null && subtract(amount, known.amount) === 0) return { kind: 'capture', amount, wentBack };
  return { kind: 'hold', told, amount, wentBack };
}

/**
 * What to make of a provider's report. Reports come in any order and more than once: money counts whenever it is told
 * of, first come first served, and nothing else changes a payment that has it.
 */
export function decideReport(known: KnownPayment, report: PaymentReport): ReportDecision {
  switch (report.status) {
    case 'unknown':
    case 'open':
      return { kind: 'stay' };
    case 'pending':
      return known.status === 'open' ? { kind: 'wait' } : { kind: 'stay' };
    case 'failed':
      return mayBecome(known.status, 'failed') ? { kind: 'fail', reason: report.reason } : { kind: 'stay' };
    case 'captured':
    case 'refunded':
      return decideMoney(known, report);
  }
}

/** Where a payment with money stands when refunds of it end: `active` are on their way, `done` are back. */
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
