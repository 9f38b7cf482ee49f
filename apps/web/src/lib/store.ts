// The app's one store and API client, and typed hooks over them.
import { createClient } from '@kerb/sdk/client';
import { createKerbStore, fetchUser, type KerbDispatch, type RootState, sendCode } from '@kerb/sdk/store';
import { useDispatch, useSelector } from 'react-redux';
import { apiOrigin } from './env.ts';
import { keepTrip } from './kept-trip.ts';

/** The session may have ended elsewhere: the server says how it is. */
export function lookAtSession(): void {
  const { info, loading } = store.getState().auth;
  if (info && !loading) void store.dispatch(fetchUser());
}

const api = createClient({ baseUrl: apiOrigin, onNotLoggedIn: lookAtSession });
const lastAnswers = () => import('./trip-queue/last-answers.ts');

/** A driver's phone that starts without a network goes on with what it was told last. */
export const client: typeof api = {
  ...api,
  getSession: (...input) =>
    api
      .getSession(...input)
      .catch(async (error) => ({ user: (await lastAnswers()).insteadOf(error, 'user') })),
  getSettings: (...input) =>
    api.getSettings(...input).catch(async (error) => (await lastAnswers()).insteadOf(error, 'settings')),
};

const extra = {
  client,
  solveCaptcha: async (challenge: Parameters<typeof import('./captcha/solve-captcha.ts').solveCaptcha>[0]) =>
    (await import('./captcha/solve-captcha.ts')).solveCaptcha(challenge),
  leaveTo: (address: string) => window.location.assign(address),
};
export const store = createKerbStore(extra);
keepTrip(store);

/** A code to a mobile, for other ends than signing in; throws the ApiError of the refusal. */
export const sendCodeTo = (mobile: string) => sendCode(extra, mobile);

export const useKerbDispatch = useDispatch.withTypes<KerbDispatch>();
export const useKerbSelector = useSelector.withTypes<RootState>();
