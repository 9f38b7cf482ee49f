// Sets the installation up in one transaction: the first admin, the settings, what every operator begins with, a session.
import type { SetupRequest } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { SetupModuleDeps } from './index.ts';

type SetUpDeps = Pick<
  SetupModuleDeps,
  'identity' | 'settings' | 'refreshSettings' | 'takeOffDuty' | 'setupMobile'
>;

/**
 * Throws `not_found` once an admin exists, `forbidden` for a number other than the operator's, and what a wrong
 * code throws; nothing is changed then, and the code is still good. Throws `auth_error` when the operator's
 * sign-in check has an issue: the installation is set up then, and nobody is signed in.
 */
export function createSetUp(deps: SetUpDeps) {
  const { identity, settings, refreshSettings, takeOffDuty, setupMobile } = deps;
  return async (request: SetupRequest, userAgent: string): Promise<{ uid: string; token: string }> => {
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
    if (!(await identity.letStand(opened))) throw new DomainError('auth_error');
    return { uid: opened.uid, token: opened.token };
  };
}
