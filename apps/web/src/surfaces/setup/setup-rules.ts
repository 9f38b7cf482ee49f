// Fields of the set-up form, their validation, and the request that is sent to the server.
import type { SetupRequest } from '@kerb/contract';
import { emailPattern } from '@kerb/domain/identity';
import { type CountryDefaults, defaultsOf } from '../../lib/country-defaults.ts';

export interface SetupFields extends CountryDefaults {
  readonly firstName: string;
  readonly lastName: string;
  /** E.164; null while the input is not a valid number. */
  readonly mobile: string | null;
  readonly contact_email: string;
  readonly appName: string;
  readonly appcat: 'taxi' | 'delivery';
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

export type SetupField = keyof SetupFields;
/** Text key of the problem for each invalid field. */
export type SetupProblems = Partial<
  Record<SetupField, 'setup_needed' | 'setup_too_long' | 'invalid_mobile' | 'proper_email'>
>;

/** Fields of each step, in order; the step after the last one requests the code. */
export const stepFields = [
  ['firstName', 'lastName', 'mobile', 'contact_email'],
  [
    'appName',
    'appcat',
    'country',
    'timezone',
    'convert_to_mile',
    'code',
    'symbol',
    'decimal',
    'swipe_symbol',
  ],
] as const satisfies readonly (readonly SetupField[])[];
export const CODE_STEP = stepFields.length;

const longest: Partial<Record<SetupField, number>> = { firstName: 80, lastName: 80, appName: 60, symbol: 8 };

function problemOf(fields: SetupFields, field: SetupField): SetupProblems[SetupField] {
  const value = fields[field];
  if (field === 'mobile') return value === null ? 'invalid_mobile' : undefined;
  if (field === 'contact_email') {
    const address = fields.contact_email.trim();
    return address === '' || (address.length <= 254 && emailPattern.test(address))
      ? undefined
      : 'proper_email';
  }
  if (typeof value !== 'string') return undefined;
  if (value.trim() === '') return 'setup_needed';
  return value.trim().length > (longest[field] ?? 200) ? 'setup_too_long' : undefined;
}

/** Problems of a step's fields, in their order; empty when all are valid. */
export function problemsOf(fields: SetupFields, step: number): SetupProblems {
  const found = (stepFields[step] ?? []).map((field) => [field, problemOf(fields, field)] as const);
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined));
}

export function firstFields(given: { mobile: string | null; country: string; ownZone: string }): SetupFields {
  const { mobile, country, ownZone } = given;
  return {
    firstName: '',
    lastName: '',
    mobile,
    contact_email: '',
    appName: 'Kerb',
    appcat: 'taxi',
    country,
    ...defaultsOf(country, ownZone),
  };
}

export function requestOf(fields: SetupFields, proof: SetupRequest['proof']): SetupRequest {
  const { firstName, lastName, mobile: _, ...settings } = fields;
  return { proof, firstName, lastName, settings };
}

/**
 * Index of the step with a field that the server rejected, by its path in the request: "settings.timezone"; null if
 * unknown.
 */
export function stepOf(path: string): number | null {
  const name = path.split('.').at(-1);
  const step = stepFields.findIndex((fields) => fields.some((field) => field === name));
  return step === -1 ? null : step;
}

/** Props of each step of the form. */
export interface StepProps {
  readonly fields: SetupFields;
  readonly problems: SetupProblems;
  readonly change: (changes: Partial<SetupFields>) => void;
}
