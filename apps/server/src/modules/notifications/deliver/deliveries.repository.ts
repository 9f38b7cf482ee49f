// The SQL of deliveries: how far each notice has come on each of its ways to the person.
import { sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import type { NoticeKind } from '../catalogue/notice-catalogue.ts';
import type { Notice } from '../notices.repository.ts';
import { CAMPAIGN_SOURCE, type Channel } from './deliver-job.ts';

type Delivery = {
  notice: string;
  channel: Channel;
  /** `read`: in the app, before it was sent. */
  state: 'waiting' | 'sent' | 'failed' | 'expired' | 'read';
  attempts: number;
  next_at: number;
  until: number;
  only_token: string | null;
  done: string[];
  reached: number;
  error: string;
};

export type NewDelivery = Pick<Delivery, 'notice' | 'channel' | 'next_at' | 'until' | 'only_token'>;

/** A delivery to try now, with what to say. */
export type ClaimedDelivery = Pick<Delivery, 'attempts' | 'until' | 'only_token' | 'done' | 'reached'> & {
  notice: Notice;
  channel: Channel;
};

/** Of one source: people who still wait, who were reached or had read it, and whom nothing took it for. */
export interface DeliveryCounts {
  waiting: number;
  sent: number;
  failed: number;
}

export interface DeliveryKey {
  notice: string;
  channel: Channel;
}

export const deliveriesRepository = (queries: Queries) => {
  const db = queries.withTables<{
    notice_deliveries: Delivery;
    notices: Notice;
  }>();
  const one = ({ notice, channel }: DeliveryKey) =>
    db.updateTable('notice_deliveries').where('notice', '=', notice).where('channel', '=', channel);

  return {
    async add(deliveries: readonly NewDelivery[]): Promise<void> {
      if (deliveries.length === 0) return;
      const first = { state: 'waiting' as const, attempts: 0, done: [], reached: 0, error: '' };
      await db
        .insertInto('notice_deliveries')
        .values(deliveries.map((delivery) => ({ ...first, ...delivery })))
        .execute();
    },

    /** Null for one that is finished, that another worker has claimed, or whose notice is deleted. Claimed until `lost`. */
    async claim(key: DeliveryKey, dueAt: number, lost: number): Promise<ClaimedDelivery | null> {
      const claimed = await one(key)
        .set({ attempts: sql<number>`attempts + 1`, next_at: lost })
        .where('state', '=', 'waiting')
        .where('next_at', '<=', dueAt)
        .returning(['attempts', 'until', 'only_token', 'done', 'reached'])
        .executeTakeFirst();
      if (!claimed) return null;
      const notice = await db
        .selectFrom('notices')
        .selectAll()
        .where('id', '=', key.notice)
        .executeTakeFirst();
      return notice ? { ...claimed, channel: key.channel, notice } : null;
    },

    /** This one needs no further try. */
    async recordDone(key: DeliveryKey, target: string, reached: boolean, error: string): Promise<void> {
      await one(key)
        .set({
          done: sql<string[]>`array_append(done, ${target}::text)`,
          reached: sql<number>`reached + ${reached ? 1 : 0}`,
          ...(error === '' ? {} : { error }),
        })
        .execute();
    },

    async tryAgain(key: DeliveryKey, nextAt: number, error: string): Promise<void> {
      await one(key).set({ next_at: nextAt, error }).where('state', '=', 'waiting').execute();
    },

    async finish(
      key: DeliveryKey,
      state: Exclude<Delivery['state'], 'waiting'>,
      error?: string,
    ): Promise<void> {
      await one(key)
        .set({ state, ...(error === undefined ? {} : { error }) })
        .where('state', '=', 'waiting')
        .execute();
    },

    /** Ends the pending deliveries of notices that reach no device. */
    async failAll(notices: readonly string[], channel: Channel): Promise<void> {
      if (notices.length === 0) return;
      await db
        .updateTable('notice_deliveries')
        .set({ state: 'failed' })
        .where('notice', '=', sql<string>`any(${[...notices]}::uuid[])`)
        .where('channel', '=', channel)
        .where('state', '=', 'waiting')
        .execute();
    },

    /** Expires pending deliveries of a kind about a booking to these users. */
    async expireAbout(kind: NoticeKind, booking: string, uids: readonly string[]): Promise<void> {
      await db
        .updateTable('notice_deliveries')
        .set({ state: 'expired' })
        .where('state', '=', 'waiting')
        .where('notice', 'in', (eb) =>
          eb
            .selectFrom('notices')
            .select('id')
            .where('kind', '=', kind)
            .where(sql<string>`params ->> 'bookingId'`, '=', booking)
            .where('uid', '=', sql<string>`any(${[...uids]}::uuid[])`),
        )
        .execute();
    },

    /** Due deliveries that no job has tried, as after a lost job; messages to many people come last. */
    dueBefore(moment: number, limit: number): Promise<(DeliveryKey & Pick<Notice, 'source'>)[]> {
      return db
        .selectFrom('notice_deliveries')
        .innerJoin('notices', 'notices.id', 'notice_deliveries.notice')
        .select(['notice', 'channel', 'source'])
        .where('state', '=', 'waiting')
        .where('next_at', '<', moment)
        .orderBy(sql<boolean>`starts_with(source, ${CAMPAIGN_SOURCE})`)
        .orderBy('next_at')
        .limit(limit)
        .execute();
    },

    async countsOf(source: string): Promise<DeliveryCounts> {
      const count = (states: string) =>
        sql<number>`(count(*) filter (where state in (${sql.raw(states)})))::int`;
      return db
        .selectFrom('notice_deliveries')
        .innerJoin('notices', 'notices.id', 'notice_deliveries.notice')
        .select([
          count("'waiting'").as('waiting'),
          count("'sent', 'read'").as('sent'),
          count("'failed', 'expired'").as('failed'),
        ])
        .where('notices.source', '=', source)
        .where('channel', '=', 'push')
        .executeTakeFirstOrThrow();
    },
  };
};
