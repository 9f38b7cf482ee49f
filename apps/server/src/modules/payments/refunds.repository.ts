// The SQL of refunds at payment providers.
import { type Minor, minor } from '@kerb/domain/kernel';
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';
import type { PaymentTables, RefundRow } from './payments.tables.ts';

export function refundsRepository(queries: Queries) {
  const db = queries.withTables<PaymentTables>();
  return {
    async find(id: string): Promise<RefundRow | null> {
      return (
        (await db.selectFrom('payment_refunds').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
      );
    },

    /** Returns false when a refund with this id already exists. */
    async add(refund: Omit<RefundRow, 'attempts' | 'failure' | 'provider_ref'>): Promise<boolean> {
      const row = await db
        .insertInto('payment_refunds')
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
      await db.updateTable('payment_refunds').set(patch).where('id', '=', id).execute();
    },

    due(now: number, limit: number): Promise<RefundRow[]> {
      return db
        .selectFrom('payment_refunds')
        .selectAll()
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .limit(limit)
        .execute();
    },

    ofPayment(payment: string): Promise<RefundRow[]> {
      return db
        .selectFrom('payment_refunds')
        .selectAll()
        .where('payment', '=', payment)
        .orderBy('id')
        .execute();
    },

    /** The refunds of a user's payments, for their personal data export. */
    ofPayer(uid: string): Promise<RefundRow[]> {
      return db
        .selectFrom('payment_refunds')
        .selectAll()
        .where('payment', 'in', (eb) =>
          eb.selectFrom('payments').select('payments.id').where('uid', '=', uid),
        )
        .orderBy('id')
        .execute();
    },

    /**
     * Erases the reasons and failures of the user's refunds; refunds that are still to be sent get the neutral reason
     * "Refund".
     */
    async erasePerson(uid: string): Promise<void> {
      await db
        .updateTable('payment_refunds')
        .set({
          reason: sql<string>`case when ended_at is null then 'Refund' else '' end`,
          failure: sql<string | null>`case when failure is not null then '' end`,
        })
        .where('payment', 'in', (eb) =>
          eb.selectFrom('payments').select('payments.id').where('uid', '=', uid),
        )
        .execute();
    },

    /** The refunded total of each of these payments, in minor units. */
    async refundedAmountOf(payments: readonly string[]): Promise<Map<string, Minor>> {
      if (payments.length === 0) return new Map();
      const rows = await db
        .selectFrom('payment_refunds')
        .select((eb) => ['payment', eb.fn.sum<number>('amount').as('back')])
        .where('payment', 'in', payments)
        .where('status', '=', 'done')
        .groupBy('payment')
        .execute();
      return new Map(rows.map(({ payment, back }) => [payment, minor(Number(back ?? 0))]));
    },
  };
}
