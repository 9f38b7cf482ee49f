// Sets the installation up in one transaction: the first admin, the settings, default cancel reasons and a session.
import type { SetupRequest } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { Tx } from '../../kit/index.ts';
import type { IdentityApi } from '../identity/index.ts';
import type { SettingsApi } from '../settings/index.ts';

export interface SetUpDeps {
  identity: Pick<IdentityApi, 'withProvedMobile' | 'makeFirstAdmin' | 'openSession' | 'enforceSignInCheck'>;
  settings: Pick<SettingsApi, 'edit' | 'addDefaultCancelReasons'>;
  /** Invalidates the settings cache of this server, so that the next request uses the new settings. */
  refreshSettings: () => void;
  /** Takes a driver who becomes the first admin off duty. */
  takeOffDuty: (tx: Tx, uid: string) => Promise<unknown>;
  /** The only mobile that may set up the installation; undefined allows any mobile. */
  setupMobile: string | undefined;
}

/**
 * Throws `not_found` once an admin exists, `forbidden` for a mobile other than the operator's, and the errors of a
 * wrong code; nothing is changed then, and the code is still valid. Throws `auth_error` when the operator's sign-in
 * check rejects the session: the installation is set up then, but no user is signed in.
 */
export function createSetUp(deps: SetUpDeps) {
  const { identity, settings, refreshSettings, takeOffDuty, setupMobile } = deps;
  return async function setUp(
    request: SetupRequest,
    userAgent: string,
  ): Promise<{ uid: string; token: string }> {
    const opened = await identity.withProvedMobile(request.proof, async (tx, { mobile, sentAt }) => {
      if (setupMobile !== undefined && mobile !== setupMobile) throw new DomainError('forbidden');
      const { firstName, lastName } = request;
      const uid = await identity.makeFirstAdmin(tx, { mobile, firstName, lastName });
      await takeOffDuty(tx, uid);
      await settings.edit(tx, request.settings);
      await settings.addDefaultCancelReasons(tx);
      return { uid, ...(await identity.openSession(tx, uid, userAgent)), createTime: sentAt };
    });
    refreshSettings();
    if (!(await identity.enforceSignInCheck(opened))) throw new DomainError('auth_error');
    return { uid: opened.uid, token: opened.token };
  };
}
