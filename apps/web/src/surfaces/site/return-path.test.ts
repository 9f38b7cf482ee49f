// Tests that a user returns to their destination after signing in, that it is never outside the app, and that a wrong
// role is recognised.
import { expect, it } from 'vitest';
import { isFromWrongRole, returnPathOf } from './return-path.ts';

it('is the path that redirected to sign-in, also after sign-in through a provider', () => {
  expect(returnPathOf({ from: '/trip/1?a=b' }, '')).toBe('/trip/1?a=b');
  expect(returnPathOf(null, '?from=%2Fprofile')).toBe('/profile');
  expect(returnPathOf({ from: '/trip/1' }, '?from=%2Fprofile')).toBe('/trip/1');
  expect(returnPathOf({ from: null }, '?from=%2Fprofile')).toBe('/profile');
});

it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'profile', ''])(
  'is never %s',
  (from) => {
    expect(returnPathOf({ from }, '')).toBeNull();
    expect(returnPathOf(null, `?${new URLSearchParams({ from })}`)).toBeNull();
  },
);

it('is null without either', () => {
  expect(returnPathOf(null, '')).toBeNull();
  expect(returnPathOf('x', '')).toBeNull();
  expect(returnPathOf({ from: 7 }, '')).toBeNull();
});

it('recognises a redirect because of a wrong role', () => {
  expect(isFromWrongRole({ isWrongRole: true })).toBe(true);
  for (const state of [null, 'x', { from: '/trip/1' }, { isWrongRole: 'x' }])
    expect(isFromWrongRole(state)).toBe(false);
});
