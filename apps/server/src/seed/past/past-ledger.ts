// Accounts for money while the past is generated: balances, unordered postings, payments, top-ups and withdrawals.
import {
  add,
  type Minor,
  MS_PER_DAY,
  MS_PER_HOUR,
  MS_PER_MINUTE,
  minor,
  toMajor,
  ZERO,
} from '@kerb/domain/kernel';
import type { PersonAccount } from '@kerb/domain/ledger';
import type { Settings } from '@kerb/domain/settings';
import type { PastSurroundings } from '../../modules/booking/index.ts';
import type { WithdrawRow } from '../../modules/money/index.ts';
import type { PastPayment, TopupRow } from '../../modules/payments/index.ts';
import { type Posting, type PostingDraft, postings } from '../../modules/wallet/index.ts';
import type { Chance } from './chance.ts';

/** Demonstrations use the test provider. */
const PROVIDER = 'test';

export interface WithdrawOf {
  uid: string;
  name: string;
  bank: { bankName: string; bankCode: string; bankAccount: string };
  amount: Minor;
  at: number;
}

export type PastLedger = ReturnType<typeof createPastLedger>;

export function createPastLedger(chance: Chance, settings: Settings, end: number) {
  const balances = new Map<string, Minor>();
  const posted: Posting[] = [];
  const payments: PastPayment[] = [];
  const topups: TopupRow[] = [];
  const withdraws: WithdrawRow[] = [];
  const { code: currency, decimal: decimals, appName } = settings;

  const balanceOf = (uid: string): Minor => balances.get(uid) ?? ZERO;

  function post(draft: PostingDraft, at: number, id = chance.id(at)): void {
    if (draft.entries.length === 0) return;
    for (const { account, amount } of draft.entries)
      if ('owner' in account) balances.set(account.owner, add(balanceOf(account.owner), amount));
    posted.push({ ...draft, id, at });
  }

  /** Postings for a later time; until then they are not included in any balance. */
  const later: { draft: PostingDraft; at: number; id?: string }[] = [];
  function advance(until: number): void {
    const due = later.filter(({ at }) => at <= until);
    for (const one of due) later.splice(later.indexOf(one), 1);
    for (const { draft, at, id } of due) post(draft, at, id);
  }

  function capture(
    payment: Pick<PastPayment, 'purpose' | 'order_id' | 'booking' | 'uid' | 'product_name'>,
    amount: Minor,
    at: number,
  ): string {
    const id = chance.id(at - 20_000);
    payments.push({
      id,
      ...payment,
      account: 'rider',
      provider: PROVIDER,
      status: 'captured',
      amount,
      currency,
      decimals,
      reported_value: toMajor(amount, decimals).toFixed(decimals),
      reported_currency: currency,
      captured_amount: amount,
      captured_at: at,
      created_at: at - 20_000,
      going_back: ZERO,
      held: false,
      checks: 0,
      claimed_until: 0,
    });
    return id;
  }

  const payByCard: PastSurroundings['payByCard'] = ({ rider: uid, booking, reference, amount, at }) => {
    const product_name = `${appName} · ${reference}`;
    const id = capture({ purpose: 'booking', order_id: booking, booking, uid, product_name }, amount, at);
    post(postings.holdCapture(id, { booking, provider: PROVIDER, amount }), at);
    return id;
  };

  function topUp(uid: string, amount: Minor, at: number): void {
    const order = chance.id(at - 40_000);
    const created_at = at - 40_000;
    topups.push({ id: order, uid, account: 'rider', amount, currency, decimals, created_at, tip_for: null });
    const product_name = `${appName} · wallet`;
    const id = capture({ purpose: 'topup', order_id: order, booking: null, uid, product_name }, amount, at);
    const account: PersonAccount = { kind: 'rider', owner: uid };
    post(postings.creditTopup(id, { account, provider: PROVIDER, amount }), at);
  }

  /**
   * An admin decides within the next days, nearly always to pay. A withdrawal that is undecided at the end stays open.
   */
  function withdraw(
    { uid, name, bank, amount, at }: WithdrawOf,
    admin: string,
    reasons: readonly string[],
  ): void {
    const id = chance.id(at);
    const account: PersonAccount = { kind: 'driver', owner: uid };
    post(postings.takeWithdrawal(id, { account, amount }), at);
    const row: WithdrawRow = {
      id,
      uid,
      account: 'driver',
      name,
      amount,
      date: at,
      bank_name: bank.bankName,
      bank_code: bank.bankCode,
      bank_account: bank.bankAccount,
      processed: false,
      proces_date: null,
      returned_at: null,
      return_reason: null,
      decided_by: null,
    };
    const decidedAt = Math.floor(
      at + chance.between(0.7, 2) * MS_PER_DAY + chance.between(0, 3) * MS_PER_HOUR,
    );
    if (decidedAt > end - 30 * MS_PER_MINUTE) {
      withdraws.push(row);
    } else if (chance.is(0.03)) {
      later.push({ draft: postings.returnWithdrawal(id, { account, amount }), at: decidedAt });
      const return_reason = chance.pick(reasons);
      withdraws.push({ ...row, returned_at: decidedAt, return_reason, decided_by: admin });
    } else {
      later.push({ draft: postings.settleWithdrawal(id, amount), at: decidedAt });
      withdraws.push({ ...row, processed: true, proces_date: decidedAt, decided_by: admin });
    }
  }

  return {
    balanceOf,
    post,
    /** Without an id, one is generated at the time of the posting. */
    postLater: (draft: PostingDraft, at: number, id?: string): void =>
      void later.push({ draft, at, ...(id !== undefined && { id }) }),
    /** Posts everything that is due by this time. */
    advance,
    payByCard,
    topUp,
    withdraw,
    rows: { payments, topups, withdraws },
    /** Ordered by time, like the chain of a live ledger. */
    inOrder: (): Posting[] =>
      posted
        .map((one, index) => ({ one, index }))
        .sort((left, right) => left.one.at - right.one.at || left.index - right.index)
        .map(({ one }) => one),
    /** Converts a number of hundreds of major units to minor units. */
    hundreds: (count: number): Minor => minor(count * 100 * 10 ** decimals),
  };
}
