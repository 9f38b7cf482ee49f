// SQL of receipts: their numbers and tax rates, and the e-mails they were sent with.
import { type Generated, sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

export interface IssuedReceipt {
  booking: string;
  number: number;
  /** In percent. */
  tax_rate: number;
  tax_name: string;
}

export interface ReceiptMail {
  id: string;
  booking: string;
  automatic: boolean;
  asked_at: number;
  sent_at: number | null;
  /** Time of the permanent rejection by the mail server, in ms since the epoch, and its response. */
  refused_at: number | null;
  refusal: string;
}

interface ReceiptTable extends Omit<IssuedReceipt, 'number'> {
  number: Generated<number>;
}

export function receiptsRepository(queries: Queries) {
  const db = queries.withTables<{ receipts: ReceiptTable; receipt_mails: ReceiptMail }>();
  return {
    find(booking: string): Promise<IssuedReceipt | undefined> {
      return db
        .selectFrom('receipts')
        .select(['booking', 'number', 'tax_name', sql<number>`tax_rate::float8`.as('tax_rate')])
        .where('booking', '=', booking)
        .executeTakeFirst();
    },

    /** Inserts the receipt unless the booking has one. */
    async addMissing(receipt: Omit<IssuedReceipt, 'number'>): Promise<void> {
      await db
        .insertInto('receipts')
        .values(receipt)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** False for an automatic e-mail of a receipt that already had one. */
    async addMail(mail: Omit<ReceiptMail, 'sent_at' | 'refused_at' | 'refusal'>): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('receipt_mails')
        .values({ ...mail, sent_at: null, refused_at: null, refusal: '' })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    /** Whether an e-mail was scheduled for the booking at this time or later. */
    async hasMailSince(booking: string, at: number): Promise<boolean> {
      const found = await db
        .selectFrom('receipt_mails')
        .select('id')
        .where('booking', '=', booking)
        .where('asked_at', '>=', at)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** An e-mail that was neither sent nor permanently rejected yet. */
    waitingMail(id: string): Promise<ReceiptMail | undefined> {
      return db
        .selectFrom('receipt_mails')
        .selectAll()
        .where('id', '=', id)
        .where('sent_at', 'is', null)
        .where('refused_at', 'is', null)
        .executeTakeFirst();
    },

    async markRefused(id: string, at: number, refusal: string): Promise<void> {
      await db.updateTable('receipt_mails').set({ refused_at: at, refusal }).where('id', '=', id).execute();
    },

    /** Erases the responses of mail servers about the e-mails of these rides, because they may quote addresses. */
    async eraseRefusals(bookings: readonly string[]): Promise<void> {
      await db
        .updateTable('receipt_mails')
        .set({ refusal: '' })
        .where('booking', '=', sql<string>`any(${[...bookings]}::uuid[])`)
        .execute();
    },

    async markSent(id: string, at: number): Promise<void> {
      await db.updateTable('receipt_mails').set({ sent_at: at }).where('id', '=', id).execute();
    },
  };
}
