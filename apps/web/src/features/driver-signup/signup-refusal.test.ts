// Tests that each error of the sign-up is mapped to the field it concerns.
import { routes } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { expect, it } from 'vitest';
import { problemsOfRefusal } from './signup-refusal.ts';

const refusal = (code: ApiError['code'], paths: string[] = []) =>
  new ApiError({ status: 400, code, errors: paths.map((path) => ({ path, message: 'no' })) });

it.each(routes.userSignup.errors)('%s is said beside a field', (code) => {
  expect(Object.values(problemsOfRefusal(refusal(code)))).toEqual([code]);
});

it('marks the fields that the server names', () => {
  expect(
    problemsOfRefusal(refusal('invalid_input', ['regData.vehicleNumber', 'body.regData.email'])),
  ).toEqual({
    vehicleNumber: 'signup_refused_field',
    email: 'signup_refused_field',
  });
});

it('marks the contact that another account has', () => {
  expect(problemsOfRefusal(refusal('user_exists', ['email']))).toEqual({ email: 'user_exists' });
  expect(problemsOfRefusal(refusal('user_exists', ['mobile']))).toEqual({ mobile: 'user_exists' });
  expect(problemsOfRefusal(refusal('user_exists'))).toEqual({ mobile: 'user_exists' });
});

it('marks no field for an error without a known field', () => {
  expect(problemsOfRefusal(refusal('network_error'))).toEqual({});
  expect(problemsOfRefusal(refusal('invalid_input', ['proof']))).toEqual({});
  expect(problemsOfRefusal(new Error('?'))).toEqual({});
});
