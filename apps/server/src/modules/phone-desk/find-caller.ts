// Finds the user with a caller's telephone number.
import type { Caller } from '@kerb/contract';
import { parseMobile } from '../identity/index.ts';
import type { PhoneDeskDeps } from './phone-desk.deps.ts';

/**
 * No user is found while critical edits are off: a public demonstration confirms no numbers. Throws `invalid_mobile` for a
 * number that is not in international form.
 */
export function createFindCaller({ identity, settings }: Pick<PhoneDeskDeps, 'identity' | 'settings'>) {
  return async function findCaller(number: string): Promise<Caller> {
    const mobile = parseMobile(number);
    if (!(await settings.get()).AllowCriticalEditsAdmin) return { rider: null, isOtherUser: false };
    const [user] = await identity.usersWith({ email: '', mobile });
    const isRider = user?.usertype === 'rider';
    return { rider: isRider ? user.uid : null, isOtherUser: user !== undefined && !isRider };
  };
}
