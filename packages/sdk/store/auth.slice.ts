// State of the session and its steps: request a code, verify it, sign out.

import type { Me, PendingSecondFactor, RouteBody, Routes } from '@kerb/contract';
import { type Action, createAction, createAsyncThunk, type UnknownAction } from '@reduxjs/toolkit';
import { ApiError } from '../client/index.ts';
import { type AsyncState, failed, noError } from './async-slice.ts';
import { sendCode } from './send-code.ts';
import { createCall, type ThunkConfig } from './thunk.ts';

type ProfilePatch = RouteBody<Routes['updateProfile']>;

interface AuthData {
  readonly info: Me | null;
  readonly verificationId: string | null;
  /**
   * Number to which the code was sent, and when another can be requested (ms since the epoch, by the server's clock).
   */
  readonly sent: { readonly mobile: string; readonly resendAt: number } | null;
  /** Step of the second factor that the session waits for; null when none is required. */
  readonly secondFactor: PendingSecondFactor | null;
  /** The device is solving the server's captcha before a code is sent. */
  readonly checking: boolean;
  /** False until the first response about the session; screens render after that. */
  readonly known: boolean;
  /**
   * Id of the newest request for the user while it awaits its response; null when the user that is shown is newer.
   * Responses to all other requests are outdated, and ignored.
   */
  readonly awaited: string | null;
}
export type AuthState = AsyncState<AuthData>;

const codeOfPending = { setup: 'second_factor_setup_required', proof: 'needs_second_factor' } as const;

/** Returns the pending step of the second factor for the error code that reports it. */
function pendingOf(code: string | undefined): PendingSecondFactor | null {
  if (code === codeOfPending.setup) return 'setup';
  return code === codeOfPending.proof ? 'proof' : null;
}

interface SessionAnswer {
  readonly user: Me | null;
  /** Absent in a response that was stored on the device. */
  readonly secondFactor?: PendingSecondFactor | null;
}

function settledUser({ user, secondFactor = null }: SessionAnswer): Me {
  if (secondFactor !== null) throw new ApiError({ status: 403, code: codeOfPending[secondFactor] });
  if (!user) throw new ApiError({ status: 401, code: 'not_logged_in' });
  return user;
}

const captchaBegun = createAction('auth/captchaBegun');

/** Rejects with `outdated` when a user signed in, or a newer request began, before it failed. */
export const fetchUser = createAsyncThunk<Me, void, ThunkConfig & { state: { auth: AuthState } }>(
  'auth/fetchUser',
  async (_, { extra, getState, requestId, rejectWithValue }) => {
    try {
      return settledUser(await extra.client.getSession());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return rejectWithValue(getState().auth.awaited === requestId ? error.code : 'outdated');
    }
  },
);
/** Requests a code, and solves a captcha without user input when required. Rejects with the error code. */
export const requestOtp = createAsyncThunk<Awaited<ReturnType<typeof sendCode>>, string, ThunkConfig>(
  'auth/requestOtp',
  async (mobile, { extra, dispatch, rejectWithValue }) => {
    try {
      return await sendCode(extra, mobile, () => dispatch(captchaBegun()));
    } catch (error) {
      if (error instanceof ApiError) return rejectWithValue(error.code);
      throw error;
    }
  },
);
export const mobileSignIn = createCall(
  'auth/mobileSignIn',
  async (client, code: { verificationId: string; otp: string }) =>
    settledUser(await client.mobileSignIn({ body: code })),
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
  sent: null,
  secondFactor: null,
  checking: false,
  known: false,
  awaited: null,
  loading: false,
  error: noError,
};
const signedOut: AuthState = { ...initialState, known: true };
/** Change of the state when no code can be entered, because none was sent or the user left the step. */
const withoutCode = { verificationId: null, sent: null, checking: false, loading: false };

/**
 * Error codes about the session itself; after any other failure, such as a network error, the signed-in user is
 * unchanged.
 */
const sessionIsOver =
  /^(not_logged_in|user_issue_contact_admin|not_valid_user_type|require_approval|auth_error|needs_second_factor|second_factor_setup_required)$/;

/** Returns whether the action ends the session: a sign-out here, or a session ended elsewhere. */
export const isSignedOut = (action: Action): boolean =>
  signOut.fulfilled.match(action) ||
  (fetchUser.rejected.match(action) && sessionIsOver.test(action.payload ?? ''));

export function authReducer(state: AuthState = initialState, action: UnknownAction): AuthState {
  const pending =
    fetchUser.rejected.match(action) || mobileSignIn.rejected.match(action)
      ? pendingOf(action.payload)
      : null;
  if (pending !== null) {
    // When the user signs in again on top of a screen, that screen stays visible until the new user is known.
    const info = mobileSignIn.rejected.match(action) ? state.info : null;
    return { ...signedOut, info, secondFactor: pending };
  }
  if (isSignedOut(action)) {
    return fetchUser.rejected.match(action) ? { ...signedOut, error: failed(action.payload) } : signedOut;
  }
  if (clearLoginError.match(action)) return { ...state, ...withoutCode, error: noError };
  if (captchaBegun.match(action)) return { ...state, checking: true };
  if (fetchUser.pending.match(action))
    return { ...state, awaited: action.meta.requestId, loading: true, error: noError };
  if (requestOtp.pending.match(action) || mobileSignIn.pending.match(action)) {
    return { ...state, loading: true, error: noError };
  }
  if (fetchUser.fulfilled.match(action)) {
    if (state.awaited !== action.meta.requestId) return state;
    return { ...state, info: action.payload, secondFactor: null, known: true, awaited: null, loading: false };
  }
  if (mobileSignIn.fulfilled.match(action)) return { ...signedOut, info: action.payload };
  if (updateProfile.fulfilled.match(action) || setDuty.fulfilled.match(action))
    return { ...state, info: action.payload, awaited: null, loading: false };
  if (requestOtp.fulfilled.match(action)) {
    const { verificationId, resendAt } = action.payload;
    const sent = { mobile: action.meta.arg, resendAt };
    return { ...state, verificationId, sent, checking: false, loading: false, error: noError };
  }
  if (requestOtp.rejected.match(action)) {
    return { ...state, ...withoutCode, error: failed(action.payload) };
  }
  if (mobileSignIn.rejected.match(action)) return { ...state, loading: false, error: failed(action.payload) };
  if (fetchUser.rejected.match(action)) {
    if (state.awaited !== action.meta.requestId) return state;
    return { ...state, known: true, awaited: null, loading: false, error: failed(action.payload) };
  }
  return state;
}
