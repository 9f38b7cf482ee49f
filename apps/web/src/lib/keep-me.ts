// Puts what the server answered about oneself where every screen reads it: the store's own record, or nobody's.
import type { Me } from '@kerb/contract';
import { signOut, updateProfile } from '@kerb/sdk/store';
import { store } from './store.ts';

/** After any change of one's own record that answered with it. */
export function keepMe(me: Me): void {
  store.dispatch(updateProfile.fulfilled(me, '', {}));
}

/** After the account was deleted: nobody is signed in, and what was loaded for that person is gone. */
export function forgetMe(): void {
  store.dispatch(signOut.fulfilled(undefined, ''));
}
