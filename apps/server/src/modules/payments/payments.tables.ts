// The rows of the payments module's tables.
import type { Minor } from '@kerb/domain/kernel';
import type { PaymentStatus, ProviderName } from '@kerb/domain/payment';
import type { Generated } from 'kysely';
import type { Checkout } from '../../ports/payments.ts';

export type PayerAccount = 'rider' | 'driver';
/** A tip is a top-up of the rider's wallet; the booking module then transfers it to the driver. */
export type PaymentPurpose = 'booking' | 'topup' | 'tip';

export interface TopupRow {
  id: string;
  uid: string;
  account: PayerAccount;
  amount: Minor;
  currency: string;
  decimals: number;
  created_at: number;
  /** The booking whose driver gets this tip; null for a top-up that stays in the wallet. */
  tip_for: string | null;
}

export interface PaymentRow {
  id: string;
  purpose: PaymentPurpose;
  order_id: string;
  booking: string | null;
  uid: string;
  account: PayerAccount;
  provider: ProviderName;
  provider_ref: string | null;
  status: PaymentStatus;
  amount: Minor;
  currency: string;
  decimals: number;
  product_name: string;
  checkout: Checkout | null;
  reported_value: string | null;
  reported_currency: string | null;
  captured_amount: Minor | null;
  going_back: Minor;
  created_at: number;
  captured_at: number | null;
  /** Captured as a second payment, with another amount or currency than requested, or for a payer without a wallet. */
  held: boolean;
  /** What waits for an admin because a refund failed and the payer has no wallet. */
  held_amount: Minor;
  /** The provider declined the settlement after it had confirmed the payment. */
  declined: boolean;
  reason: string | null;
  decision: 'accepted' | 'sent-back' | null;
  decided_by: string | null;
  decided_at: number | null;
  decided_reason: string | null;
  next_check_at: number | null;
  checks: number;
  claimed_until: number;
}

export interface RefundRow {
  id: string;
  payment: string;
  amount: Minor | null;
  value: string;
  currency: string;
  origin: 'ours' | 'elsewhere';
  status: 'asked' | 'pending' | 'done' | 'failed';
  reason: string;
  failure: string | null;
  provider_ref: string | null;
  attempts: number;
  next_try_at: number | null;
  created_at: number;
  ended_at: number | null;
}

type WithDefaults<Row, Names extends keyof Row> = Omit<Row, Names> & {
  [Name in Names]: Generated<Row[Name]>;
};

export type PaymentTables = {
  payment_topups: TopupRow;
  payments: WithDefaults<
    Omit<PaymentRow, 'checkout'>,
    'status' | 'going_back' | 'held' | 'held_amount' | 'declined' | 'checks' | 'claimed_until'
  > & { checkout: unknown };
  payment_events: {
    provider: ProviderName;
    event_id: string;
    state: string;
    payment: string | null;
    at: number;
  };
  payment_refunds: WithDefaults<RefundRow, 'attempts'>;
};

export type PaymentPatch = Partial<
  Pick<
    PaymentRow,
    | 'status'
    | 'provider_ref'
    | 'reported_value'
    | 'reported_currency'
    | 'captured_amount'
    | 'captured_at'
    | 'going_back'
    | 'held'
    | 'held_amount'
    | 'declined'
    | 'reason'
    | 'decision'
    | 'decided_by'
    | 'decided_at'
    | 'decided_reason'
    | 'next_check_at'
    | 'checks'
  >
>;
