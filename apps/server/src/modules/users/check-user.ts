// Use case "checkUserExists": finds the account with an e-mail, ignoring letter case, or with a mobile in any notation.
import { email as emailShape, type ManagedScope, type Usertype } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Queries } from '../../kit/index.ts';
import { parseMobile } from '../identity/index.ts';
import { directoryRepository } from './directory.repository.ts';
import type { UsersDeps } from './users.deps.ts';

export interface Contact {
  /** Empty when the request omits it. */
  email: string;
  mobile: string;
}

/** Empty for an account that the caller does not manage: the response only confirms that it exists. */
export interface CheckedUser {
  id?: string;
  usertype?: Usertype;
}

async function isInScope(db: Queries, scope: ManagedScope | null, uid: string): Promise<boolean> {
  if (scope === null) return false;
  return scope.of === 'all' || (await directoryRepository(db).find(scope, uid)) !== null;
}

/** Converts to the stored forms: the mobile in E.164, the e-mail in lower case. */
function normalised({ email, mobile }: Contact): Contact {
  try {
    return {
      email: email === '' ? '' : emailShape.parse(email),
      mobile: mobile === '' ? '' : parseMobile(mobile),
    };
  } catch {
    throw new DomainError('email_or_mobile_issue');
  }
}

/** Throws `email_or_mobile_issue` when both are missing or one of them is invalid. */
export function createCheckUser({ db, identity }: Pick<UsersDeps, 'db' | 'identity'>) {
  return async function checkUser(
    scope: ManagedScope | null,
    contact: Contact,
  ): Promise<{ users: CheckedUser[] }> {
    if (contact.email === '' && contact.mobile === '') throw new DomainError('email_or_mobile_issue');
    const users = await identity.usersWith(normalised(contact));
    const shown = await Promise.all(users.map((user) => isInScope(db, scope, user.uid)));
    return { users: users.map(({ uid: id, usertype }, index) => (shown[index] ? { id, usertype } : {})) };
  };
}
