// The SQL of refunds at providers.
import { type Minor, minor } from '@kerb/domain/kernel';
import type { Queries } from '../../kit/index.ts';
import type { PaymentTables, RefundRow } from './payments.tables.ts';

export function refundsRepository(queries: Queries) {
  const db = queries.withTables<PaymentTables>();
  return {
    async find(id: string): Promise<RefundRow | null> {
      return (
        (await db.selectFrom('payment_refund').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
      );
    },

    /** False when one of this id was added before. */
    async add(refund: Omit<RefundRow, 'attempts' | 'failure' | 'provider_ref'>): Promise<boolean> {
      const row = await db
        .insertInto('payment_refund')
        .values({ ...refund, failure: null, provider_ref: null })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async change(
      id: string,
      patch: Partial<
        Pick<RefundRow, 'status' | 'failure' | 'provider_ref' | 'attempts' | 'next_try_at' | 'ended_at'>
      >,
    ): Promise<void> {
      await db.updateTable('payment_refund').set(patch).where('id', '=', id).execute();
    },

    due(now: number, limit: number): Promise<RefundRow[]> {
      return db
        .selectFrom('payment_refund')
        .selectAll()
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .limit(limit)
        .execute();
    },

    ofPayment(payment: string): Promise<RefundRow[]> {
      return db
        .selectFrom('payment_refund')
        .selectAll()
        .where('payment', '=', payment)
        .orderBy('id')
        .execute();
    },

    /** What is back of each of these payments, in minor units. */
    async backOf(payments: readonly string[]): Promise<Map<string, Minor>> {
      if (payments.length === 0) return new Map();
      const rows = await db
        .selectFrom('payment_refund')
        .select((eb) => ['payment', eb.fn.sum<number>('amount').as('back')])
        .where('payment', 'in', payments)
        .where('status', '=', 'done')
        .groupBy('payment')
        .execute();
      return new Map(rows.map(({ payment, back }) => [payment, minor(Number(back ?? 0))]));
    },
  };
}
