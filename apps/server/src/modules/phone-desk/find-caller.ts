// Finds the user with a caller's telephone number.
import type { Caller } from '@kerb/contract';
import { parseMobile } from '../identity/index.ts';
import type { PhoneDeskDeps } from './phone-desk.deps.ts';

/** Throws `invalid_mobile` for a number that is not in international form. */
export function createFindCaller({ identity }: Pick<PhoneDeskDeps, 'identity'>) {
  return async function findCaller(number: string): Promise<Caller> {
    const mobile = parseMobile(number);
    const [user] = await identity.usersWith({ email: '', mobile });
    const isRider = user?.usertype === 'rider';
    return { rider: isRider ? user.uid : null, isOtherUser: user !== undefined && !isRider };
  };
}
