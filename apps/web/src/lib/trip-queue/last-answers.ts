// Stores the server's last responses about the driver and the settings, as the fallback for a phone that starts without
// a network or while the server fails.
import type { Me, PublicSettings } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { deviceStorage } from '../browser-storage.ts';
import { isPassing } from '../network/is-passing.ts';

export interface LastAnswers {
  readonly user: Me;
  readonly settings: PublicSettings;
}

const storageKey = 'kerb.driver';

/** Stores the responses of drivers only, until they sign out; other users have to wait for a network. */
export function storeLastAnswers(answers: LastAnswers | null): void {
  deviceStorage.write(storageKey, answers && JSON.stringify(answers));
}

const isAnswers = (value: unknown): value is LastAnswers =>
  typeof value === 'object' && value !== null && 'user' in value && 'settings' in value;

function lastAnswers(): LastAnswers | null {
  const stored = deviceStorage.readJson(storageKey);
  return isAnswers(stored) ? stored : null;
}

/** Removes the stored responses unless they belong to this user; null for no user. */
export function keepLastAnswersOf(uid: string | null): void {
  const stored = lastAnswers();
  if (stored && stored.user.id !== uid) storeLastAnswers(null);
}

/**
 * Whether the server gave no response of its own: no network, or a proxy or server that fails. A session that has ended
 * is a response.
 */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.status !== 401 && isPassing(error);

/**
 * Returns the stored response if the server gave none; rethrows any other error. `shown` is the id of the
 * user on the screen, whose stored responses alone are returned; null while no user is known.
 */
export function insteadOf<Name extends keyof LastAnswers>(
  error: unknown,
  name: Name,
  shown: string | null,
): LastAnswers[Name] {
  const stored = isUnanswered(error) ? lastAnswers() : null;
  if (!stored || (shown !== null && stored.user.id !== shown)) throw error;
  return stored[name];
}
