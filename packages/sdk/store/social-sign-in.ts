// Sign-in with an account of another provider: the browser is redirected to the provider and returns with a session.
import type { SocialProvider } from '@kerb/contract';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { StoreExtra } from './thunk.ts';

/** Returns the URL that starts the sign-in; `next` is the path of this app to return to. */
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
