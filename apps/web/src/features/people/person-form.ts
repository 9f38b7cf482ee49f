// State of a user's form: its fields, their validation, and the request it sends.
import type { NewUserInput, User, UserPatch } from '@kerb/contract';
import { emailPattern, personName, type Usertype } from '@kerb/domain/identity';
import { hasInvisibleCharacters } from '@kerb/domain/kernel';
import { hasWallet } from '../../lib/has-wallet.ts';

export interface PersonForm {
  usertype: Usertype;
  firstName: string;
  lastName: string;
  email: string;
  /** E.164; null while the typed text is not a valid number. */
  mobile: string | null;
  /** Id of a car type; '' for no car type. */
  carType: string;
  vehicleMake: string;
  vehicleModel: string;
  vehicleNumber: string;
  other_info: string;
  /** uid of a fleet admin; '' for no fleet. */
  fleetadmin: string;
  bankName: string;
  bankCode: string;
  bankAccount: string;
}

export type FormField = keyof PersonForm;
export type TextField = Exclude<FormField, 'usertype' | 'mobile' | 'carType' | 'fleetadmin'>;
export type FormProblem =
  | 'field_required'
  | 'hidden_letters'
  | 'name_unreadable'
  | 'proper_email'
  | 'invalid_mobile';

/** Maximum lengths, as in the contract. */
export const lengths: Record<TextField, number> = {
  firstName: 80,
  lastName: 80,
  email: 254,
  vehicleMake: 60,
  vehicleModel: 60,
  vehicleNumber: 20,
  other_info: 500,
  bankName: 120,
  bankCode: 40,
  bankAccount: 60,
};

export function emptyForm(usertype: Usertype): PersonForm {
  return {
    usertype,
    firstName: '',
    lastName: '',
    email: '',
    mobile: null,
    carType: '',
    vehicleMake: '',
    vehicleModel: '',
    vehicleNumber: '',
    other_info: '',
    fleetadmin: '',
    bankName: '',
    bankCode: '',
    bankAccount: '',
  };
}

export function formOf(person: User): PersonForm {
  const { driver } = person;
  return {
    usertype: person.usertype,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email ?? '',
    mobile: person.mobile,
    carType: driver?.carType ?? '',
    vehicleMake: driver?.vehicleMake ?? '',
    vehicleModel: driver?.vehicleModel ?? '',
    vehicleNumber: driver?.vehicleNumber ?? '',
    other_info: driver?.other_info ?? '',
    fleetadmin: driver?.fleetadmin ?? '',
    bankName: person.bankName ?? '',
    bankCode: person.bankCode ?? '',
    bankAccount: person.bankAccount ?? '',
  };
}

/** The language key of the error, or null. E-mail and mobile are required only when adding a user. */
export function problemOf(field: FormField, form: PersonForm): FormProblem | null {
  switch (field) {
    case 'firstName':
    case 'lastName':
      if (form[field].trim() === '') return 'field_required';
      return personName.safeParse(form[field]).success ? null : 'name_unreadable';
    case 'email':
      return emailPattern.test(form.email.trim()) ? null : 'proper_email';
    case 'mobile':
      return form.mobile === null ? 'invalid_mobile' : null;
    case 'vehicleMake':
    case 'vehicleModel':
    case 'vehicleNumber':
    case 'bankName':
    case 'bankCode':
    case 'bankAccount':
      return hasInvisibleCharacters(form[field].trim()) ? 'hidden_letters' : null;
    case 'usertype':
    case 'carType':
    case 'other_info':
    case 'fleetadmin':
      return null;
  }
}

interface FormScope {
  /** False for fleet admins, who cannot choose the fleet: it is always their own. */
  readonly isAdmin: boolean;
  /** Value of settings.bank_fields. */
  readonly withBank: boolean;
}

/** The fields of this role that can be edited, in the API's format. */
function changeable(form: PersonForm, { isAdmin, withBank }: FormScope): UserPatch {
  const isDriver = form.usertype === 'driver';
  return {
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    ...(isDriver && {
      carType: form.carType || null,
      vehicleMake: form.vehicleMake.trim(),
      vehicleModel: form.vehicleModel.trim(),
      vehicleNumber: form.vehicleNumber.trim(),
      other_info: form.other_info.trim(),
      ...(isAdmin && { fleetadmin: form.fleetadmin || null }),
    }),
    ...(withBank &&
      hasWallet(form.usertype) && {
        bankName: form.bankName.trim(),
        bankCode: form.bankCode.trim(),
        bankAccount: form.bankAccount.trim(),
      }),
  };
}

/** Null while the mobile number is not valid. */
export function newUserOf(form: PersonForm, scope: FormScope): NewUserInput | null {
  if (form.mobile === null) return null;
  const { firstName = '', lastName = '', ...rest } = changeable(form, scope);
  const { usertype, mobile } = form;
  const contact = { email: form.email.trim(), mobile };
  return { ...withoutEmpty(rest), usertype, firstName, lastName, ...contact };
}

function withoutEmpty<T extends object>(fields: T): Partial<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== '' && value !== null);
  return Object.fromEntries(entries) as Partial<T>;
}

/** The changed fields only; masked bank details are left out unless they were replaced. */
export function patchOf(person: User, form: PersonForm, scope: FormScope): UserPatch {
  const before: Record<string, unknown> = changeable({ ...formOf(person), usertype: form.usertype }, scope);
  const after = Object.entries(changeable(form, scope)).filter(([field, value]) => value !== before[field]);
  return {
    ...Object.fromEntries(after),
    ...(form.usertype !== person.usertype && { usertype: form.usertype }),
  };
}
