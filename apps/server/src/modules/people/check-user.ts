// "checkUserExists": who has this e-mail, in any letter case, or this mobile, however it was typed.
import { email as emailShape, type Usertype } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import { parseMobile } from '../identity/index.ts';
import type { PeopleDeps } from './people.deps.ts';

export interface Contact {
  /** '' when not asked about. */
  email: string;
  mobile: string;
}

/** As both are kept: the mobile in E.164, the e-mail in lower case. */
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

/** Throws `email_or_mobile_issue` when neither is given or one of them cannot be one. */
export function createCheckUser({ identity }: Pick<PeopleDeps, 'identity'>) {
  return async (contact: Contact): Promise<{ users: { id: string; usertype: Usertype }[] }> => {
    if (contact.email === '' && contact.mobile === '') throw new DomainError('email_or_mobile_issue');
    const users = await identity.usersWith(normalised(contact));
    return { users: users.map(({ uid, usertype }) => ({ id: uid, usertype })) };
  };
}
