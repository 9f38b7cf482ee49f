// SQL of campaigns: drafts, and the progress of sending.
import type { NotificationInput } from '@kerb/contract';
import { type Selectable, sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import type { Campaign } from './campaign.ts';

interface CampaignTable {
  id: string;
  devicetype: Campaign['devicetype'];
  usertype: Campaign['usertype'];
  title: string;
  body: string;
  status: Campaign['status'];
  created_at: number;
  version: number;
  matched: number;
  sent: number;
  failed: number;
  queued_until: string | null;
  queued_all: boolean;
  started_at: number | null;
  moved_at: number | null;
  finished_at: number | null;
}

const toCampaign = (row: Selectable<CampaignTable>): Campaign => ({
  id: row.id,
  devicetype: row.devicetype,
  usertype: row.usertype,
  title: row.title,
  body: row.body,
  status: row.status,
  createdAt: row.created_at,
  version: row.version,
  matched: row.matched,
  sent: row.sent,
  failed: row.failed,
  queuedUntil: row.queued_until,
  queuedAll: row.queued_all,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});

const pattern = (q: string): string => `%${q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;

export function campaignsRepository(queries: Queries) {
  const db = queries.withTables<{ notification_campaigns: CampaignTable }>();
  const all = () => db.selectFrom('notification_campaigns').selectAll();

  return {
    async insert(id: string, input: NotificationInput, now: number): Promise<Campaign> {
      const start = { status: 'draft', version: 1, matched: 0, sent: 0, failed: 0 } as const;
      const none = {
        queued_until: null,
        queued_all: false,
        started_at: null,
        moved_at: null,
        finished_at: null,
      };
      const row = await db
        .insertInto('notification_campaigns')
        .values({ id, ...input, ...start, ...none, created_at: now })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toCampaign(row);
    },

    async find(id: string): Promise<Campaign | null> {
      const row = await all().where('id', '=', id).executeTakeFirst();
      return row ? toCampaign(row) : null;
    },

    /** Locks the campaign until the transaction ends. */
    async lock(id: string): Promise<Campaign | null> {
      const row = await all().where('id', '=', id).forUpdate().executeTakeFirst();
      return row ? toCampaign(row) : null;
    },

    async update(id: string, input: NotificationInput): Promise<Campaign> {
      const row = await db
        .updateTable('notification_campaigns')
        .set({ ...input, version: sql`version + 1` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return toCampaign(row);
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('notification_campaigns').where('id', '=', id).execute();
    },

    async begin(id: string, { matched, now }: { matched: number; now: number }): Promise<Campaign> {
      const row = await db
        .updateTable('notification_campaigns')
        .set({ status: 'sending', matched, started_at: now, moved_at: now })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return toCampaign(row);
    },

    /** Stores the progress: recipients up to this uid have a notice; `all` when there are no more recipients. */
    async queuedUntil(id: string, { until, all, now }: { until: string | null; all: boolean; now: number }) {
      await db
        .updateTable('notification_campaigns')
        .set({ queued_until: until, queued_all: all, moved_at: now })
        .where('id', '=', id)
        .execute();
    },

    /** Stores the delivery counts; `finished` when no delivery is pending. */
    async counted(id: string, found: { sent: number; failed: number; finished: boolean; now: number }) {
      const { sent, failed, finished, now } = found;
      await db
        .updateTable('notification_campaigns')
        .set({
          sent,
          failed,
          moved_at: now,
          ...(finished ? { status: 'sent' as const, finished_at: now } : {}),
        })
        .where('id', '=', id)
        .execute();
    },

    /** Campaigns being sent that have made no progress since `before`. */
    async stuckSince(before: number, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('notification_campaigns')
        .select('id')
        .where('status', '=', 'sending')
        .where('moved_at', '<', before)
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Newest first; searches the words in title and body. */
    async page(page: {
      q: string | undefined;
      after: { createdAt: number; id: string } | null;
      limit: number;
    }): Promise<Campaign[]> {
      let query = all();
      if (page.q) {
        const wanted = pattern(page.q);
        query = query.where(sql<boolean>`(lower(title) like ${wanted} or lower(body) like ${wanted})`);
      }
      if (page.after)
        query = query.where(
          sql<boolean>`(created_at, id) < (${page.after.createdAt}, ${page.after.id}::uuid)`,
        );
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(page.limit)
        .execute();
      return rows.map(toCampaign);
    },
  };
}
