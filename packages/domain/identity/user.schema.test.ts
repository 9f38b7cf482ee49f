// Tests what a user may enter in their profile: limits of each field, and names without invisible characters.
import { describe, expect, it } from 'vitest';
import {
  e164,
  email,
  lang,
  loginType,
  profilePatch,
  ratings,
  savedAddress,
  userPlatform,
  usertype,
} from './user.schema.ts';

it('has the roles, sign-in methods and platforms of the specification', () => {
  expect(usertype.options).toEqual(['rider', 'driver', 'admin', 'fleetadmin']);
  expect(loginType.options).toEqual(['email', 'mobile', 'facebook', 'google', 'apple']);
  expect(userPlatform.options).toEqual(['ANDROID', 'IOS', 'WEB']);
});

describe('a mobile number', () => {
  it.each(['+5989123', '+598912345678901', '+15551234567'])('may be %s', (text) => {
    expect(e164.safeParse(text).success).toBe(true);
  });
  it.each([
    '+598912',
    '+5989123456789012',
    '+05989123',
    '5989123456',
    '+598 9123',
    'x+5989123456',
    '+5989123x',
  ])('may not be %s', (text) => {
    expect(e164.safeParse(text).error?.issues[0]?.message).toBe('invalid_mobile');
  });
});

describe('an e-mail address', () => {
  it.each(['a@b.co', 'Ana.Silva+1@mail.example-1.com', 'a_b-c@x.y.zz', '0@b.co'])('may be %s', (text) => {
    expect(email.parse(` ${text} `)).toBe(text.toLowerCase());
  });
  it.each([
    'a@b',
    '@b.co',
    '.a@b.co',
    'a@b.c',
    'a b@c.de',
    'a@b..co',
    'a@b.co,c@d.ef',
    'x a@b.co',
    'a@b.c1',
    'a@.co',
  ])('may not be %s', (text) => {
    expect(email.safeParse(text).error?.issues[0]?.message).toBe('proper_email');
  });
  it('has at most 254 characters', () => {
    const ofLength = (length: number) => `${'a'.repeat(length - 5)}@b.co`;
    expect(email.safeParse(ofLength(254)).success).toBe(true);
    expect(email.safeParse(ofLength(255)).error?.issues[0]?.message).toBe('proper_email');
  });
});

describe('a profile', () => {
  const isFine = (field: string, value: unknown) => profilePatch.safeParse({ [field]: value }).success;

  it.each([
    ['firstName', 1, 80],
    ['lastName', 1, 80],
    ['bankName', 0, 120],
    ['bankCode', 0, 40],
    ['bankAccount', 0, 60],
    ['vehicleMake', 0, 60],
    ['vehicleModel', 0, 60],
    ['vehicleNumber', 0, 20],
    ['other_info', 0, 500],
    ['signupViaReferral', 1, 60],
  ])('%s has %d to %d characters, trimmed', (field, least, most) => {
    expect(isFine(field, 'x'.repeat(least))).toBe(true);
    expect(isFine(field, ` ${'x'.repeat(most)} `)).toBe(true);
    expect(isFine(field, 'x'.repeat(most + 1))).toBe(false);
    expect(isFine(field, '  ')).toBe(least === 0);
  });

  it.each([
    'firstName',
    'lastName',
    'bankName',
    'bankCode',
    'bankAccount',
    'vehicleMake',
    'vehicleModel',
    'vehicleNumber',
  ])('%s has no characters that change how the text beside it is shown', (field) => {
    expect(isFine(field, 'a\u202eb')).toBe(false);
  });

  it('accepts an update without any field', () => {
    expect(profilePatch.parse({})).toEqual({});
  });
});

it('identifies a language by its locales', () => {
  const of = (langLocale: string, dateLocale: string) => lang.safeParse({ langLocale, dateLocale }).success;
  expect([of('es', 'es-UY'), of('x'.repeat(35), 'x'.repeat(35))]).toEqual([true, true]);
  expect([of('e', 'es'), of('es', 'e'), of('x'.repeat(36), 'es'), of('es', 'x'.repeat(36))]).toEqual(
    Array(4).fill(false),
  );
});

it('requires whole counts for ratings and saved addresses', () => {
  expect(ratings.safeParse({ userrating: '4.5', count: 0 }).success).toBe(true);
  expect(ratings.safeParse({ userrating: '4.5', count: -1 }).success).toBe(false);
  expect(ratings.safeParse({ userrating: '4.5', count: 1.5 }).success).toBe(false);
  const address = { id: 'a', description: 'Home', lat: 1, lng: 2, count: 1 };
  expect(savedAddress.parse(address)).toEqual(address);
  for (const count of [0, 1.5]) expect(savedAddress.safeParse({ ...address, count }).success).toBe(false);
});
