// Puts the server's record of the signed-in user into the store, where every screen reads it, or clears it.
import type { Me } from '@kerb/contract';
import { signOut, updateProfile } from '@kerb/sdk/store';
import { store } from './store.ts';

/** After any change of one's own record that answered with it. */
export function keepMe(me: Me): void {
  store.dispatch(updateProfile.fulfilled(me, '', {}));
}

/** After the account was deleted: signs the user out and clears their data. */
export function forgetMe(): void {
  store.dispatch(signOut.fulfilled(undefined, ''));
}
