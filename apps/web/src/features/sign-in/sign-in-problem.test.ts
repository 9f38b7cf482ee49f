// Tests that every sign-in error is shown once, in the right place.
import { expect, it } from 'vitest';
import { isTransient, needsNewCode, placeProblem } from './sign-in-problem.ts';

const problem = (msg: string) => ({ flag: true, msg });

it('shows a failed request for a code beside the phone field', () => {
  for (const msg of ['sms_failed', 'invalid_mobile', 'captcha_wrong', 'otp_too_many_sends', 'network_error'])
    expect(placeProblem(problem(msg), 'phone', true)).toEqual({ phone: msg, code: null, alert: null });
});

it('shows an error about the code beside the code field', () => {
  for (const msg of ['otp_validate_error', 'otp_wrong', 'otp_expired', 'otp_too_many_checks'])
    expect(placeProblem(problem(msg), 'code', true)).toEqual({ phone: null, code: msg, alert: null });
});

it('shows every other failed sign-in in the alert', () => {
  for (const msg of ['require_approval', 'auth_error', 'network_error', 'internal'])
    expect(placeProblem(problem(msg), 'code', true)).toEqual({ phone: null, code: null, alert: msg });
  expect(placeProblem(problem('require_approval'), 'phone', false).alert).toBe('require_approval');
});

it('shows nothing when signed out, for an account error shown elsewhere, or without an error', () => {
  const nothing = { phone: null, code: null, alert: null };
  for (const msg of ['not_logged_in', 'not_valid_user_type', 'user_issue_contact_admin'])
    for (const step of ['phone', 'code'] as const)
      for (const hasAsked of [true, false])
        expect(placeProblem(problem(msg), step, hasAsked)).toEqual(nothing);
  expect(placeProblem({ flag: false, msg: null }, 'code', true)).toEqual(nothing);
});

it('distinguishes errors that require a new code, and temporary failures', () => {
  expect(
    ['otp_wrong', 'otp_expired', 'otp_too_many_checks', 'otp_validate_error'].filter(needsNewCode),
  ).toEqual(['otp_expired', 'otp_too_many_checks']);
  const failures = ['network_error', 'overloaded', 'internal', 'require_approval', 'auth_error'];
  expect(failures.filter(isTransient)).toEqual(['network_error', 'overloaded', 'internal']);
});
