// Permissions to change fields of one's own user record; one line for each rule.
import type { ProfilePatch } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { User } from './users/user.ts';

export const sameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** A user cannot change the mobile number they sign in with, and never their usertype. */
export const mayChangeMobile = (user: User): boolean => user.loginType !== 'mobile';
export const mayChangeEmail = (user: User): boolean => user.loginType !== 'email';
export const mayChangeVehicle = (user: User): boolean => user.usertype === 'driver';

/** Throws `forbidden` for a field that this user may not change; sending its current value is allowed. */
export function guardProfilePatch(user: User, patch: ProfilePatch, settings: { bank_fields: boolean }): void {
  const refuse = (path: string) =>
    new DomainError('forbidden', undefined, [{ path, message: 'Cannot be changed' }]);
  if (patch.mobile !== undefined && patch.mobile !== user.mobile && !mayChangeMobile(user))
    throw refuse('mobile');
  if (patch.email !== undefined && !sameText(patch.email, user.email) && !mayChangeEmail(user))
    throw refuse('email');
  for (const field of ['vehicleMake', 'vehicleModel', 'vehicleNumber', 'other_info'] as const)
    if (patch[field] !== undefined && !mayChangeVehicle(user)) throw refuse(field);
  for (const field of ['bankName', 'bankCode', 'bankAccount'] as const)
    if (patch[field] !== undefined && !settings.bank_fields) throw refuse(field);
}
