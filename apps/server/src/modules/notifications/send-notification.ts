// Use case "RequestPushMsg": sends a push message to the installation with a push token, for the operator's programs or
// an admin.
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Actor, Ids, WithTx } from '../../kit/index.ts';
import type { PushDevice } from '../identity/index.ts';
import { guardCriticalEdits } from './campaigns/campaigns.policy.ts';
import type { AddNotices } from './create/add-notices.ts';

export interface PushRequest {
  token: string;
  title: string;
  message?: string | undefined;
  msg?: string | undefined;
  screen?: string | undefined;
  params?: Readonly<Record<string, string>> | undefined;
}

export interface SendNotificationDeps {
  withTx: WithTx;
  ids: Ids;
  addNotices: AddNotices;
  /** Null for an unknown token. */
  deviceWith: (token: string) => Promise<PushDevice | null>;
  settings: { get(): Promise<Pick<Settings, 'AllowCriticalEditsAdmin'>> };
}

/** Replaces control characters by spaces; line breaks stay. */
const shown = (text: string): string => text.replaceAll(/[^\P{Cc}\n]/gu, ' ').trim();

/**
 * Returns whether the push was accepted. An unknown token is not an error, because callers ignore the response
 * (specification §7). A failing push service is retried later. Throws `forbidden` for users other than admins, and
 * `demo_mode` for admins while critical edits are off; the operator's own programs are exempt.
 */
export function createSendNotification(deps: SendNotificationDeps) {
  const { withTx, ids, addNotices, deviceWith, settings } = deps;
  return async function sendNotification(
    caller: { actor: Actor | null; isOperator: boolean },
    { token, title, message, msg = '', screen, params = {} }: PushRequest,
  ): Promise<{ success: boolean }> {
    if (!caller.isOperator) {
      if (caller.actor?.usertype !== 'admin') throw new DomainError('forbidden');
      guardCriticalEdits(await settings.get());
    }
    const device = await deviceWith(token);
    if (device === null) return { success: false };
    const source = `request:${ids.next()}`;
    const text = { title: shown(title), body: shown(message ?? msg) };
    const notice = { uid: device.uid, source, kind: 'message' as const, ...text, screen: screen ?? null };
    const added = await withTx((tx) => addNotices(tx, [{ ...notice, params, onlyToken: device.token }]));
    return { success: added.length > 0 };
  };
}
