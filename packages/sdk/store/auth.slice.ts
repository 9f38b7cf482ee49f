// Who is signed in, and the way there: request a code, verify it, sign out.

import type { Me, RouteBody, Routes } from '@kerb/contract';
import type { UnknownAction } from '@reduxjs/toolkit';
import { createAction } from '@reduxjs/toolkit';
import { ApiError, type Client } from '../client/index.ts';
import { type AsyncState, failed, noError } from './async-slice.ts';
import { createCall } from './thunk.ts';

type ProfilePatch = RouteBody<Routes['updateProfile']>;

interface AuthData {
  readonly info: Me | null;
  readonly verificationId: string | null;
  /** Until the first answer about the session nobody can say who is here; screens wait for it. */
  readonly known: boolean;
}
export type AuthState = AsyncState<AuthData>;

async function currentUser(client: Client): Promise<Me> {
  const { user } = await client.getSession();
  if (!user) throw new ApiError({ status: 401, code: 'not_logged_in' });
  return user;
}

export const fetchUser = createCall('auth/fetchUser', currentUser);
export const requestOtp = createCall('auth/requestOtp', (client, mobile: string) =>
  client.sendOtp({ body: { mobile } }),
);
export const mobileSignIn = createCall(
  'auth/mobileSignIn',
  async (client, code: { verificationId: string; otp: string }) =>
    (await client.mobileSignIn({ body: code })).user,
);
export const signOut = createCall('auth/signOut', (client) => client.signOut());
export const updateProfile = createCall('auth/updateProfile', (client, change: ProfilePatch) =>
  client.updateProfile({ body: change }),
);
export const setDuty = createCall('auth/setDuty', (client, driverActiveStatus: boolean) =>
  client.setDuty({ body: { driverActiveStatus } }),
);
export const clearLoginError = createAction('auth/clearLoginError');

const initialState: AuthState = {
  info: null,
  verificationId: null,
  known: false,
  loading: false,
  error: noError,
};

function signedIn(state: AuthState, info: Me): AuthState {
  return { ...state, info, known: true, loading: false, error: noError };
}

export function authReducer(state: AuthState = initialState, action: UnknownAction): AuthState {
  if (clearLoginError.match(action))
    return { ...state, error: noError, verificationId: null, loading: false };
  if (
    fetchUser.pending.match(action) ||
    requestOtp.pending.match(action) ||
    mobileSignIn.pending.match(action)
  ) {
    return { ...state, loading: true, error: noError };
  }
  if (fetchUser.fulfilled.match(action)) return signedIn(state, action.payload);
  if (mobileSignIn.fulfilled.match(action))
    return { ...signedIn(state, action.payload), verificationId: null };
  if (updateProfile.fulfilled.match(action)) return { ...state, info: action.payload };
  if (setDuty.fulfilled.match(action)) return { ...state, info: action.payload };
  if (requestOtp.fulfilled.match(action)) {
    return { ...state, verificationId: action.payload.verificationId, loading: false, error: noError };
  }
  if (requestOtp.rejected.match(action)) {
    return { ...state, verificationId: null, loading: false, error: failed(action.payload) };
  }
  if (mobileSignIn.rejected.match(action)) return { ...state, loading: false, error: failed(action.payload) };
  if (fetchUser.rejected.match(action)) {
    return { ...state, info: null, known: true, loading: false, error: failed(action.payload) };
  }
  if (signOut.fulfilled.match(action)) return { ...initialState, known: true };
  return state;
}
