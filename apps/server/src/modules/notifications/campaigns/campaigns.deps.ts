// Dependencies of campaigns.
import type { UserPlatform } from '@kerb/domain/identity';
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, Tx, WithTx } from '../../../kit/index.ts';
import type { IdentityApi } from '../../identity/index.ts';

/** The notice of one recipient of a campaign. */
export interface CampaignNotice {
  uid: string;
  /** Source of the campaign; adding the same source again adds no second notice for a recipient. */
  source: string;
  kind: 'message';
  title: string;
  body: string;
  /** The only platform on which it is delivered; null for every platform. */
  onlyPlatform: UserPlatform | null;
}

export interface CampaignsDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  settings: { get(): Promise<Pick<Settings, 'AllowCriticalEditsAdmin'>> };
  identity: Pick<IdentityApi, 'countWithDevice' | 'pageWithDevice'>;
  /** Stores the notices in the recipients' history and schedules their delivery. */
  addNotices: (tx: Tx, notices: readonly CampaignNotice[]) => Promise<unknown>;
  /** Numbers of recipients of a source: delivery pending, delivered to a device, and failed. */
  countsOf: (source: string) => Promise<{ waiting: number; sent: number; failed: number }>;
}
