// Creates the app's single Redux store and API client, with typed hooks.
import { type ClientOptions, createLazyClient } from '@kerb/sdk/client';
import { createKerbStore, fetchUser, type KerbDispatch, type RootState, sendCode } from '@kerb/sdk/store';
import { useDispatch, useSelector } from 'react-redux';
import { clearRecentFinds } from './clear-recent-finds.ts';
import { apiOrigin } from './env.ts';
import { persistTrip } from './stored-trip.ts';
import { insteadOf, keepLastAnswersOf } from './trip-queue/last-answers.ts';
import { fetchWithClock } from './trip-queue/server-clock.ts';

/** Number of pending requests by which the user ends the session on this page. */
let endings = 0;

async function ending<Answer>(call: Promise<Answer>): Promise<Answer> {
  endings += 1;
  try {
    const answer = await call;
    keepLastAnswersOf(null);
    return answer;
  } finally {
    endings -= 1;
  }
}

const isOver = () =>
  api.getSession().then(
    ({ user }) => user === null,
    () => false,
  );
const isShown = () => endings === 0 && store.getState().auth.info !== null;

async function isSessionRestored(): Promise<boolean> {
  if (!isShown()) return false;
  const keeper = await import('./held-session.ts').catch(() => null);
  return (await keeper?.waitForSignIn({ isOver, isShown })) === true;
}

/**
 * Reloads the signed-in user after a live event. If the session has ended and unsaved input would be lost, the same
 * user signs in again first.
 */
export async function refreshUser(): Promise<void> {
  await isSessionRestored();
  await store.dispatch(fetchUser());
}

/**
 * Checks on the server whether the session has ended elsewhere. Resolves to true when it had ended, unsaved input would
 * have been lost, and the same user has signed in again.
 */
export async function lookAtSession(): Promise<boolean> {
  if (await isSessionRestored()) return true;
  const { info, loading } = store.getState().auth;
  if (info && !loading) void store.dispatch(fetchUser());
  return false;
}

const options: ClientOptions = {
  baseUrl: apiOrigin,
  onNotLoggedIn: lookAtSession,
  onSecondFactorRequired: async () => (await import('./step-up.ts')).requestStepUp(),
};
const api = createLazyClient(options);
/** Each start of the app requests the session, so that its response also measures the server's clock. */
const sessionApi = createLazyClient({ ...options, fetch: fetchWithClock });
const shownUser = () => store.getState().auth.info?.id ?? null;

/** Without a network or while the server fails, a driver's phone starts with the last stored responses. */
export const client = createLazyClient(options, {
  signOut: (...input) => ending(api.signOut(...input)),
  deleteMe: (...input) => ending(api.deleteMe(...input)),
  getSession: (...input) =>
    sessionApi.getSession(...input).then(
      (answer) => {
        keepLastAnswersOf(answer.user?.id ?? null);
        return answer;
      },
      (error: unknown) => ({ user: insteadOf(error, 'user', shownUser()), secondFactor: null }),
    ),
  getSettings: (...input) =>
    api.getSettings(...input).catch((error: unknown) => insteadOf(error, 'settings', shownUser())),
});

const extra = {
  client,
  solveCaptcha: async (challenge: Parameters<typeof import('./captcha/solve-captcha.ts').solveCaptcha>[0]) =>
    (await import('./captcha/solve-captcha.ts')).solveCaptcha(challenge),
  leaveTo: (address: string) => window.location.assign(address),
};
export const store = createKerbStore(extra);
persistTrip(store);
clearRecentFinds(store);

/** Sends a code to a mobile number, for other purposes than signing in; rejects with the server's ApiError. */
export const sendCodeTo = (mobile: string) => sendCode(extra, mobile);

export const useKerbDispatch = useDispatch.withTypes<KerbDispatch>();
export const useKerbSelector = useSelector.withTypes<RootState>();
