// The dependencies of messages to many people.
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, Tx, WithTx } from '../../../kit/index.ts';
import type { IdentityApi } from '../../identity/index.ts';

/** The notice of one recipient of a campaign. */
export interface CampaignNotice {
  uid: string;
  /** The campaign's: each recipient gets one notice, however often it is added. */
  source: string;
  kind: 'message';
  title: string;
  body: string;
}

export interface CampaignsDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  settings: { get(): Promise<Pick<Settings, 'AllowCriticalEditsAdmin'>> };
  identity: Pick<IdentityApi, 'countWithDevice' | 'pageWithDevice'>;
  /** Into their history and on the way to their devices. */
  addNotices: (tx: Tx, notices: readonly CampaignNotice[]) => Promise<unknown>;
  /** Of one source: people still on the way, those a device took it for, and those none did. */
  countsOf: (source: string) => Promise<{ waiting: number; sent: number; failed: number }>;
}
