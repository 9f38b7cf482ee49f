// The profile form's rules: what is fixed, what is required, and what is sent.
import type { Me } from '@kerb/contract';
import { describe, expect, it } from 'vitest';
import { isFixed, patchOf, problemOf, profileFieldsOf } from './profile-rules.ts';

const user: Me = {
  id: 'u1',
  firstName: 'Ana',
  lastName: '',
  email: '',
  mobile: '+59899123456',
  usertype: 'rider',
  loginType: 'mobile',
  lang: null,
  approved: true,
  referralId: 'ana1234',
  profile_image: null,
  walletBalance: 0,
  ratings: { userrating: '', count: 0 },
  createdAt: 0,
  bankName: null,
  bankCode: null,
  bankAccount: null,
  driver: null,
  signupViaReferral: null,
  social: [],
};

describe('profile rules', () => {
  it('keeps what one signs in with fixed', () => {
    expect(isFixed('mobile', 'mobile')).toBe(true);
    expect(isFixed('email', 'mobile')).toBe(false);
    expect(isFixed('email', 'email')).toBe(true);
  });

  it('asks for names, e-mail and mobile with their keys', () => {
    expect(problemOf('firstName', '  ')).toBe('field_required');
    expect(problemOf('email', 'ana at example')).toBe('proper_email');
    expect(problemOf('email', 'ana@example.com')).toBeNull();
    expect(problemOf('bankName', '')).toBeNull();
  });

  it('sends only what changed and may change, trimmed', () => {
    const fields = { ...profileFieldsOf(user), lastName: ' Silva ', mobile: '+59899000000' };
    expect(patchOf(user, fields)).toEqual({ lastName: 'Silva' });
  });
});
