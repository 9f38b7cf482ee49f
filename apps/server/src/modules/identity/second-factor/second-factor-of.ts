// Computes the second-factor state of a session from the operator's settings and the factors of the user.
import { needsSecondFactor } from '@kerb/domain/identity';
import type { Settings } from '@kerb/domain/settings';
import type { Queries, SecondFactorState } from '../../../kit/index.ts';
import type { LiveSession } from '../sessions/sessions.repository.ts';
import { secondFactorRepository } from './second-factor.repository.ts';

export type SecondFactorOf = (
  session: Pick<LiveSession, 'uid' | 'usertype' | 'secondFactorAt'>,
) => Promise<SecondFactorState | undefined>;

export function createSecondFactorOf(deps: {
  db: Queries;
  settings: { get(): Promise<Pick<Settings, 'adminSecondFactor'>> };
}): SecondFactorOf {
  const factors = secondFactorRepository(deps.db);
  return async function secondFactorOf({ uid, usertype, secondFactorAt }) {
    if (!needsSecondFactor(usertype, await deps.settings.get())) return undefined;
    if (secondFactorAt !== null) return { pending: null, provedAt: secondFactorAt };
    return { pending: (await factors.isSetUp(uid)) ? 'proof' : 'setup' };
  };
}
