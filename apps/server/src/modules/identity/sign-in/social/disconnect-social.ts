// Disconnects a provider from a user's own account, unless it is the only way to sign in.
import type { SocialProvider } from '@kerb/contract';
import { mayDisconnect } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, appendEvent, recordSecurity, type WithTx } from '../../../../kit/index.ts';
import type { User } from '../../users/user.ts';
import { usersRepository } from '../../users/users.repository.ts';
import { socialRepository } from './social.repository.ts';

/** Throws `not_found` for a provider that is not connected, and `last_way_in`. */
export function createDisconnectSocial({ withTx }: { withTx: WithTx }) {
  return function disconnectSocial({ uid }: Actor, provider: SocialProvider): Promise<User> {
    return withTx(async (tx) => {
      // Locks the user's row, because two providers may be disconnected at once.
      const user = await usersRepository(tx).findForUpdate(uid);
      const social = socialRepository(tx);
      const connected = await social.providersOf(uid);
      if (user === null || !connected.includes(provider)) throw new DomainError('not_found');
      if (!mayDisconnect({ mobile: user.mobile, identities: connected.length }))
        throw new DomainError('last_way_in');
      await social.disconnect(provider, uid);
      recordSecurity(tx, { event: 'provider_disconnected', uid, provider });
      await appendEvent(tx, { name: 'me.changed', topics: [`user:${uid}`], data: {} });
      return user;
    });
  };
}
