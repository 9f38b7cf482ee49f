// Tests that a user returns to their destination after signing in, and that it is never outside the app.
import { expect, it } from 'vitest';
import { cameFrom } from './came-from.ts';

it('is the path that redirected to sign-in, also after sign-in through a provider', () => {
  expect(cameFrom({ from: '/trip/1?a=b' }, '')).toBe('/trip/1?a=b');
  expect(cameFrom(null, '?from=%2Fprofile')).toBe('/profile');
  expect(cameFrom({ from: '/trip/1' }, '?from=%2Fprofile')).toBe('/trip/1');
  expect(cameFrom({ from: null }, '?from=%2Fprofile')).toBe('/profile');
});

it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'profile', ''])(
  'is never %s',
  (from) => {
    expect(cameFrom({ from }, '')).toBeNull();
    expect(cameFrom(null, `?${new URLSearchParams({ from })}`)).toBeNull();
  },
);

it('is null without either', () => {
  expect(cameFrom(null, '')).toBeNull();
  expect(cameFrom('x', '')).toBeNull();
  expect(cameFrom({ from: 7 }, '')).toBeNull();
});
