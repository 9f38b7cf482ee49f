// Determines where a sign-in error is shown: beside its field, in an alert, or not at all.
import { isTransientCode } from '@kerb/sdk/client';

/** Errors about the code itself; after any other error the sign-in as a whole has failed. */
const ofTheCode = ['otp_validate_error', 'otp_wrong', 'otp_expired', 'otp_too_many_checks'];
/** The code cannot be used any more; a new one is required. */
const spentCodeErrors = ['otp_expired', 'otp_too_many_checks'];
/** Errors of the account itself: shown on every screen, and the user is signed out (see RefusedAccount). */
export const ofTheAccount: readonly string[] = ['not_valid_user_type', 'user_issue_contact_admin'];

export const needsNewCode = (code: string): boolean => spentCodeErrors.includes(code);
/** Temporary errors: the step stays, so that the same code can be tried again. */
export const isTransient = (code: string): boolean => code === 'internal' || isTransientCode(code);

export interface SignInProblems {
  /** Error beside the phone field: the code could not be sent. */
  readonly phone: string | null;
  /** Error beside the code field. */
  readonly code: string | null;
  /** Error in the dialog titled Alert. */
  readonly alert: string | null;
}

const none: SignInProblems = { phone: null, code: null, alert: null };

/** `error` of the auth slice; `hasAsked`: whether a code was requested in this step. */
export function placeProblem(
  error: { readonly flag: boolean; readonly msg: string | null },
  step: 'phone' | 'code',
  hasAsked: boolean,
): SignInProblems {
  const { flag, msg } = error;
  if (!flag || msg === null || msg === 'not_logged_in' || ofTheAccount.includes(msg)) return none;
  if (step === 'phone') return hasAsked ? { ...none, phone: msg } : { ...none, alert: msg };
  return ofTheCode.includes(msg) ? { ...none, code: msg } : { ...none, alert: msg };
}
