// Draft of the driver sign-up: its steps, its validation, and how it is stored to survive a reload.
import { daysLeft } from '@kerb/domain/fleet';
import { emailPattern } from '@kerb/domain/identity';
import { hasInvisibleCharacters } from '@kerb/domain/kernel';

export const signupSteps = ['person', 'vehicle', 'license', 'confirm'] as const;
export type SignupStep = (typeof signupSteps)[number];

/** The fields as typed. */
export interface SignupFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** E.164; '' while the typed text is not a valid number. */
  readonly mobile: string;
  readonly referral: string;
  /** Id of a car type; '' while not chosen. */
  readonly carType: string;
  readonly vehicleMake: string;
  readonly vehicleModel: string;
  readonly vehicleNumber: string;
  readonly other_info: string;
  /** "YYYY-MM-DD"; '' while not chosen. */
  readonly licenseExpiresOn: string;
}

/** The uploaded licence picture, which the server stores until the sign-up is sent. */
export interface SentLicense {
  readonly url: string;
  /** When the server deletes it, ms since the epoch. */
  readonly expiresAt: number;
}

/** A code sent to a mobile number; stored, because a phone may reload the page while the user reads the SMS. */
export interface SentCode {
  readonly mobile: string;
  readonly verificationId: string;
  /** When another code may be requested, ms since the epoch. */
  readonly resendAt: number;
  readonly expiresAt: number;
}

export interface SignupDraft {
  readonly step: SignupStep;
  readonly fields: SignupFields;
  readonly license: SentLicense | null;
  readonly sent: SentCode | null;
}

export type SignupField = keyof SignupFields | 'license' | 'code';

/** Language keys of validation errors, by field. */
export type SignupProblems = Partial<Record<SignupField, string>>;

const emptyFields: SignupFields = {
  firstName: '',
  lastName: '',
  email: '',
  mobile: '',
  referral: '',
  carType: '',
  vehicleMake: '',
  vehicleModel: '',
  vehicleNumber: '',
  other_info: '',
  licenseExpiresOn: '',
};

export function emptyDraft(referral = ''): SignupDraft {
  return { step: 'person', fields: { ...emptyFields, referral }, license: null, sent: null };
}

const fieldsOfStep: Record<SignupStep, readonly SignupField[]> = {
  person: ['firstName', 'lastName', 'email', 'mobile', 'referral'],
  vehicle: ['carType', 'vehicleMake', 'vehicleModel', 'vehicleNumber', 'other_info'],
  license: ['license', 'licenseExpiresOn'],
  confirm: ['code'],
};

/** The first step with an error; null without errors. */
export function firstStepWith(problems: SignupProblems): SignupStep | null {
  return (
    signupSteps.find((step) => fieldsOfStep[step].some((field) => problems[field] !== undefined)) ?? null
  );
}

interface Circumstances {
  /** ms since the epoch. */
  readonly now: number;
  /** The operator's IANA time zone. */
  readonly timeZone: string;
  /** True when the server did not find the typed referral code. */
  readonly referralUnknown: boolean;
}

/** Validation errors of the whole draft. */
export function problemsOf(draft: SignupDraft, circumstances: Circumstances): SignupProblems {
  const { fields, license } = draft;
  const problems: SignupProblems = {};
  for (const name of ['firstName', 'lastName', 'vehicleMake', 'vehicleModel', 'vehicleNumber'] as const)
    if (fields[name].trim() === '') problems[name] = 'signup_needed';
    else if (hasInvisibleCharacters(fields[name].trim())) problems[name] = 'hidden_letters';
  if (!emailPattern.test(fields.email.trim())) problems.email = 'proper_email';
  if (fields.mobile === '') problems.mobile = 'invalid_mobile';
  if (fields.referral.trim() !== '' && circumstances.referralUnknown) problems.referral = 'referrer_unknown';
  if (fields.carType === '') problems.carType = 'signup_car_needed';
  if (license === null) problems.license = 'license_required';
  if (fields.licenseExpiresOn === '') problems.licenseExpiresOn = 'signup_needed';
  else if (daysLeft(fields.licenseExpiresOn, circumstances.now, circumstances.timeZone) < 0)
    problems.licenseExpiresOn = 'signup_license_over';
  return problems;
}

/** Validation errors of one step. */
export function problemsIn(step: SignupStep, problems: SignupProblems): SignupProblems {
  return Object.fromEntries(
    fieldsOfStep[step].flatMap((field) => (problems[field] === undefined ? [] : [[field, problems[field]]])),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function readLicense(value: unknown, now: number): SentLicense | null {
  if (!isRecord(value) || typeof value.url !== 'string' || typeof value.expiresAt !== 'number') return null;
  return value.expiresAt > now ? { url: value.url, expiresAt: value.expiresAt } : null;
}

function readSent(value: unknown, now: number): SentCode | null {
  if (!isRecord(value)) return null;
  const { mobile, verificationId, resendAt, expiresAt } = value;
  if (typeof mobile !== 'string' || typeof verificationId !== 'string') return null;
  if (typeof resendAt !== 'number' || typeof expiresAt !== 'number' || expiresAt <= now) return null;
  return { mobile, verificationId, resendAt, expiresAt };
}

/** Parses a stored draft; invalid fields are reset one by one. `now` in ms since the epoch. */
export function readDraft(text: string | null, now: number): SignupDraft | null {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
  if (!isRecord(stored) || !isRecord(stored.fields)) return null;
  const storedFields = stored.fields;
  const names = Object.keys(emptyFields) as (keyof SignupFields)[];
  const fields = Object.fromEntries(
    names.map((name) => [name, typeof storedFields[name] === 'string' ? storedFields[name] : '']),
  );
  const license = readLicense(stored.license, now);
  const step = signupSteps.find((one) => one === stored.step) ?? 'person';
  return {
    // The sign-up cannot be sent without the picture.
    step: step === 'confirm' && license === null ? 'license' : step,
    fields: { ...emptyFields, ...fields },
    license,
    sent: readSent(stored.sent, now),
  };
}
