// The SQL of receipts: their numbers and tax rates, and the mails they were sent with.
import { type Generated, sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

export interface IssuedReceipt {
  booking: string;
  number: number;
  /** Percent. */
  tax_rate: number;
  tax_name: string;
}

export interface ReceiptMail {
  id: string;
  booking: string;
  automatic: boolean;
  asked_at: number;
  sent_at: number | null;
}

interface ReceiptTable extends Omit<IssuedReceipt, 'number'> {
  number: Generated<number>;
}

export function receiptsRepository(queries: Queries) {
  const db = queries.withTables<{ receipt: ReceiptTable; receipt_mail: ReceiptMail }>();
  return {
    find(booking: string): Promise<IssuedReceipt | undefined> {
      return db
        .selectFrom('receipt')
        .select(['booking', 'number', 'tax_name', sql<number>`tax_rate::float8`.as('tax_rate')])
        .where('booking', '=', booking)
        .executeTakeFirst();
    },

    /** Leaves one that is there as it is. */
    async addMissing(receipt: Omit<IssuedReceipt, 'number'>): Promise<void> {
      await db
        .insertInto('receipt')
        .values(receipt)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Answers false for an automatic mail of a receipt that already had one. */
    async addMail(mail: Omit<ReceiptMail, 'sent_at'>): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('receipt_mail')
        .values({ ...mail, sent_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    /** A mail that was not sent yet. */
    waitingMail(id: string): Promise<ReceiptMail | undefined> {
      return db
        .selectFrom('receipt_mail')
        .selectAll()
        .where('id', '=', id)
        .where('sent_at', 'is', null)
        .executeTakeFirst();
    },

    async markSent(id: string, at: number): Promise<void> {
      await db.updateTable('receipt_mail').set({ sent_at: at }).where('id', '=', id).execute();
    },
  };
}
