// Removes all second factors of a user who lost theirs: by another admin in the console, or by the operator on the
// command line.
import { mayHaveSecondFactor } from '@kerb/domain/identity';
import {
  type Actor,
  type Clock,
  type Ids,
  recordSecurity,
  type Tx,
  type WithTx,
} from '../../../kit/index.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { createRecordAudit } from '../users/record-audit.ts';
import { usersRepository } from '../users/users.repository.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { secondFactorPolicy } from './second-factor.policy.ts';
import { secondFactorRepository } from './second-factor.repository.ts';

/** Removes all factors and ends all sessions, so that the user sets up a new factor at the next sign-in. */
async function reset(tx: Tx, uid: string): Promise<void> {
  await secondFactorRepository(tx).removeAll(uid);
  await endSessionsOf(tx, uid);
  recordSecurity(tx, { event: 'second_factor_reset', uid });
}

/** Throws `not_found`, `own_account`, `demo_mode` and `forbidden`; nothing is changed then. */
export function createResetSecondFactor(deps: SecondFactorDeps) {
  const { withTx, settings } = deps;
  const recordAudit = createRecordAudit(deps);
  return async function resetSecondFactor(actor: Actor, uid: string): Promise<void> {
    const current = await settings.get();
    await withTx(async (tx) => {
      secondFactorPolicy.reset(actor, await usersRepository(tx).findForUpdate(uid), current);
      await reset(tx, uid);
      await recordAudit(tx, { uid, by: actor.uid, action: 'second_factor' });
    });
  };
}

/**
 * Used by the operator on the command line, without a session. The audit trail names the user as the actor, with the
 * command line as the source. Returns null when no admin or fleet admin has this mobile (E.164).
 */
export async function resetSecondFactorOf(
  mobile: string,
  deps: { withTx: WithTx; clock: Clock; ids: Ids },
): Promise<{ uid: string; firstName: string; lastName: string } | null> {
  const recordAudit = createRecordAudit(deps);
  return deps.withTx(async (tx) => {
    const users = usersRepository(tx);
    const found = await users.findByMobile(mobile);
    const user = found && (await users.findForUpdate(found.uid));
    if (user === null || !mayHaveSecondFactor(user.usertype)) return null;
    await reset(tx, user.uid);
    await recordAudit(tx, {
      uid: user.uid,
      by: user.uid,
      action: 'second_factor',
      after: { from: 'command line' },
    });
    return { uid: user.uid, firstName: user.firstName, lastName: user.lastName };
  });
}
