// Response schemas of money: payments, withdrawals, ledger accounts, refunds. Amounts are major units.
import { paymentStatus, providerName } from '@kerb/domain/payment';
import { z } from 'zod';
import { transactionKind } from './me.ts';

/** Payment form of the specification, §7, with its values; a client posts it to the link of the chosen provider. */
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
  /** Id of the booking that is paid for or whose driver is tipped; null for a top-up. */
  booking: z.string().nullable(),
  provider: providerName,
  status: paymentStatus,
  /** The requested amount. */
  amount: z.number(),
  currency: z.string(),
  createdAt: z.number(),
  capturedAt: z.number().nullable(),
  /** Why the payment failed or is held, as a text for users; null otherwise. */
  reason: z.string().nullable(),
  /** The provider confirmed the payment and declined its settlement later: nothing was paid back to the payer. */
  declined: z.boolean().optional(),
});
export type PaymentView = z.infer<typeof payment>;

/** A payment in the admin console. */
export const paymentRecord = payment.extend({
  uid: z.string(),
  name: z.string(),
  providerRef: z.string().nullable(),
  /** Captured amount that the provider reported, when it differs from the requested amount; null otherwise. */
  captured: z.object({ value: z.string(), currency: z.string() }).nullable(),
  refunded: z.number(),
  /** What waits for an admin because a refund failed and the payer has no wallet; null for any other payment. */
  waiting: z.number().nullable(),
  /** `twice`: held because the buyer had paid the order before; it can be accepted, or refunded at the provider. */
  heldFor: z.enum(['twice']).nullable().optional(),
});
export type PaymentRecordView = z.infer<typeof paymentRecord>;

/** A refund of a booking, granted by an admin or made automatically because the paid booking did not take place. */
export const refund = z.object({
  id: z.string(),
  at: z.number(),
  amount: z.number(),
  toWallet: z.number(),
  toCard: z.number(),
  /**
   * done: fully refunded. pending: a provider has not confirmed its part yet. failed: the provider declined, and the
   * amount was credited to the wallet, or is held for an admin's decision when the rider has no wallet (account deleted, or an admin's).
   */
  status: z.enum(['done', 'pending', 'failed']),
  /** True while a failed refund is held for an admin's decision: no wallet was credited. */
  held: z.boolean().optional(),
  /** Reason entered by the admin; riders get '' for a refund that no admin granted. */
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
  /** Bank details at the time of the request; null while bank_fields is off. */
  bankName: z.string().nullable(),
  bankCode: z.string().nullable(),
  bankAccount: z.string().nullable(),
  processed: z.boolean(),
  /** Time of the transfer. */
  procesDate: z.number().nullable(),
  /** When and why the transfer failed and the amount was returned to the wallet; null otherwise. */
  returned: z.object({ at: z.number(), reason: z.string() }).nullable(),
});
export type Withdraw = z.infer<typeof withdraw>;

export const ledgerAccount = z.object({
  kind: z.string(),
  provider: providerName.nullable(),
  /** Number of accounts; all user accounts of one kind are summed up in one line. */
  accounts: z.number().int(),
  /** Positive: the operator owes or has earned it; negative: the operator holds or has spent it. */
  balance: z.number(),
});

export const ledgerSeal = z.object({
  /** YYYY-MM-DD in settings.timezone. */
  day: z.string(),
  hash: z.string(),
  transactions: z.number().int(),
  at: z.number(),
});

/**
 * State of the ledger: every account, their sum (always 0), and the data that prove it unchanged (hash chain and last
 * seal).
 */
export const ledgerState = z.object({
  accounts: z.array(ledgerAccount),
  /** The parts of the balance of platform_revenue: convenience fees, rent and commission of the platform's own vehicles. */
  revenue: z.object({ fees: z.number(), rent: z.number(), commission: z.number() }),
  total: z.number(),
  transactions: z.number().int(),
  chainHead: z.string().nullable(),
  lastSeal: ledgerSeal.nullable(),
  /** Whether the database role of the server lacks the right to change or delete ledger entries. */
  separated: z.boolean(),
  /** Number of payments that wait for an admin's decision. */
  held: z.number().int(),
});
export type LedgerState = z.infer<typeof ledgerState>;

/** One transaction with its entries, to explain a change of a balance. */
export const ledgerTransaction = z.object({
  id: z.string(),
  kind: transactionKind,
  at: z.number(),
  txRef: z.string(),
  booking: z.string().nullable(),
  /** Reason given by the admin who credited the amount; null for all other transactions. */
  reason: z.string().nullable(),
  entries: z.array(
    z.object({
      account: z.string(),
      owner: z.string().nullable(),
      /** Name of the account's owner or of the payment provider; '' for accounts of the platform. */
      name: z.string(),
      amount: z.number(),
    }),
  ),
});
export type LedgerTransactionView = z.infer<typeof ledgerTransaction>;
