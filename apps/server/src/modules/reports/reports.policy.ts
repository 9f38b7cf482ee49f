// Scopes of reports: all bookings and wallets for admins, those of their own drivers for fleet admins.
import { managedBy } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';

const only =
  (usertype: Actor['usertype']) =>
  (actor: Actor): void => {
    if (actor.usertype !== usertype) throw new DomainError('forbidden');
  };

/** One line for each report; its CSV and PDF have the same scope. */
export const reportsPolicy = {
  getDashboard: managedBy,
  getFigures: managedBy,
  getEarnings: only('admin'),
  getDriverEarnings: managedBy,
  getMyStatement: only('driver'),
  getMyDay: only('driver'),
  getStatement: managedBy,
} as const;
