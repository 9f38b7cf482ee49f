// The SQL of payments: insert, lock, update, find and list, and the received provider events.
import type { Minor } from '@kerb/domain/kernel';
import type { PaymentStatus, ProviderName } from '@kerb/domain/payment';
import { sql } from 'kysely';
import { insertRows, type Queries, type Tx } from '../../kit/index.ts';
import type { Checkout } from '../../ports/payments.ts';
import type { PaymentPatch, PaymentRow, PaymentTables, TopupRow } from './payments.tables.ts';

export interface PaymentFilter {
  status?: PaymentStatus | undefined;
  booking?: string | undefined;
  uid?: string | undefined;
  /** Only payments older than this one. */
  before?: string | undefined;
  limit: number;
}

/** A past payment, captured as requested, for seeds. */
export type PastPayment = Pick<
  PaymentRow,
  | 'id'
  | 'purpose'
  | 'order_id'
  | 'booking'
  | 'uid'
  | 'account'
  | 'provider'
  | 'status'
  | 'amount'
  | 'currency'
  | 'decimals'
  | 'product_name'
  | 'reported_value'
  | 'reported_currency'
  | 'captured_amount'
  | 'captured_at'
  | 'created_at'
> & { going_back: Minor; held: boolean; checks: number; claimed_until: number };

export type NewPayment = Pick<
  PaymentRow,
  | 'id'
  | 'purpose'
  | 'order_id'
  | 'booking'
  | 'uid'
  | 'account'
  | 'provider'
  | 'amount'
  | 'currency'
  | 'decimals'
  | 'product_name'
  | 'created_at'
  | 'next_check_at'
>;

/** The columns that are read of a payment: all except the checkout, which only the payer's browser needs. */
const columns = [
  'id',
  'purpose',
  'order_id',
  'booking',
  'uid',
  'account',
  'provider',
  'provider_ref',
  'status',
  'amount',
  'currency',
  'decimals',
  'product_name',
  'reported_value',
  'reported_currency',
  'captured_amount',
  'going_back',
  'created_at',
  'captured_at',
  'held',
  'held_amount',
  'declined',
  'reason',
  'decided_by',
  'decision',
  'decided_at',
  'decided_reason',
  'next_check_at',
  'checks',
  'claimed_until',
] as const;

export type PaymentRecord = Omit<PaymentRow, 'checkout'>;

/** Whether captured money waits for an admin's decision, or is being refunded because of one. */
export const isHeld = ({ held, held_amount: part, decision }: PaymentRecord): boolean =>
  part > 0 || (held && decision !== 'accepted');

export function paymentsRepository(queries: Queries) {
  const db = queries.withTables<PaymentTables>();
  const all = () => db.selectFrom('payments').select(columns);
  const one = async (query: ReturnType<typeof all>): Promise<PaymentRecord | null> =>
    (await query.executeTakeFirst()) ?? null;

  /**
   * Whether the order has a captured payment without a failed refund. When a provider rejected a refund, the amount
   * was credited to the payer's wallet and no longer pays for the order.
   */
  async function hasUnreportedCapture(order: string): Promise<boolean> {
    const row = await db
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', order)
      .where('status', '=', 'captured')
      .where('held', '=', false)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('payment_refunds')
              .select('payment_refunds.id')
              .whereRef('payment_refunds.payment', '=', 'payments.id')
              .where('payment_refunds.status', '=', 'failed'),
          ),
        ),
      )
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  return {
    find: (id: string) => one(all().where('id', '=', id)),

    findByRef: (provider: ProviderName, ref: string) =>
      one(
        all()
          .where('provider', '=', provider)
          .where('provider_ref', '=', ref)
          .orderBy('created_at', 'desc')
          .limit(1),
      ),

    async checkoutOf(id: string): Promise<{ status: PaymentStatus; checkout: Checkout | null } | null> {
      const row = await db
        .selectFrom('payments')
        .select(['status', 'checkout'])
        .where('id', '=', id)
        .executeTakeFirst();
      // The cast is safe: `openedAt` below writes a value of this type.
      return row ? { status: row.status, checkout: row.checkout as Checkout | null } : null;
    },

    /** A page, newest first. */
    list({ status, booking, uid, before, limit }: PaymentFilter): Promise<PaymentRecord[]> {
      let query = all().orderBy('id', 'desc').limit(limit);
      if (status !== undefined) query = query.where('status', '=', status);
      if (booking !== undefined) query = query.where('booking', '=', booking);
      if (uid !== undefined) query = query.where('uid', '=', uid);
      if (before !== undefined) query = query.where('id', '<', before);
      return query.execute();
    },

    /** Payments that are due for a status query, the longest waiting first. */
    due(now: number, limit: number): Promise<PaymentRecord[]> {
      return all().where('next_check_at', '<=', now).orderBy('next_check_at').limit(limit).execute();
    },

    async topup(id: string): Promise<TopupRow | null> {
      return (
        (await db.selectFrom('payment_topups').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
      );
    },

    /** Whether a top-up is stored, or a payment without one that was captured or may still be. */
    async hasOrders(): Promise<boolean> {
      const topup = await db.selectFrom('payment_topups').select('id').limit(1).executeTakeFirst();
      if (topup !== undefined) return true;
      const payment = await db
        .selectFrom('payments')
        .select('id')
        .where((eb) =>
          eb.or([
            eb('captured_at', 'is not', null),
            eb('status', 'in', ['open', 'pending']),
            eb('next_check_at', 'is not', null),
          ]),
        )
        .limit(1)
        .executeTakeFirst();
      return payment !== undefined;
    },

    /**
     * The first payment of each of those payments that is the second one of a checkout. Its row is stored after the
     * first capture, when no further checkout of the order can be opened.
     */
    async firstOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('payments')
        .innerJoin('payments as first', (join) =>
          join
            .onRef('first.order_id', '=', 'payments.order_id')
            .onRef('first.provider', '=', 'payments.provider')
            .onRef('first.captured_at', '<=', 'payments.created_at')
            .onRef('first.id', '<>', 'payments.id'),
        )
        .select(['payments.id', 'first.id as first'])
        .where('payments.id', 'in', ids)
        .where('payments.held', '=', true)
        .whereRef('payments.captured_amount', '=', 'payments.amount')
        // Of several earlier ones, the first one is put into the map last.
        .orderBy('first.captured_at', 'desc')
        .execute();
      return new Map(rows.map(({ id, first }) => [id, first]));
    },

    async countHeld(): Promise<number> {
      const row = await db
        .selectFrom('payments')
        .select((eb) => eb.fn.countAll<number>().as('held'))
        .where('status', '=', 'held')
        .executeTakeFirstOrThrow();
      return Number(row.held);
    },

    /** Whether a payment of this order was ever captured. */
    async wasPaid(order: string): Promise<boolean> {
      const query = db.selectFrom('payments').select('id').where('order_id', '=', order);
      return (await query.where('captured_at', 'is not', null).limit(1).executeTakeFirst()) !== undefined;
    },

    hasUnreportedCapture,

    /**
     * Whether a payment may still pay for this order: one that is in progress, one that waits for an admin, or one whose
     * capture is not processed yet. A held payment that was accepted went to the wallet, and pays for nothing.
     */
    async mayStillPay(order: string): Promise<boolean> {
      const inProgress = await db
        .selectFrom('payments')
        .select('id')
        .where('order_id', '=', order)
        .where('status', 'in', ['open', 'pending', 'held'])
        .limit(1)
        .executeTakeFirst();
      return inProgress !== undefined || (await hasUnreportedCapture(order));
    },

    /**
     * Schedules the next status query (null: none), unless the payment has reached a final status in the meantime.
     */
    async planCheck(id: string, patch: { next_check_at: number | null; checks?: number }): Promise<void> {
      await db
        .updateTable('payments')
        .set(patch)
        .where('id', '=', id)
        .where('next_check_at', 'is not', null)
        .execute();
    },

    /** Ends the status queries of a failed payment. */
    async stopChecks(id: string): Promise<void> {
      await db
        .updateTable('payments')
        .set({ next_check_at: null })
        .where('id', '=', id)
        .where('status', '=', 'failed')
        .execute();
    },

    /**
     * Claims the payment until `until` or `releaseClaim`, so that only one caller at a time calls the provider. False when
     * another caller has claimed it.
     */
    async claim(id: string, now: number, until: number): Promise<boolean> {
      const row = await db
        .updateTable('payments')
        .set({ claimed_until: until })
        .where('id', '=', id)
        .where('claimed_until', '<=', now)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async releaseClaim(id: string, until: number): Promise<void> {
      await db
        .updateTable('payments')
        .set({ claimed_until: 0 })
        .where('id', '=', id)
        .where('claimed_until', '=', until)
        .execute();
    },
  };
}

/** Writes payments in the caller's transaction, together with the effects of the change. */
export function paymentsWriter(tx: Tx) {
  const db = tx.withTables<PaymentTables>();
  return {
    /** Inserts captured payments and the orders of top-ups among them. */
    async addPast(captured: readonly PastPayment[], topups: readonly TopupRow[]): Promise<void> {
      await insertRows(tx, 'payment_topups', topups);
      await insertRows(tx, 'payments', captured);
    },

    async addTopup(topup: TopupRow): Promise<void> {
      await db.insertInto('payment_topups').values(topup).execute();
    },

    /** Serialises the transactions that open a payment for one order until the transaction ends. */
    async lockOrder(order: string, provider: ProviderName): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`payment:${order}:${provider}`}, 0))`.execute(
        db,
      );
    },

    /** The newest payment of this order that was opened after `since` and is still open; null without one. */
    async openedSince(order: string, provider: ProviderName, since: number): Promise<PaymentRecord | null> {
      const row = await db
        .selectFrom('payments')
        .select(columns)
        .where('order_id', '=', order)
        .where('provider', '=', provider)
        .where('status', '=', 'open')
        .where('created_at', '>', since)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    async open(payment: NewPayment): Promise<void> {
      await db.insertInto('payments').values(payment).execute();
    },

    /**
     * Stores the checkout to which the browser is sent. A provider reference that an earlier report stored takes
     * precedence.
     */
    async openedAt(id: string, checkout: Checkout): Promise<void> {
      await db
        .updateTable('payments')
        .set({
          checkout: JSON.stringify(checkout),
          provider_ref: sql`coalesce(provider_ref, ${checkout.providerRef}::text)`,
        })
        .where('id', '=', id)
        .where('captured_at', 'is', null)
        .execute();
    },

    async lock(id: string): Promise<PaymentRecord | null> {
      const row = await db
        .selectFrom('payments')
        .select(columns)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      return row ?? null;
    },

    async change(id: string, patch: PaymentPatch): Promise<void> {
      await db.updateTable('payments').set(patch).where('id', '=', id).execute();
    },

    /** Deletes the data of the checkout page, which a finished payment does not need. */
    async clearCheckout(id: string): Promise<void> {
      await db.updateTable('payments').set({ checkout: null }).where('id', '=', id).execute();
    },

    /** Returns false when this event was already recorded. */
    async recordProviderEvent(event: {
      provider: ProviderName;
      event_id: string;
      state: string;
      payment: string | null;
      at: number;
    }): Promise<boolean> {
      const row = await db
        .insertInto('payment_events')
        .values(event)
        .onConflict((conflict) => conflict.constraint('payment_event_once').doNothing())
        .returning('event_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async forgetPerson(uid: string): Promise<void> {
      await db.deleteFrom('payment_topups').where('uid', '=', uid).execute();
      await db
        .updateTable('payments')
        .set({
          checkout: null,
          reason: sql<string | null>`case when reason is not null then '' end`,
          decided_reason: sql<string | null>`case when decided_reason is not null then '' end`,
        })
        .where('uid', '=', uid)
        .execute();
    },
  };
}
