// How the store calls the API: a thunk whose failure is the problem's code, which is also its language key.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { type AsyncThunk, createAsyncThunk } from '@reduxjs/toolkit';
import { ApiError, type Client } from '../client/index.ts';

export type CaptchaChallenge = RouteAnswer<Routes['getCaptcha']>;

/** What the store is created with; thunks reach the API through it. */
export interface StoreExtra {
  readonly client: Client;
  /** Solves a challenge of the server and answers with what goes into POST /auth/otp as captcha. */
  readonly solveCaptcha?: (challenge: CaptchaChallenge) => Promise<string>;
  /** Leaves the app for another address of its origin. */
  readonly leaveTo?: (address: string) => void;
}

export interface ThunkConfig {
  extra: StoreExtra;
  rejectValue: string;
}

export function createCall<Answer, Arg = void>(
  name: string,
  call: (client: Client, arg: Arg, signal: AbortSignal) => Promise<Answer>,
): AsyncThunk<Answer, Arg, ThunkConfig> {
  return createAsyncThunk<Answer, Arg, ThunkConfig>(name, async (arg, { extra, rejectWithValue, signal }) => {
    try {
      return await call(extra.client, arg, signal);
    } catch (error) {
      if (error instanceof ApiError) return rejectWithValue(error.code);
      throw error;
    }
  });
}
