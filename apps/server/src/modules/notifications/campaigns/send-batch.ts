// Sends a campaign in jobs that survive restarts, resume where they stopped and notify no user twice.
import { MS_PER_MINUTE, MS_PER_SECOND } from '@kerb/domain/kernel';
import { z } from 'zod';
import type { JobHandlers } from '../../../kit/index.ts';
import { audienceOf, type Campaign, sourceOf } from './campaign.ts';
import type { CampaignsDeps } from './campaigns.deps.ts';
import { publishCampaignChanged } from './campaigns.events.ts';
import { campaignsRepository } from './campaigns.repository.ts';
import { addBatch, BATCH_JOB } from './send-campaign.ts';

export const RESUME_JOB = 'notifications.resume-sending';

/** Number of recipients in one transaction. */
export const BATCH = 200;
/**
 * Delay, in ms, before deliveries are counted again once all notices are stored. It grows with the elapsed time,
 * because deliveries may take a day while a push service is down.
 */
export const countAgainMs = (sinceBegun: number): number =>
  Math.min(MS_PER_MINUTE, Math.max(2 * MS_PER_SECOND, sinceBegun / 10));
/** A batch takes seconds; one without progress for this long belongs to a stopped server and is resumed. */
const STUCK_MS = 2 * MS_PER_MINUTE;
/** Far above the number of campaigns that are sent at a time. */
const MAX_STUCK = 100;

const job = z.object({ id: z.uuid() });

export function createBatchJobs(deps: Omit<CampaignsDeps, 'settings' | 'ids'>): JobHandlers {
  const { db, withTx, clock, identity, addNotices, countsOf } = deps;
  const campaigns = campaignsRepository(db);

  /**
   * Notices and progress are stored in one transaction, so that after a crash the next batch starts at the right
   * recipient.
   */
  async function addBatchOf({ id, title, body, queuedUntil: from, ...meant }: Campaign): Promise<void> {
    const audience = audienceOf(meant);
    const page = await identity.pageWithDevice(audience, { after: from, limit: BATCH });
    const source = sourceOf(id);
    await withTx(async (tx) => {
      const now = await campaignsRepository(tx).lock(id);
      // Another run has already processed this batch.
      if (now?.status !== 'sending' || now.queuedUntil !== from || now.queuedAll) return;
      await addNotices(
        tx,
        page.map((uid) => ({ uid, source, kind: 'message', title, body, onlyPlatform: audience.platform })),
      );
      const all = page.length < BATCH;
      await campaignsRepository(tx).queuedUntil(id, { until: page.at(-1) ?? from, all, now: clock.now() });
      await addBatch(tx, id);
    });
  }

  /** Counts the deliveries; the campaign is finished once all notices are stored and no delivery is pending. */
  async function count({ id, sent, failed }: Campaign, isComplete: boolean): Promise<void> {
    const counts = await countsOf(sourceOf(id));
    const finished = isComplete && counts.waiting === 0;
    await withTx(async (tx) => {
      const now = await campaignsRepository(tx).lock(id);
      if (now?.status !== 'sending') return;
      await campaignsRepository(tx).counted(id, { ...counts, finished, now: clock.now() });
      if (finished || counts.sent !== sent || counts.failed !== failed) await publishCampaignChanged(tx, id);
      if (isComplete && !finished) {
        const begun = now.startedAt ?? clock.now();
        await addBatch(tx, id, clock.now() + countAgainMs(clock.now() - begun));
      }
    });
  }

  return {
    async [BATCH_JOB](payload) {
      const campaign = await campaigns.find(job.parse(payload).id);
      if (campaign?.status !== 'sending') return;
      if (!campaign.queuedAll) await addBatchOf(campaign);
      await count(campaign, campaign.queuedAll);
    },
    async [RESUME_JOB]() {
      for (const id of await campaigns.stuckSince(clock.now() - STUCK_MS, MAX_STUCK))
        await withTx((tx) => addBatch(tx, id));
    },
  };
}
