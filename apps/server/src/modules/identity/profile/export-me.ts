// Everything kept about a person, as one document for that person.
import type { Me, SessionView } from '@kerb/contract';
import type { SavedAddress } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Clock } from '../../../kit/index.ts';

/** A change an admin made, without who the admin was. */
interface AuditedChange {
  at: number;
  action: string;
  before: unknown;
  after: unknown;
}

export interface ExportMeDeps {
  clock: Clock;
  presentMe: (uid: string) => Promise<Me | null>;
  sessionsOf: (actor: Actor) => Promise<readonly SessionView[]>;
  /** The installations that take push messages, without their tokens. */
  devicesOf: (actor: Actor) => Promise<readonly { userPlatform: string; at: number }[]>;
  savedAddresses: (uid: string) => Promise<readonly SavedAddress[]>;
  changesByAdmins: (uid: string) => Promise<readonly AuditedChange[]>;
  /** The parts of other modules by their name: bookings, wallet, documents, notices, ratings … */
  exportElsewhere: (uid: string) => Promise<Readonly<Record<string, unknown>>>;
}

/** Times are ms since the epoch, amounts major units. */
export function createExportMe(deps: ExportMeDeps) {
  return async (actor: Actor): Promise<Record<string, unknown>> => {
    const [profile, sessions, devices, savedAddresses, changesByAdmins, elsewhere] = await Promise.all([
      deps.presentMe(actor.uid),
      deps.sessionsOf(actor),
      deps.devicesOf(actor),
      deps.savedAddresses(actor.uid),
      deps.changesByAdmins(actor.uid),
      deps.exportElsewhere(actor.uid),
    ]);
    if (profile === null) throw new DomainError('not_logged_in');
    return {
      exportedAt: deps.clock.now(),
      profile,
      sessions,
      devices,
      savedAddresses,
      changesByAdmins: changesByAdmins.map(({ at, action, before, after }) => ({
        at,
        action,
        before,
        after,
      })),
      ...elsewhere,
    };
  };
}

/** "kerb-data-2026-03-02.json" by the calendar of UTC. */
export const exportFileName = (now: number): string =>
  `kerb-data-${new Date(now).toISOString().slice(0, 10)}.json`;
