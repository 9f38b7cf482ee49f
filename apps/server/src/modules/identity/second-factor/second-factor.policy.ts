// Permissions to remove second factors.
import { mayHaveSecondFactor } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Actor } from '../../../kit/index.ts';
import type { User } from '../users/user.ts';

export const secondFactorPolicy = {
  /** Users may remove their last factor only while their role does not require one. */
  removeLast(actor: Actor): void {
    if (actor.secondFactor !== undefined) throw new DomainError('last_second_factor');
  },
  /** An admin may reset the factors of other admins and of fleet admins, but not their own. */
  reset(actor: Actor, person: User | null, settings: Pick<Settings, 'AllowCriticalEditsAdmin'>): void {
    if (actor.usertype !== 'admin') throw new DomainError('forbidden');
    if (!settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
    if (person === null || !mayHaveSecondFactor(person.usertype)) throw new DomainError('not_found');
    if (person.uid === actor.uid) throw new DomainError('own_account');
  },
} as const;
