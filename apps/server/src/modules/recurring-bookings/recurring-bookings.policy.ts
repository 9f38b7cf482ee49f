// Permissions of recurring bookings: admins only.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';

function onlyAdmin(actor: Actor): void {
  if (actor.usertype !== 'admin') throw new DomainError('forbidden');
}

export const recurringBookingsPolicy = {
  add: onlyAdmin,
  list: onlyAdmin,
  skipDay: onlyAdmin,
  stop: onlyAdmin,
} as const;
