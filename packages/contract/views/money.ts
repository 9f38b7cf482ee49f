// Money as the API shows it: payments, withdrawals, the ledger's accounts, refunds. Amounts are major units.
import { paymentStatus, providerName } from '@kerb/domain/payment';
import { z } from 'zod';
import { transactionKind } from './me.ts';

/** The payment form of the specification, §7, filled in: a client posts it to the chosen provider's link. */
export const paymentForm = z.object({
  order_id: z.string(),
  amount: z.number(),
  /** ISO 4217. */
  currency: z.string(),
  product_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  quantity: z.literal(1),
  cust_id: z.string(),
  mobile_no: z.string(),
  email: z.string(),
});
export type PaymentForm = z.infer<typeof paymentForm>;

export { type PaymentStatus, paymentStatus } from '@kerb/domain/payment';

export const payment = z.object({
  id: z.string(),
  purpose: z.enum(['booking', 'topup', 'tip']),
  /** The booking paid for, or whose driver is tipped; null for a top-up. */
  booking: z.string().nullable(),
  provider: providerName,
  status: paymentStatus,
  /** The requested amount. */
  amount: z.number(),
  currency: z.string(),
  createdAt: z.number(),
  capturedAt: z.number().nullable(),
  /** Why it failed or is held, as text for users; null otherwise. */
  reason: z.string().nullable(),
});
export type PaymentView = z.infer<typeof payment>;

/** A payment as admins see it. */
export const paymentRecord = payment.extend({
  uid: z.string(),
  name: z.string(),
  providerRef: z.string().nullable(),
  /** The captured amount that the provider reports, when it differs from the requested amount; null otherwise. */
  captured: z.object({ value: z.string(), currency: z.string() }).nullable(),
  refunded: z.number(),
});
export type PaymentRecordView = z.infer<typeof paymentRecord>;

/** A refund of a booking, granted by an admin or made because the booking was not. */
export const refund = z.object({
  id: z.string(),
  at: z.number(),
  amount: z.number(),
  toWallet: z.number(),
  toCard: z.number(),
  /** done: fully paid back. pending: a provider has yet to pay back. failed: the provider declined; the amount went to the wallet. */
  status: z.enum(['done', 'pending', 'failed']),
  /** '' to riders for a refund that no admin granted. */
  reason: z.string(),
  by: z.string().nullable(),
});
export type RefundView = z.infer<typeof refund>;

export const withdraw = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  amount: z.number(),
  date: z.number(),
  /** Bank details as they were when it was asked for; null while bank_fields is off. */
  bankName: z.string().nullable(),
  bankCode: z.string().nullable(),
  bankAccount: z.string().nullable(),
  processed: z.boolean(),
  /** When it was transferred. */
  procesDate: z.number().nullable(),
  /** When the transfer failed and the amount returned to the wallet; null otherwise. */
  returned: z.object({ at: z.number(), reason: z.string() }).nullable(),
});
export type Withdraw = z.infer<typeof withdraw>;

export const ledgerAccount = z.object({
  kind: z.string(),
  provider: providerName.nullable(),
  /** People's accounts of one kind are one line here. */
  accounts: z.number().int(),
  /** Positive is what the operator owes or has earned, negative what it holds or has spent. */
  balance: z.number(),
});

export const ledgerSeal = z.object({
  /** YYYY-MM-DD in settings.timezone. */
  day: z.string(),
  hash: z.string(),
  transactions: z.number().int(),
  at: z.number(),
});

/** The money page: every account, what they sum to (always 0), and how it can be proved. */
export const ledgerState = z.object({
  accounts: z.array(ledgerAccount),
  total: z.number(),
  transactions: z.number().int(),
  chainHead: z.string().nullable(),
  lastSeal: ledgerSeal.nullable(),
  /** Whether the database role of the server lacks the right to change or delete ledger entries. */
  separated: z.boolean(),
  /** Payments that wait for an admin's decision. */
  held: z.number().int(),
});
export type LedgerState = z.infer<typeof ledgerState>;

/** One transaction with its entries, for "why did this balance change". */
export const ledgerTransaction = z.object({
  id: z.string(),
  kind: transactionKind,
  at: z.number(),
  txRef: z.string(),
  booking: z.string().nullable(),
  /** Why an admin credited this; null for everything else. */
  reason: z.string().nullable(),
  entries: z.array(
    z.object({
      account: z.string(),
      owner: z.string().nullable(),
      /** Whose account, or the provider's name; '' for the platform's. */
      name: z.string(),
      amount: z.number(),
    }),
  ),
});
export type LedgerTransactionView = z.infer<typeof ledgerTransaction>;
