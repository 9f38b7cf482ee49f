// Tests which account a social sign-in opens, and in particular that it never opens another user's account.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideSocialAccount, mayDisconnect, ownPath, type SocialSituation } from './social-account.ts';

const unknownUser: SocialSituation = {
  claims: { email: 'ana@example.com', emailVerified: true },
  known: null,
  link: null,
  emailHolder: null,
  mobileHolder: null,
};
const decide = (situation: Partial<SocialSituation>) => decideSocialAccount({ ...unknownUser, ...situation });
const unverified = { email: 'ana@example.com', emailVerified: false };
const holder = (verified: boolean) => ({ uid: 'holder', verified, hasOther: false });

describe('a social sign-in', () => {
  test('with a known identity opens its account, regardless of the other claims', () => {
    expect(decide({ known: 'ana', emailHolder: holder(true) })).toEqual({ kind: 'sign-in', uid: 'ana' });
  });

  test('by a new user creates an account with the e-mail address', () => {
    expect(decide({})).toEqual({ kind: 'create', email: 'ana@example.com', takesEmail: false });
    expect(decide({ claims: { email: '', emailVerified: false } })).toMatchObject({
      kind: 'create',
      email: '',
    });
  });

  test('with an address verified on both sides opens the account that has it', () => {
    expect(decide({ emailHolder: holder(true) })).toEqual({ kind: 'connect', uid: 'holder' });
  });

  test('with an address verified by the provider only creates an account, which gets the address', () => {
    expect(decide({ emailHolder: holder(false) })).toEqual({
      kind: 'create',
      email: 'ana@example.com',
      takesEmail: true,
    });
  });

  test.each([true, false])('with an unverified address takes no address from another account', (verified) => {
    expect(decide({ claims: unverified, emailHolder: holder(verified) })).toEqual({
      kind: 'create',
      email: '',
      takesEmail: false,
    });
  });

  test('with a mobile verified by the provider opens the account that has it', () => {
    const mobileHolder = { uid: 'holder', hasOther: false };
    expect(decide({ mobileHolder, claims: unverified })).toEqual({ kind: 'connect', uid: 'holder' });
  });

  test('by another user of the same provider is rejected for an account that already has an identity', () => {
    expect(decide({ emailHolder: { ...holder(true), hasOther: true } })).toEqual({
      kind: 'refuse',
      code: 'conflict',
    });
    expect(decide({ mobileHolder: { uid: 'holder', hasOther: true } })).toMatchObject({ kind: 'refuse' });
  });

  test('that connects is added to the signed-in account, unless another account has the identity', () => {
    const link = { uid: 'me', hasOther: false };
    expect(decide({ link })).toEqual({ kind: 'connect', uid: 'me' });
    expect(decide({ link, emailHolder: holder(true) })).toEqual({ kind: 'connect', uid: 'me' });
    expect(decide({ link, known: 'me' })).toEqual({ kind: 'sign-in', uid: 'me' });
    expect(decide({ link, known: 'other' })).toEqual({ kind: 'refuse', code: 'user_exists' });
    expect(decide({ link: { uid: 'me', hasOther: true } })).toEqual({ kind: 'refuse', code: 'conflict' });
  });

  test('never opens an account by an address that is not verified on both sides', () => {
    const uids = fc.constantFrom('a', 'b', 'c');
    const situation = fc.record({
      claims: fc.record({ email: fc.constantFrom('', 'ana@example.com'), emailVerified: fc.boolean() }),
      known: fc.constant(null),
      link: fc.constant(null),
      emailHolder: fc.option(fc.record({ uid: uids, verified: fc.boolean(), hasOther: fc.boolean() })),
      mobileHolder: fc.constant(null),
    });
    fc.assert(
      fc.property(situation, (given) => {
        const decision = decideSocialAccount(given);
        if (decision.kind !== 'connect' && decision.kind !== 'sign-in') return true;
        return given.claims.emailVerified && given.emailHolder?.verified === true;
      }),
    );
  });
});

test('the only way in stays', () => {
  expect(mayDisconnect({ mobile: '', identities: 1 })).toBe(false);
  expect(mayDisconnect({ mobile: '', identities: 2 })).toBe(true);
  expect(mayDisconnect({ mobile: '+59899123456', identities: 1 })).toBe(true);
});

test.each(['/', '/profile', '/bookings?tab=2#top', '/trip/01a1fc30'])('%s is a path of this app', (path) => {
  expect(ownPath(path)).toBe(path);
});
test.each([
  '',
  'profile',
  '//evil.example',
  '/\\evil.example',
  '/a\\b',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/api/v1/auth/session',
])('%j is rejected', (path) => {
  expect(ownPath(path)).toBe('');
});

describe('a social sign-in without an address', () => {
  const nothing = { email: '', emailVerified: true };

  test('never opens an account by an empty address, even a verified one', () => {
    const create = { kind: 'create', email: '', takesEmail: false };
    expect(decide({ claims: nothing, emailHolder: holder(true) })).toEqual(create);
    expect(decide({ claims: nothing, emailHolder: holder(false) })).toEqual(create);
  });
});

describe('a social sign-in with an address and a mobile', () => {
  const mobileHolder = { uid: 'mobile', hasOther: false };

  test('opens the account with the address when both sides verified it', () => {
    expect(decide({ emailHolder: holder(true), mobileHolder })).toEqual({ kind: 'connect', uid: 'holder' });
  });

  test('opens the account with the mobile otherwise', () => {
    const connect = { kind: 'connect', uid: 'mobile' };
    expect(decide({ emailHolder: holder(false), mobileHolder })).toEqual(connect);
    expect(decide({ claims: unverified, emailHolder: holder(true), mobileHolder })).toEqual(connect);
  });

  test('is a conflict when the account with the mobile has another identity', () => {
    expect(decide({ mobileHolder: { ...mobileHolder, hasOther: true } })).toEqual({
      kind: 'refuse',
      code: 'conflict',
    });
  });
});

test.each(['/apiary', '/x/api/y', '/a//b', '/é'])('%s is a path of this app too', (path) => {
  expect(ownPath(path)).toBe(path);
});
test.each(['/a b', '/a\u0007b', '/a\nb', 'x/profile', '/api/'])('%j leads elsewhere', (path) => {
  expect(ownPath(path)).toBe('');
});
