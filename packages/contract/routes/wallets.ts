// Route declarations of wallets apart from the caller's own balance: withdrawals, credits by admins, and the ledger.
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, pageOf, pageQuery, uuid } from '../pages.ts';
import { ledgerSeal, ledgerState, ledgerTransaction, withdraw } from '../views/money.ts';

const tag = 'wallets';
const holders = ['rider', 'driver', 'fleetadmin'] as const;
const reason = z.string().trim().min(1).max(300);
/** The use case also checks the number of decimals of the currency, with the same error code. */
const amount = z.number('no_details_error').positive('no_details_error');
const csv = 'text/csv; charset=utf-8';

const withdrawFilters = z.object({
  /** pending: neither processed nor returned. */
  state: z.enum(['pending', 'processed', 'returned']).optional(),
  /** Searches by name, bank account or amount. */
  q: z.string().trim().max(100).optional(),
});

export const walletRoutes = {
  listMyWithdraws: defineRoute({
    method: 'GET',
    path: '/me/withdraws',
    summary: 'My withdraw requests, newest first',
    tag,
    access: holders,
    query: pageQuery,
    answer: pageOf(withdraw),
    errors: [],
  }),
  requestWithdraw: defineRoute({
    method: 'POST',
    path: '/me/withdraws',
    summary: 'Ask for money of my wallet: it leaves the balance at once',
    tag,
    access: holders,
    body: z.object({
      amount,
      /** Stored as the user's bank details when given; required while bank_fields is on and none are stored. */
      bankName: z.string().trim().max(120).optional(),
      bankCode: z.string().trim().max(40).optional(),
      bankAccount: z.string().trim().max(60).optional(),
    }),
    answer: withdraw,
    status: 201,
    errors: ['no_details_error', 'insufficient_wallet', 'withdraw_not_allowed', 'bank_details_missing'],
  }),
  listWithdraws: defineRoute({
    method: 'GET',
    path: '/withdraws',
    summary: 'fetchWithdraws: withdraw requests, newest first',
    tag,
    access: ['admin'],
    query: pageQuery.extend(withdrawFilters.shape),
    answer: pageOf(withdraw).extend({
      /** Total of all pending withdrawals, regardless of the filters. */
      pending: z.object({ count: z.number().int(), amount: z.number() }),
    }),
    errors: [],
  }),
  exportWithdraws: defineRoute({
    method: 'GET',
    path: '/withdraws.csv',
    summary: 'The same as CSV, as a bank takes it; only while AllowCriticalEditsAdmin is on',
    tag,
    access: ['admin'],
    stepUp: true,
    query: withdrawFilters,
    answer: z.string(),
    binary: csv,
    errors: ['demo_mode'],
  }),
  completeWithdraw: defineRoute({
    method: 'POST',
    path: '/withdraws/:id/complete',
    summary: 'completeWithdraw: the transfer was made',
    tag,
    access: ['admin'],
    stepUp: true,
    params: idParams,
    body: z.object({}),
    answer: withdraw,
    errors: ['not_found', 'already_processed'],
  }),
  returnWithdraw: defineRoute({
    method: 'POST',
    path: '/withdraws/:id/return',
    summary: 'The transfer failed: the amount returns to the wallet, and the user is notified of the reason',
    tag,
    access: ['admin'],
    params: idParams,
    body: z.object({ reason }),
    answer: withdraw,
    errors: ['not_found', 'already_processed', 'transition_not_allowed'],
  }),
  addToWallet: defineRoute({
    method: 'POST',
    path: '/users/:id/wallet',
    summary: 'addToWallet: for cash taken at the desk, or as a credit of the operator\u2019s',
    tag,
    access: ['admin'],
    stepUp: true,
    params: idParams,
    body: z.object({
      amount,
      source: z.enum(['cash', 'credit']).default('credit'),
      /** When left out, only the text of the entry's kind is shown. */
      reason: z.string().trim().max(300).default(''),
    }),
    answer: z.object({ walletBalance: z.number() }),
    errors: ['not_found', 'no_details_error'],
  }),
  getLedger: defineRoute({
    method: 'GET',
    path: '/ledger',
    summary: 'Every account with its balance, what they sum to, the chain and the last seal',
    tag,
    access: ['admin'],
    answer: ledgerState,
    errors: [],
  }),
  listLedgerTransactions: defineRoute({
    method: 'GET',
    path: '/ledger/transactions',
    summary: 'Transactions with their entries, newest first; of one booking or person when given',
    tag,
    access: ['admin'],
    query: pageQuery.extend({ booking: uuid.optional(), person: uuid.optional() }),
    answer: pageOf(ledgerTransaction),
    errors: [],
  }),
  listLedgerSeals: defineRoute({
    method: 'GET',
    path: '/ledger/seals',
    summary: 'The daily seals, newest first',
    tag,
    access: ['admin'],
    query: pageQuery,
    answer: pageOf(ledgerSeal),
    errors: [],
  }),
};
