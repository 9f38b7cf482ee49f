// Maps an error of the sign-up request to the form's field that it concerns.
import { ApiError, type ApiErrorCode } from '@kerb/sdk/client';
import type { SignupField, SignupProblems } from './signup-draft.ts';

const fieldOfPath: Record<string, SignupField> = {
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email',
  mobile: 'mobile',
  signupViaReferral: 'referral',
  carType: 'carType',
  vehicleMake: 'vehicleMake',
  vehicleModel: 'vehicleModel',
  vehicleNumber: 'vehicleNumber',
  other_info: 'other_info',
  licenseImage: 'license',
  licenseExpiresOn: 'licenseExpiresOn',
  otp: 'code',
};

const fieldOfCode: Partial<Record<ApiErrorCode, SignupField>> = {
  invalid_mobile: 'mobile',
  country_not_served: 'mobile',
  proper_email: 'email',
  referrer_unknown: 'referral',
  license_required: 'license',
  image_unreadable: 'license',
  image_too_large: 'license',
  not_found: 'carType',
  otp_validate_error: 'code',
  otp_wrong: 'code',
  otp_expired: 'code',
  otp_too_many_checks: 'code',
  mobile_unproved: 'code',
};

/** The contact that another account has; the mobile when the server names none. */
const takenField = ({ errors }: ApiError): SignupField =>
  errors.some(({ path }) => path === 'email') ? 'email' : 'mobile';

/** Errors by field; empty when the error concerns no single field and must be shown for the whole form. */
export function problemsOfRefusal(error: unknown): SignupProblems {
  if (!(error instanceof ApiError)) return {};
  const field = error.code === 'user_exists' ? takenField(error) : fieldOfCode[error.code];
  if (field) return { [field]: error.code };
  if (error.code !== 'invalid_input') return {};
  return Object.fromEntries(
    error.errors.flatMap(({ path }) => {
      const named = fieldOfPath[path.split('.').at(-1) ?? ''];
      return named ? [[named, 'signup_refused_field']] : [];
    }),
  );
}
