// SQL of deliveries: the progress of each notice on each of its channels.
import type { UserPlatform } from '@kerb/domain/identity';
import { sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import type { NoticeKind } from '../catalogue/notice-catalogue.ts';
import type { Notice } from '../notices.repository.ts';
import { CAMPAIGN_SOURCE, type Channel } from './deliver-job.ts';

type Delivery = {
  notice: string;
  channel: Channel;
  /** `read`: the user read the notice in the app before it was sent. */
  state: 'waiting' | 'sent' | 'failed' | 'expired' | 'read';
  attempts: number;
  next_at: number;
  until: number;
  only_token: string | null;
  only_platform: UserPlatform | null;
  done: string[];
  reached: number;
  error: string;
};

export type NewDelivery = Pick<
  Delivery,
  'notice' | 'channel' | 'next_at' | 'until' | 'only_token' | 'only_platform'
>;

/** A claimed delivery with the content of its notice. */
export type ClaimedDelivery = Pick<
  Delivery,
  'attempts' | 'until' | 'only_token' | 'only_platform' | 'done' | 'reached'
> & {
  notice: Notice;
  channel: Channel;
};

/** Numbers of users of one source: pending, reached (or they had read it), and failed. */
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
  const among = (notices: readonly string[], channel: Channel) =>
    db
      .updateTable('notice_deliveries')
      .where('notice', '=', sql<string>`any(${[...notices]}::uuid[])`)
      .where('channel', '=', channel);

  return {
    async add(deliveries: readonly NewDelivery[]): Promise<void> {
      if (deliveries.length === 0) return;
      const first = { state: 'waiting' as const, attempts: 0, done: [], reached: 0, error: '' };
      await db
        .insertInto('notice_deliveries')
        .values(deliveries.map((delivery) => ({ ...first, ...delivery })))
        .execute();
    },

    /**
     * Claims the due deliveries among these until `lost`, and returns them. Deliveries that are finished, claimed by
     * another worker, or whose notice is deleted, are left out.
     */
    claimAll(
      channel: Channel,
      notices: readonly string[],
      dueAt: number,
      lost: number,
    ): Promise<ClaimedDelivery[]> {
      return db
        .updateTable('notice_deliveries')
        .from('notices')
        .set({ attempts: sql<number>`attempts + 1`, next_at: lost })
        .whereRef('notices.id', '=', 'notice_deliveries.notice')
        .where('channel', '=', channel)
        .where('notice', 'in', (eb) =>
          eb
            .selectFrom('notice_deliveries as due')
            .select('due.notice')
            .where('due.channel', '=', channel)
            .where('due.notice', '=', sql<string>`any(${[...notices]}::uuid[])`)
            .where('due.state', '=', 'waiting')
            .where('due.next_at', '<=', dueAt)
            .orderBy('due.notice')
            .forUpdate()
            .skipLocked(),
        )
        .returning(['attempts', 'until', 'only_token', 'only_platform', 'done', 'reached'])
        .returningAll('notices')
        .execute()
        .then((rows) =>
          rows.map(({ attempts, until, only_token, only_platform, done, reached, ...notice }) => ({
            attempts,
            until,
            only_token,
            only_platform,
            done,
            reached,
            channel,
            notice,
          })),
        );
    },

    /** Records that this target needs no further attempt. */
    async recordDone(key: DeliveryKey, target: string, reached: boolean, error: string): Promise<void> {
      await one(key)
        .set({
          done: sql<string[]>`array_append(done, ${target}::text)`,
          reached: sql<number>`reached + ${reached ? 1 : 0}`,
          ...(error === '' ? {} : { error }),
        })
        .execute();
    },

    /** Like `recordDone`, for a target that accepted all of these notices. */
    async recordReached(notices: readonly string[], channel: Channel, target: string): Promise<void> {
      await among(notices, channel)
        .set({
          done: sql<string[]>`array_append(done, ${target}::text)`,
          reached: sql<number>`reached + 1`,
        })
        .execute();
    },

    async tryAgain(key: DeliveryKey, nextAt: number, error: string): Promise<void> {
      await one(key).set({ next_at: nextAt, error }).where('state', '=', 'waiting').execute();
    },

    async finish(
      key: DeliveryKey,
      state: Exclude<Delivery['state'], 'waiting'>,
      error: string,
    ): Promise<void> {
      await one(key).set({ state, error }).where('state', '=', 'waiting').execute();
    },

    async finishAll(
      notices: readonly string[],
      channel: Channel,
      state: Exclude<Delivery['state'], 'waiting'>,
    ): Promise<void> {
      if (notices.length === 0) return;
      await among(notices, channel).set({ state }).where('state', '=', 'waiting').execute();
    },

    /**
     * Finishes the pending push messages of offers that the app has shown: `drivers[i]` saw the offer of `bookings[i]`.
     */
    async finishShown(
      kinds: readonly NoticeKind[],
      drivers: readonly string[],
      bookings: readonly string[],
    ): Promise<void> {
      await sql`
        update notice_deliveries set state = 'read' from notices
        where notices.id = notice_deliveries.notice and channel = 'push' and state = 'waiting'
          and kind = any(${[...kinds]}::text[])
          and (uid, params ->> 'bookingId') in (
            select driver, booking from unnest(${[...drivers]}::uuid[], ${[...bookings]}::text[]) as shown(driver, booking))`.execute(
        db,
      );
    },

    /** Expires pending deliveries of these kinds: those to `uids[i]` about `bookings[i]`. */
    async expireAbout(
      kinds: readonly NoticeKind[],
      uids: readonly string[],
      bookings: readonly string[],
    ): Promise<void> {
      await sql`
        update notice_deliveries set state = 'expired'
        where state = 'waiting' and notice in (
          select id from notices join unnest(${[...uids]}::uuid[], ${[...bookings]}::text[]) as about(person, booking)
            on uid = person and params ->> 'bookingId' = booking
          where kind = any(${[...kinds]}::text[]))`.execute(db);
    },

    /** Due deliveries that no job has tried, for example after a lost job; campaigns come last. */
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
