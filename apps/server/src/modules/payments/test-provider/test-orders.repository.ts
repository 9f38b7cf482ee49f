// The SQL of the test provider's own records: its orders, their status and their refunds.
import { sql } from 'kysely';
import type { Queries, Tx } from '../../../kit/index.ts';

export interface TestOrder {
  payment: string;
  value: string;
  currency: string;
  product_name: string;
  return_url: string;
  cancel_url: string;
  webhook_url: string;
  status: 'open' | 'pending' | 'captured' | 'failed';
  reason: string | null;
  created_at: number;
}

type Tables = {
  payment_test_orders: TestOrder;
  payment_test_refunds: { id: string; payment: string; value: string; at: number };
};

export function testOrdersRepository(queries: Queries) {
  const db = queries.withTables<Tables>();
  return {
    async find(payment: string): Promise<TestOrder | null> {
      const row = await db
        .selectFrom('payment_test_orders')
        .selectAll()
        .where('payment', '=', payment)
        .executeTakeFirst();
      return row ?? null;
    },

    /** The refunded total as decimal text; "0" without refunds. */
    async refundedAmountOf(payment: string): Promise<string> {
      const row = await db
        .selectFrom('payment_test_refunds')
        .select(sql<string>`coalesce(sum(value::numeric), 0)::text`.as('back'))
        .where('payment', '=', payment)
        .executeTakeFirstOrThrow();
      return row.back;
    },
  };
}

export function testOrdersWriter(tx: Tx) {
  const db = tx.withTables<Tables>();
  return {
    async open(order: TestOrder): Promise<void> {
      await db
        .insertInto('payment_test_orders')
        .values(order)
        .onConflict((conflict) => conflict.column('payment').doNothing())
        .execute();
    },

    async lock(payment: string): Promise<TestOrder | null> {
      const row = await db
        .selectFrom('payment_test_orders')
        .selectAll()
        .where('payment', '=', payment)
        .forUpdate()
        .executeTakeFirst();
      return row ?? null;
    },

    async change(payment: string, patch: Pick<TestOrder, 'status' | 'reason'>): Promise<void> {
      await db.updateTable('payment_test_orders').set(patch).where('payment', '=', payment).execute();
    },

    async hasRefund(id: string): Promise<boolean> {
      const row = await db
        .selectFrom('payment_test_refunds')
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst();
      return row !== undefined;
    },

    async addRefund(refund: Tables['payment_test_refunds']): Promise<void> {
      await db.insertInto('payment_test_refunds').values(refund).execute();
    },
  };
}
