// Tests the driver sign-up's validation, and that the draft survives a reload.
import { describe, expect, it } from 'vitest';
import {
  emptyDraft,
  firstStepWith,
  problemsIn,
  problemsOf,
  readDraft,
  type SignupDraft,
  type SignupFields,
} from './signup-draft.ts';

const circumstances = {
  now: Date.UTC(2026, 10, 21, 15),
  timeZone: 'America/Montevideo',
  referralUnknown: false,
};
const full: SignupFields = {
  firstName: 'Lucía',
  lastName: 'Pereira',
  email: 'lucia@example.com',
  mobile: '+59891234567',
  referral: '',
  carType: 'c1',
  vehicleMake: 'Suzuki',
  vehicleModel: 'Swift',
  vehicleNumber: 'SBC 1234',
  other_info: '',
  licenseExpiresOn: '2026-11-21',
};
const complete: SignupDraft = {
  step: 'confirm',
  fields: full,
  license: { url: '/x', expiresAt: 2_000 },
  sent: { mobile: '+59891234567', verificationId: 'v1', resendAt: 1_200, expiresAt: 1_900 },
};
const withFields = (fields: Partial<SignupFields>): SignupDraft => ({
  ...complete,
  fields: { ...full, ...fields },
});

describe('the problems of a sign-up', () => {
  it('are empty for a complete draft', () => {
    expect(problemsOf(complete, circumstances)).toEqual({});
    expect(firstStepWith({})).toBeNull();
  });

  it('name every required field of an empty draft', () => {
    expect(problemsOf(emptyDraft(), circumstances)).toEqual({
      firstName: 'signup_needed',
      lastName: 'signup_needed',
      email: 'proper_email',
      mobile: 'invalid_mobile',
      carType: 'signup_car_needed',
      vehicleMake: 'signup_needed',
      vehicleModel: 'signup_needed',
      vehicleNumber: 'signup_needed',
      license: 'license_required',
      licenseExpiresOn: 'signup_needed',
    });
  });

  it.each<[Partial<SignupFields>, object]>([
    [{ firstName: '   ' }, { firstName: 'signup_needed' }],
    [
      { lastName: 'Paz\u202e', vehicleNumber: 'SDV\u202e7001' },
      { lastName: 'hidden_letters', vehicleNumber: 'hidden_letters' },
    ],
    [{ email: 'lucia@example' }, { email: 'proper_email' }],
    [{ email: 'lucia example.com' }, { email: 'proper_email' }],
    [{ licenseExpiresOn: '2026-11-20' }, { licenseExpiresOn: 'signup_license_over' }],
  ])('is said beside the field: %o', (fields, expected) => {
    expect(problemsOf(withFields(fields), circumstances)).toEqual(expected);
  });

  it('include an unknown referral code only when one was typed', () => {
    const unknown = { ...circumstances, referralUnknown: true };
    expect(problemsOf(withFields({ referral: 'nobody1000' }), unknown)).toEqual({
      referral: 'referrer_unknown',
    });
    expect(problemsOf(complete, unknown)).toEqual({});
  });

  it('belong to a step', () => {
    const problems = { license: 'image_unreadable', code: 'otp_wrong', vehicleMake: 'signup_needed' };
    expect(firstStepWith(problems)).toBe('vehicle');
    expect(firstStepWith({ code: 'otp_wrong' })).toBe('confirm');
    expect(problemsIn('license', problems)).toEqual({ license: 'image_unreadable' });
  });
});

describe('a stored draft', () => {
  it('comes back as it was', () => {
    expect(readDraft(JSON.stringify(complete), 1_000)).toEqual(complete);
  });

  it('requires the licence again once the server has deleted the picture', () => {
    expect(readDraft(JSON.stringify(complete), 2_000)).toEqual({
      ...complete,
      step: 'license',
      license: null,
      sent: null,
    });
  });

  it('drops an expired code', () => {
    expect(readDraft(JSON.stringify(complete), 1_900)).toEqual({ ...complete, sent: null });
  });

  it.each([null, '', '{', '"text"', '[]', '{"fields":5}'])(
    'that cannot be parsed is replaced by an empty one: %s',
    (text) => {
      expect(readDraft(text, 0)).toBeNull();
    },
  );

  it('of another version retains its valid fields', () => {
    const draft = readDraft('{"step":"somewhere","fields":{"firstName":"Ana","email":7,"shoeSize":"41"}}', 0);
    expect(draft).toEqual({ ...emptyDraft(), fields: { ...emptyDraft().fields, firstName: 'Ana' } });
  });
});
