// Tests that the form rejects what the server would reject, and that its request conforms to the contract.
import { setupRequest } from '@kerb/contract';
import { expect, test } from 'vitest';
import { firstFields, problemsOf, requestOf, type SetupFields, stepOf } from './setup-rules.ts';

const proof = { verificationId: '0190b2c4-5a1e-7c3d-8f00-000000000001', otp: '123456' };
const done: SetupFields = {
  ...firstFields({ mobile: '+59899123456', country: 'UY', ownZone: 'America/Montevideo' }),
  firstName: 'Ana',
  lastName: 'Paz',
};

test('prefills valid values for everything except the names', () => {
  const first = firstFields({ mobile: '+59899123456', country: 'UY', ownZone: 'UTC' });
  expect(problemsOf(first, 0)).toEqual({ firstName: 'setup_needed', lastName: 'setup_needed' });
  expect(problemsOf(first, 1)).toEqual({});
  expect(problemsOf(done, 0)).toEqual({});
  expect(setupRequest.parse(requestOf(done, proof))).toMatchObject({
    firstName: 'Ana',
    settings: { code: 'UYU', timezone: 'America/Montevideo', contact_email: '' },
  });
});

test.each<[keyof SetupFields, SetupFields[keyof SetupFields], string]>([
  ['mobile', null, 'invalid_mobile'],
  ['contact_email', 'no-address', 'proper_email'],
  ['contact_email', `${'a'.repeat(250)}@b.co`, 'proper_email'],
  ['firstName', '   ', 'setup_needed'],
  ['lastName', 'x'.repeat(81), 'setup_too_long'],
  ['appName', '', 'setup_needed'],
  ['appName', 'x'.repeat(61), 'setup_too_long'],
  ['symbol', '', 'setup_needed'],
  ['symbol', '123456789', 'setup_too_long'],
])('%s may not be %j', (field, value, problem) => {
  const fields = { ...done, [field]: value };
  const step = stepOf(`settings.${field}`) ?? -1;
  expect(problemsOf(fields, step)).toEqual({ [field]: problem });
  if (field !== 'mobile') expect(setupRequest.safeParse(requestOf(fields, proof)).success).toBe(false);
});

test('opens the step of the field that the server rejected', () => {
  expect([stepOf('firstName'), stepOf('settings.timezone'), stepOf('proof.otp')]).toEqual([0, 1, null]);
});
