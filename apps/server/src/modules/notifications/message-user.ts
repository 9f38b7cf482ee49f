// Sends a message of an admin or fleet admin to one user; the console calls it for each selected user.
import { type ManagedScope, managedBy } from '@kerb/domain/identity';
import type { Settings } from '@kerb/domain/settings';
import type { Actor, Ids, WithTx } from '../../kit/index.ts';
import { guardCriticalEdits } from './campaigns/campaigns.policy.ts';
import type { AddNotices } from './create/add-notices.ts';

export interface MessageUserDeps {
  withTx: WithTx;
  ids: Ids;
  addNotices: AddNotices;
  users: { guardManaged(scope: ManagedScope, uid: string): Promise<void> };
  settings: { get(): Promise<Pick<Settings, 'AllowCriticalEditsAdmin'>> };
}

/** Throws `not_found` for a user whom the caller does not manage, and `demo_mode` while critical edits are off. */
export function createMessageUser({ withTx, ids, addNotices, users, settings }: MessageUserDeps) {
  return async function messageUser(actor: Actor, uid: string, text: { title: string; body: string }) {
    await users.guardManaged(managedBy(actor), uid);
    guardCriticalEdits(await settings.get());
    const { title, body } = text;
    const source = `message:${ids.next()}`;
    await withTx((tx) => addNotices(tx, [{ uid, source, kind: 'message', title, body }]));
  };
}
