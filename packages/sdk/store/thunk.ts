// Creates the thunks with which the store calls the API; a failure is the error code, which is also the key of its
// text, or the code and the server's message.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { type AsyncThunk, createAsyncThunk } from '@reduxjs/toolkit';
import { ApiError, type Client } from '../client/index.ts';

export type CaptchaChallenge = RouteAnswer<Routes['getCaptcha']>;

/** Dependencies of the store's thunks, given when the store is created. */
export interface StoreExtra {
  readonly client: Client;
  /** Solves a captcha of the server and returns the value of `captcha` for POST /auth/otp. */
  readonly solveCaptcha?: (challenge: CaptchaChallenge) => Promise<string>;
  /** Navigates the browser to another URL of the app's origin. */
  readonly leaveTo?: (address: string) => void;
}

export interface ThunkConfig {
  extra: StoreExtra;
  rejectValue: string;
}

const codeOnly = (error: ApiError): string => error.code;

/**
 * The failure of booking and wallet calls (specification §8): code and message joined by a colon, "payment_due: The
 * trip …"; the code alone where the server sends no message.
 */
export const codeAndMessage = (error: ApiError): string => error.message;

export function createCall<Answer, Arg = void>(
  name: string,
  call: (client: Client, arg: Arg, signal: AbortSignal) => Promise<Answer>,
  failureOf: (error: ApiError) => string = codeOnly,
): AsyncThunk<Answer, Arg, ThunkConfig> {
  return createAsyncThunk<Answer, Arg, ThunkConfig>(name, async (arg, { extra, rejectWithValue, signal }) => {
    try {
      return await call(extra.client, arg, signal);
    } catch (error) {
      if (error instanceof ApiError) return rejectWithValue(failureOf(error));
      throw error;
    }
  });
}
