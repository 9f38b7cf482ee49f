// Use cases "editNotifications" Add, Update and Delete: a sent campaign can only be deleted from the list.
import type { NotificationInput } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { Campaign } from './campaign.ts';
import type { CampaignsDeps } from './campaigns.deps.ts';
import { publishCampaignChanged } from './campaigns.events.ts';
import { guardCriticalEdits } from './campaigns.policy.ts';
import { campaignsRepository } from './campaigns.repository.ts';

type Deps = Pick<CampaignsDeps, 'withTx' | 'settings' | 'clock' | 'ids'>;

/** Throws `demo_mode`. */
export function createAddCampaign({ withTx, settings, clock, ids }: Deps) {
  return async function addCampaign(input: NotificationInput): Promise<Campaign> {
    guardCriticalEdits(await settings.get());
    return withTx(async (tx) => {
      const added = await campaignsRepository(tx).insert(ids.next(), input, clock.now());
      await publishCampaignChanged(tx, added.id);
      return added;
    });
  };
}

/** Throws `demo_mode`, `not_found`, and `conflict` when the version is not the current one or the campaign was sent. */
export function createEditCampaign({ withTx, settings }: Deps) {
  return async function editCampaign(
    id: string,
    { version, ...input }: NotificationInput & { version: number },
  ) {
    guardCriticalEdits(await settings.get());
    return withTx(async (tx) => {
      const campaigns = campaignsRepository(tx);
      const now = await campaigns.lock(id);
      if (now === null) throw new DomainError('not_found');
      if (now.version !== version || now.status !== 'draft') throw new DomainError('conflict');
      const edited = await campaigns.update(id, input);
      await publishCampaignChanged(tx, id);
      return edited;
    });
  };
}

/** Throws `demo_mode`, `not_found`, and `conflict` while the campaign is being sent. */
export function createDeleteCampaign({ withTx, settings }: Deps) {
  return async function deleteCampaign(id: string): Promise<void> {
    guardCriticalEdits(await settings.get());
    await withTx(async (tx) => {
      const campaigns = campaignsRepository(tx);
      const now = await campaigns.lock(id);
      if (now === null) throw new DomainError('not_found');
      if (now.status === 'sending') throw new DomainError('conflict');
      await campaigns.remove(id);
      await publishCampaignChanged(tx, id);
    });
  };
}
