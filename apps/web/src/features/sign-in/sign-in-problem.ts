// Where the error of a sign-in is shown: beside its field, in an alert, or not at all.

/** About the code itself; all others say that signing in did not work at all. */
const ofTheCode = ['otp_validate_error', 'otp_wrong', 'otp_expired', 'otp_too_many_checks'];
/** This code is spent; only another one helps. */
const ofASpentCode = ['otp_expired', 'otp_too_many_checks'];
/** Errors of the account itself: shown on every screen, and the user is signed out (see RefusedAccount). */
export const ofTheAccount: readonly string[] = ['not_valid_user_type', 'user_issue_contact_admin'];
/** Temporary errors: the step stays, so that the same code can be tried again. */
const passing = [
  'network_error',
  'unexpected_answer',
  'overloaded',
  'too_many_requests',
  'internal',
  'unavailable',
  'request_in_progress',
];

export const needsNewCode = (code: string): boolean => ofASpentCode.includes(code);
export const mayPass = (code: string): boolean => passing.includes(code);

export interface SignInProblems {
  /** Beside the phone field: the code was not sent. */
  readonly phone: string | null;
  /** Beside the code field. */
  readonly code: string | null;
  /** In the dialog titled Alert. */
  readonly alert: string | null;
}

const none: SignInProblems = { phone: null, code: null, alert: null };

/** `error.msg` of the auth slice, by the step shown and whether a code was asked for in it. */
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
