// Rules of the profile form: which fields can be edited, and their validation; the server applies the same rules.
import type { Me } from '@kerb/contract';
import { emailPattern } from '@kerb/domain/identity';
import { hasInvisibleCharacters } from '@kerb/domain/kernel';
import { toE164 } from '../../ui/country-picker/phone-number.ts';

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

/** The fields whose value differs between two states of the form, with their newer value. */
export function changedFields(before: ProfileFields, after: ProfileFields): Partial<ProfileFields> {
  const names = Object.keys(after) as ProfileField[];
  return Object.fromEntries(
    names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
  );
}

/** The e-mail or mobile number that the user signs in with cannot be changed in this form. */
export function isFixed(field: ProfileField, loginType: Me['loginType']): boolean {
  return (field === 'email' && loginType === 'email') || (field === 'mobile' && loginType === 'mobile');
}

export type FieldProblem = 'field_required' | 'hidden_letters' | 'proper_email' | 'invalid_mobile';

/** The language key of the error, or null. `country` completes a mobile number typed without its dial code. */
export function problemOf(field: ProfileField, value: string, country: string): FieldProblem | null {
  const text = value.trim();
  switch (field) {
    case 'email':
      return emailPattern.test(text) ? null : 'proper_email';
    case 'mobile':
      if (text === '') return 'field_required';
      return toE164({ country, text }) === null ? 'invalid_mobile' : null;
    case 'firstName':
    case 'lastName':
      if (text === '') return 'field_required';
      return hasInvisibleCharacters(text) ? 'hidden_letters' : null;
    case 'bankName':
    case 'bankCode':
    case 'bankAccount':
    case 'vehicleMake':
    case 'vehicleModel':
    case 'vehicleNumber':
      return hasInvisibleCharacters(text) ? 'hidden_letters' : null;
    case 'other_info':
      return null;
  }
}

const limits: Record<ProfileField, number> = {
  firstName: 80,
  lastName: 80,
  email: 254,
  mobile: 24,
  bankName: 120,
  bankCode: 40,
  bankAccount: 60,
  vehicleMake: 60,
  vehicleModel: 60,
  vehicleNumber: 20,
  other_info: 500,
};

/** Maximum length of a field, as in the contract. */
export const lengthOf = (field: ProfileField): number => limits[field];

/** The value to send: trimmed; a mobile number in international format. */
function sent(field: ProfileField, value: string, country: string): string {
  const text = value.trim();
  return field === 'mobile' ? (toE164({ country, text }) ?? text) : text;
}

/** The changed fields that may be changed, in the API's format. */
export function patchOf(user: Me, fields: ProfileFields, country: string): Partial<ProfileFields> {
  const before = profileFieldsOf(user);
  const names = Object.keys(before) as ProfileField[];
  return Object.fromEntries(
    names
      .filter((name) => !isFixed(name, user.loginType))
      .map((name) => [name, sent(name, fields[name], country)] as const)
      .filter(([name, value]) => value !== before[name]),
  );
}
