// Use case "sendNotification": starts the sending of a campaign, once even when several admins request it.
import { DomainError } from '@kerb/domain/kernel';
import { addJob, type Tx } from '../../../kit/index.ts';
import { LOWEST_PRIORITY } from '../deliver/deliver-job.ts';
import { audienceOf, type Campaign } from './campaign.ts';
import type { CampaignsDeps } from './campaigns.deps.ts';
import { publishCampaignChanged } from './campaigns.events.ts';
import { guardCriticalEdits } from './campaigns.policy.ts';
import { campaignsRepository } from './campaigns.repository.ts';

export const BATCH_JOB = 'notifications.send-batch';

/**
 * Adds the job of the next batch; at most one is waiting for each campaign. `runAt` in ms since the epoch; now when
 * omitted.
 */
export const addBatch = (tx: Tx, id: string, runAt?: number): Promise<void> =>
  addJob(
    tx,
    BATCH_JOB,
    { id },
    {
      jobKey: `${BATCH_JOB}:${id}`,
      priority: LOWEST_PRIORITY,
      ...(runAt === undefined ? {} : { runAt }),
    },
  );

/**
 * `version`: what the admin confirmed. Throws `demo_mode`, `not_found`, `already_processed`, `conflict` when the draft
 * was edited since that version, and `no_user_match` when no user has a matching device.
 */
export function createSendCampaign(deps: Omit<CampaignsDeps, 'addNotices' | 'countsOf' | 'ids'>) {
  const { db, withTx, settings, clock, identity } = deps;
  return async function sendCampaign(id: string, version: number): Promise<Campaign> {
    guardCriticalEdits(await settings.get());
    const draft = await campaignsRepository(db).find(id);
    if (draft === null) throw new DomainError('not_found');
    if (draft.status !== 'draft') throw new DomainError('already_processed');
    if (draft.version !== version) throw new DomainError('conflict');
    const matched = await identity.countWithDevice(audienceOf(draft));
    return withTx(async (tx) => {
      const campaigns = campaignsRepository(tx);
      const now = await campaigns.lock(id);
      if (now === null) throw new DomainError('not_found');
      if (now.status !== 'draft') throw new DomainError('already_processed');
      if (now.version !== version) throw new DomainError('conflict');
      if (matched === 0) throw new DomainError('no_user_match');
      await publishCampaignChanged(tx, id);
      await addBatch(tx, id);
      return campaigns.begin(id, { matched, now: clock.now() });
    });
  };
}
