// Normalises a provider's user data for storage: no control characters, no invalid address.
import { e164, email as emailSchema } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { SocialPerson } from '../../ports/social.ts';

const MAX_NAME = 80;
/** OpenID limits a subject to 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

const clean = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
    .trim()
    .slice(0, MAX_NAME)
    .trim();

/** `mobile` is verified by the provider. Throws `auth_error` for an invalid subject. */
export function socialPerson(claims: SocialPerson): SocialPerson {
  if (!SUBJECT.test(claims.subject))
    throw new DomainError('auth_error', 'The provider does not say who this is');
  const email = emailSchema.safeParse(claims.email).data ?? '';
  return {
    subject: claims.subject,
    email,
    emailVerified: email !== '' && claims.emailVerified,
    mobile: e164.safeParse(claims.mobile).data ?? '',
    firstName: clean(claims.firstName),
    lastName: clean(claims.lastName),
  };
}
