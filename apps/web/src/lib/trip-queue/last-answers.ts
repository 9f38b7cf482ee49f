// What the server last said about a driver and the operator: a phone that starts without a network goes on with it.
import type { Me, PublicSettings } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';

export interface LastAnswers {
  readonly user: Me;
  readonly settings: PublicSettings;
}

const storageKey = 'kerb.driver';

/** Only drivers' responses are stored, until they sign out: other users can wait for a network. */
export function keepLastAnswers(answers: LastAnswers | null): void {
  try {
    if (answers) localStorage.setItem(storageKey, JSON.stringify(answers));
    else localStorage.removeItem(storageKey);
  } catch {
    // Private windows may refuse storage; the app then starts only with a network.
  }
}

const isAnswers = (value: unknown): value is LastAnswers =>
  typeof value === 'object' && value !== null && 'user' in value && 'settings' in value;

function lastAnswers(): LastAnswers | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return isAnswers(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** The answer of before where the server was not reached; any other failure is thrown on. */
export function insteadOf<Name extends keyof LastAnswers>(error: unknown, name: Name): LastAnswers[Name] {
  const stored = error instanceof ApiError && error.status === 0 ? lastAnswers() : null;
  if (!stored) throw error;
  return stored[name];
}
