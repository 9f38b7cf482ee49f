// Payments of the proof: opened at a counterpart, paid there or not, and compared with the ledger afterwards.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { v7 } from 'uuid';
import { orderOf } from '../../apps/server/src/adapters/payments/testing/order-of.ts';
import type {
  CheckoutOrder,
  PaymentProvider,
  ProviderRequest,
} from '../../apps/server/src/ports/payments.ts';
import type { Party } from './parties.ts';

export type Pool = Pick<pg.Pool, 'query'>;

/** All amounts are requested with two decimals. */
const DECIMALS = 2;
export const unitsOf = (value: string): number => Math.round(Number(value) * 10 ** DECIMALS);

export interface Opened {
  readonly party: Party;
  readonly order: CheckoutOrder;
  readonly providerRef: string | null;
  /** Webhooks that the provider sends when it was paid. */
  readonly webhooks: readonly ProviderRequest[];
}

export async function openPayment(
  pool: Pool,
  party: Party,
  provider: PaymentProvider,
  isPaid: boolean,
): Promise<Opened> {
  const value = `${20 + Math.floor(Math.random() * 900)}.${String(Math.floor(Math.random() * 100)).padStart(2, '0')}`;
  const order = { ...orderOf(party.currency, value), payment: v7() };
  await pool.query(
    `insert into payments (id, purpose, order_id, booking, uid, account, provider, amount, currency, decimals,
       product_name, created_at)
     values ($1, 'booking', $2, $2, $3, 'rider', $4, $5, $6, $7, 'Proof', $8)`,
    [
      order.payment,
      randomUUID(),
      randomUUID(),
      party.name,
      unitsOf(value),
      party.currency,
      DECIMALS,
      Date.now(),
    ],
  );
  const checkout = await provider.createCheckout(order);
  const { providerRef } = checkout;
  await pool.query('update payments set provider_ref = $2 where id = $1', [order.payment, providerRef]);
  const webhooks = isPaid ? await party.pay(checkout, order, provider) : [];
  return { party, order, providerRef, webhooks };
}

interface Row {
  id: string;
  provider: string;
  status: string;
  amount: number;
  captured_amount: number | null;
  postings: number;
}

/**
 * Differences between the ledger and `truth` (minor units really paid, by payment): a capture without a payment, of a
 * wrong amount, although the paid amount differs from the requested one, or posted twice.
 */
export async function judge(pool: Pool, truth: ReadonlyMap<string, number>): Promise<string[]> {
  const violations: string[] = [];
  const { rows } = await pool.query<Row>(
    `select p.id, p.provider, p.status, p.amount, p.captured_amount,
       (select count(*)::int from ledger_transactions t where t.kind in ('capture', 'topup') and t.reference = p.id::text) as postings
     from payments p where p.captured_at is not null`,
  );
  const captured = new Map<string, number>();
  for (const { id, provider, status, amount, captured_amount: got, postings } of rows) {
    const paid = truth.get(id);
    const state = `${provider} ${id}: ${status}, ${got} of ${amount}`;
    if (paid === undefined) violations.push(`${state}, but it was never paid`);
    else if (got !== paid) violations.push(`${state}, but ${paid} was paid`);
    else if (status === 'captured' && paid !== amount) violations.push(`${state}, though only part was paid`);
    if (postings !== 1) violations.push(`${state}, posted ${postings} times`);
    captured.set(provider, (captured.get(provider) ?? 0) + (got ?? 0));
  }
  const clearing = await pool.query<{ provider: string; sum: number }>(
    `select a.provider, -sum(e.amount) as sum from ledger_accounts a join ledger_entries e on e.account = a.id
     where a.provider is not null group by a.provider`,
  );
  for (const { provider, sum } of clearing.rows)
    if (Number(sum) !== (captured.get(provider) ?? 0))
      violations.push(`${provider}: ${sum} on its account, ${captured.get(provider) ?? 0} captured`);
  return violations;
}
