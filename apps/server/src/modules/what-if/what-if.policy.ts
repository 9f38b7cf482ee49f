// Permissions of what-if: admins only.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';

function onlyAdmin(actor: Actor): void {
  if (actor.usertype !== 'admin') throw new DomainError('forbidden');
}

export const whatIfPolicy = {
  listDays: onlyAdmin,
  listRuns: onlyAdmin,
  startRun: onlyAdmin,
  viewRun: onlyAdmin,
  cancelRun: onlyAdmin,
} as const;
