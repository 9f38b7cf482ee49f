// Who may remove a second factor, and whose.
import { mayHaveSecondFactor } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Actor } from '../../../kit/index.ts';
import type { User } from '../users/user.ts';

export const secondFactorPolicy = {
  /** Users may remove their own last factor only where none is required. */
  removeLast(actor: Actor): void {
    if (actor.secondFactor !== undefined) throw new DomainError('last_second_factor');
  },
  /** An admin those of other admins and of fleet admins; one's own are removed in the profile. */
  reset(actor: Actor, person: User | null, settings: Pick<Settings, 'AllowCriticalEditsAdmin'>): void {
    if (actor.usertype !== 'admin') throw new DomainError('forbidden');
    if (!settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
    if (person === null || !mayHaveSecondFactor(person.usertype)) throw new DomainError('not_found');
    if (person.uid === actor.uid) throw new DomainError('own_account');
  },
} as const;
