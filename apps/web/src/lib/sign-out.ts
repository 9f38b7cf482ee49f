// Signs the user out, and stores the error of a failed attempt, so that every screen can show it with a way to retry.
import { signOut } from '@kerb/sdk/store';
import { store } from './store.ts';

export interface SignOutState {
  readonly isBusy: boolean;
  /** Error code of the last attempt; null after a success and before the first attempt. */
  readonly problem: string | null;
}

let state: SignOutState = { isBusy: false, problem: null };
const listeners = new Set<() => void>();

function change(next: SignOutState): void {
  state = next;
  for (const listener of [...listeners]) listener();
}

export const signOutState = (): SignOutState => state;

/** For useSyncExternalStore. */
export function onSignOutState(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const forgetSignOutProblem = (): void => change({ ...state, problem: null });

/** Never rejects. The problem of an earlier attempt is shown until this one has ended. */
export async function signOutUser(): Promise<void> {
  if (state.isBusy) return;
  change({ ...state, isBusy: true });
  const result = await store.dispatch(signOut());
  const isFailed = signOut.rejected.match(result);
  change({ isBusy: false, problem: isFailed ? (result.payload ?? 'internal') : null });
}
