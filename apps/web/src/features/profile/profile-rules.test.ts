// Tests the profile form's rules: fixed fields, required fields, and the request.
import type { Me } from '@kerb/contract';
import { profilePatch } from '@kerb/domain/identity';
import { aUser } from '@kerb/testing';
import { describe, expect, it } from 'vitest';
import {
  isFixed,
  lengthOf,
  type ProfileFields,
  patchOf,
  problemOf,
  profileFieldsOf,
} from './profile-rules.ts';

const user = aUser({ lastName: '', email: '' });

const social: Me = { ...user, loginType: 'google', mobile: '' };

describe('profile rules', () => {
  it('do not let the sign-in field be changed', () => {
    expect(isFixed('mobile', 'mobile')).toBe(true);
    expect(isFixed('email', 'mobile')).toBe(false);
    expect(isFixed('email', 'email')).toBe(true);
    expect(isFixed('mobile', 'google')).toBe(false);
  });

  it('report names, e-mail and mobile with their error keys', () => {
    expect(problemOf('firstName', '  ', 'UY')).toBe('field_required');
    expect(problemOf('email', 'ana at example', 'UY')).toBe('proper_email');
    expect(problemOf('email', 'ana@example.com', 'UY')).toBeNull();
    expect(problemOf('mobile', ' ', 'UY')).toBe('field_required');
    expect(problemOf('mobile', '12', 'UY')).toBe('invalid_mobile');
    expect(problemOf('mobile', '099 123 456', 'UY')).toBeNull();
    expect(problemOf('bankName', '', 'UY')).toBeNull();
    for (const field of ['lastName', 'vehicleNumber', 'bankCode'] as const)
      expect(problemOf(field, 'SDV\u202e7001', 'UY')).toBe('hidden_letters');
  });

  it('send only changed, editable fields, trimmed', () => {
    const fields = { ...profileFieldsOf(user), lastName: ' Silva ', mobile: '+59899000000' };
    expect(patchOf(user, fields, 'UY')).toEqual({ lastName: 'Silva' });
  });

  it('send a new mobile in E.164 form, and treat another notation of the same number as unchanged', () => {
    const typed = { ...profileFieldsOf(social), mobile: '099 123 456' };
    expect(patchOf(social, typed, 'UY')).toEqual({ mobile: '+59899123456' });
    expect(patchOf({ ...social, mobile: '+59899123456' }, typed, 'UY')).toEqual({});
  });

  it('limit each field to the length in the contract', () => {
    const longest = (name: keyof ProfileFields) => 'a'.repeat(lengthOf(name));
    const names = Object.keys(profileFieldsOf(user)).filter(
      (name): name is keyof ProfileFields => name !== 'email' && name !== 'mobile',
    );
    for (const name of names) {
      expect(profilePatch.safeParse({ [name]: longest(name) }).success, name).toBe(true);
      expect(profilePatch.safeParse({ [name]: `${longest(name)}a` }).success, name).toBe(false);
    }
  });
});
