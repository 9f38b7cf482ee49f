// Stores the server's record of the signed-in user in the Redux store, from which every screen reads it, or clears it.
import type { Me } from '@kerb/contract';
import { signOut, updateProfile } from '@kerb/sdk/store';
import { store } from './store.ts';

/** Call it with the response of a request that changed the user's own record. */
export function updateMe(me: Me): void {
  store.dispatch(updateProfile.fulfilled(me, '', {}));
}

/** Call it after the account was deleted: signs the user out and clears their data. */
export function clearMe(): void {
  store.dispatch(signOut.fulfilled(undefined, ''));
}
