// Which profile fields a person may change, and what is wrong with what they typed; the server decides the same way.
import type { Me } from '@kerb/contract';
import { emailPattern } from '@kerb/domain/identity';

export interface ProfileFields {
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  bankName: string;
  bankCode: string;
  bankAccount: string;
  vehicleMake: string;
  vehicleModel: string;
  vehicleNumber: string;
  other_info: string;
}

export type ProfileField = keyof ProfileFields;

export function profileFieldsOf(user: Me): ProfileFields {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    mobile: user.mobile,
    bankName: user.bankName ?? '',
    bankCode: user.bankCode ?? '',
    bankAccount: user.bankAccount ?? '',
    vehicleMake: user.driver?.vehicleMake ?? '',
    vehicleModel: user.driver?.vehicleModel ?? '',
    vehicleNumber: user.driver?.vehicleNumber ?? '',
    other_info: user.driver?.other_info ?? '',
  };
}

/** The e-mail or mobile a person signs in with cannot be changed here. */
export function isFixed(field: ProfileField, loginType: Me['loginType']): boolean {
  return (field === 'email' && loginType === 'email') || (field === 'mobile' && loginType === 'mobile');
}

/** The language key of what is wrong, or null. */
export function problemOf(field: ProfileField, value: string): 'field_required' | 'proper_email' | null {
  const text = value.trim();
  switch (field) {
    case 'email':
      return emailPattern.test(text) ? null : 'proper_email';
    case 'firstName':
    case 'lastName':
    case 'mobile':
      return text === '' ? 'field_required' : null;
    case 'bankName':
    case 'bankCode':
    case 'bankAccount':
    case 'vehicleMake':
    case 'vehicleModel':
    case 'vehicleNumber':
    case 'other_info':
      return null;
  }
}

/** What changed and may be changed, as the API takes it; names are trimmed. */
export function patchOf(user: Me, fields: ProfileFields): Partial<ProfileFields> {
  const before = profileFieldsOf(user);
  const names = Object.keys(before) as ProfileField[];
  const changed = names.filter(
    (name) => !isFixed(name, user.loginType) && fields[name].trim() !== before[name],
  );
  return Object.fromEntries(changed.map((name) => [name, fields[name].trim()]));
}
