// Signing in with an account elsewhere: the browser leaves for the provider and comes back with a session.
import type { SocialProvider } from '@kerb/contract';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { StoreExtra } from './thunk.ts';

/** Where the way begins; `next` is the path of this app to come back to. */
export function socialSignInAddress(provider: SocialProvider, next?: string | null): string {
  const query = next ? `?${new URLSearchParams({ next })}` : '';
  return `/api/v1/auth/social/${provider}${query}`;
}

type Leaving = ThunkAction<void, unknown, StoreExtra, UnknownAction>;

const leaving =
  (provider: SocialProvider) =>
  (next?: string | null): Leaving =>
  (_dispatch, _state, { leaveTo }) =>
    leaveTo?.(socialSignInAddress(provider, next));

export const googleSignIn = leaving('google');
export const facebookSignIn = leaving('facebook');
export const appleSignIn = leaving('apple');
