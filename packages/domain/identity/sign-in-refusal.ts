// Decides which accounts may not sign in, with the error code of the specification.
import type { ErrorCode } from '../kernel/index.ts';
import { usertype } from './user.schema.ts';

/** Returns null when the user may sign in. */
export function signInRefusal(person: { usertype: string; approved: boolean }): ErrorCode | null {
  if (!usertype.safeParse(person.usertype).success) return 'not_valid_user_type';
  return person.approved ? null : 'require_approval';
}
