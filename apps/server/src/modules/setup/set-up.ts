// Sets the installation up in one transaction: the first admin, the settings, what every operator begins with, a session.
import type { SetupRequest } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { SetupModuleDeps } from './index.ts';

type SetUpDeps = Pick<SetupModuleDeps, 'identity' | 'settings' | 'takeOffDuty' | 'setupMobile'>;

/**
 * Throws `not_found` once an admin exists, `forbidden` for a number other than the operator's, and what a wrong
 * code throws; nothing is changed then, and the code is still good.
 */
export function createSetUp({ identity, settings, takeOffDuty, setupMobile }: SetUpDeps) {
  return (request: SetupRequest, userAgent: string): Promise<{ uid: string; token: string }> =>
    identity.withProvedMobile(request.proof, async (tx, { mobile }) => {
      if (setupMobile !== undefined && mobile !== setupMobile) throw new DomainError('forbidden');
      const { firstName, lastName } = request;
      const uid = await identity.makeFirstAdmin(tx, { mobile, firstName, lastName });
      await takeOffDuty(tx, uid);
      await settings.edit(tx, request.settings);
      await settings.addDefaultCancelReasons(tx);
      const { token } = await identity.openSession(tx, uid, userAgent);
      return { uid, token };
    });
}
