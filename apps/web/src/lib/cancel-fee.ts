// Computes what cancelling costs the rider now, and when that amount changes next.

import type { BookingView } from '@kerb/contract';
import { isCancellationCharged, slabAfter } from '@kerb/domain/booking';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';

export interface CancelFee {
  /** Major units; 0 while cancelling is free. */
  readonly now: number;
  /**
   * The next change: from `at` (ms since the epoch) the fee is `amount`; null when the fee does not change any more.
   */
  readonly next: { readonly at: number; readonly amount: number } | null;
}

const free: CancelFee = { now: 0, next: null };

/**
 * Uses the slabs stored with the booking (specification §3, cancelSlab), counted from the moment a driver set out.
 */
export function cancelFeeAt(
  { status, cancelFeeFrom, cancelSlab }: Pick<BookingView, 'status' | 'cancelFeeFrom' | 'cancelSlab'>,
  now: number,
): CancelFee {
  if (!isCancellationCharged(status) || cancelFeeFrom === null) return free;
  const minutes = (now - cancelFeeFrom) / MS_PER_MINUTE;
  const ahead = cancelSlab
    .filter(({ minsDelayed }) => minsDelayed > minutes)
    .sort((a, b) => a.minsDelayed - b.minsDelayed)[0];
  return {
    now: slabAfter(minutes, cancelSlab)?.amount ?? 0,
    next: ahead ? { at: cancelFeeFrom + ahead.minsDelayed * MS_PER_MINUTE, amount: ahead.amount } : null,
  };
}
