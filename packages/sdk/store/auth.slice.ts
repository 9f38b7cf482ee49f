// Who is signed in, and the way there: request a code, verify it, sign out.

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
  /** Where the code went, and from when another may be asked for (ms since the epoch, the server's clock). */
  readonly sent: { readonly mobile: string; readonly resendAt: number } | null;
  /** What the session waits for before it lets the person in; null where nothing is asked. */
  readonly secondFactor: PendingSecondFactor | null;
  /** The device works on the server's captcha before a code is sent. */
  readonly checking: boolean;
  /** False until the first response about the session; screens wait for it. */
  readonly known: boolean;
}
export type AuthState = AsyncState<AuthData>;

const codeOfPending = { setup: 'second_factor_setup_required', proof: 'needs_second_factor' } as const;

/** What a session waits for, by the code of the refusal that says so. */
function pendingOf(code: string | undefined): PendingSecondFactor | null {
  if (code === codeOfPending.setup) return 'setup';
  return code === codeOfPending.proof ? 'proof' : null;
}

interface SessionAnswer {
  readonly user: Me | null;
  /** Left out by an answer that was stored on the device. */
  readonly secondFactor?: PendingSecondFactor | null;
}

function settledUser({ user, secondFactor = null }: SessionAnswer): Me {
  if (secondFactor !== null) throw new ApiError({ status: 403, code: codeOfPending[secondFactor] });
  if (!user) throw new ApiError({ status: 401, code: 'not_logged_in' });
  return user;
}

const captchaBegun = createAction('auth/captchaBegun');

export const fetchUser = createCall('auth/fetchUser', async (client) =>
  settledUser(await client.getSession()),
);
/** Asks for a code; a captcha is solved on the way, unseen. Rejects with the code of the problem. */
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
  loading: false,
  error: noError,
};
const signedOut: AuthState = { ...initialState, known: true };

/** Answers about the session itself; any other failure, such as no network, leaves who is here as it was. */
const sessionIsOver =
  /^(not_logged_in|user_issue_contact_admin|not_valid_user_type|require_approval|auth_error|needs_second_factor|second_factor_setup_required)$/;

/** The session ended: by signing out here, or elsewhere. */
export const isSignedOut = (action: Action): boolean =>
  signOut.fulfilled.match(action) ||
  (fetchUser.rejected.match(action) && sessionIsOver.test(action.payload ?? ''));

export function authReducer(state: AuthState = initialState, action: UnknownAction): AuthState {
  const pending =
    fetchUser.rejected.match(action) || mobileSignIn.rejected.match(action)
      ? pendingOf(action.payload)
      : null;
  if (pending !== null) {
    // Signing in again over a screen leaves the person there until it is known who they are.
    const info = mobileSignIn.rejected.match(action) ? state.info : null;
    return { ...signedOut, info, secondFactor: pending };
  }
  if (isSignedOut(action)) {
    return fetchUser.rejected.match(action) ? { ...signedOut, error: failed(action.payload) } : signedOut;
  }
  if (clearLoginError.match(action))
    return { ...state, error: noError, verificationId: null, sent: null, checking: false, loading: false };
  if (captchaBegun.match(action)) return { ...state, checking: true };
  if (
    fetchUser.pending.match(action) ||
    requestOtp.pending.match(action) ||
    mobileSignIn.pending.match(action)
  ) {
    return { ...state, loading: true, error: noError };
  }
  if (fetchUser.fulfilled.match(action))
    return { ...state, info: action.payload, secondFactor: null, known: true, loading: false };
  if (mobileSignIn.fulfilled.match(action)) return { ...signedOut, info: action.payload };
  if (updateProfile.fulfilled.match(action) || setDuty.fulfilled.match(action))
    return { ...state, info: action.payload };
  if (requestOtp.fulfilled.match(action)) {
    const { verificationId, resendAt } = action.payload;
    const sent = { mobile: action.meta.arg, resendAt };
    return { ...state, verificationId, sent, checking: false, loading: false, error: noError };
  }
  if (requestOtp.rejected.match(action)) {
    return {
      ...state,
      verificationId: null,
      sent: null,
      checking: false,
      loading: false,
      error: failed(action.payload),
    };
  }
  if (mobileSignIn.rejected.match(action)) return { ...state, loading: false, error: failed(action.payload) };
  if (fetchUser.rejected.match(action))
    return { ...state, known: true, loading: false, error: failed(action.payload) };
  return state;
}
