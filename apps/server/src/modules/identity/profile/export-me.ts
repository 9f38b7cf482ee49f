// The data export: everything stored about a user, as one document for that user.
import type { Me } from '@kerb/contract';
import type { SavedAddress } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Clock } from '../../../kit/index.ts';
import type { AccountData } from '../identity.ports.ts';
import type { OwnSecondFactor } from '../second-factor/export-second-factor.ts';
import type { ExportedSession } from '../sessions/list-sessions.ts';
import type { KnownSignIn } from '../sign-in/known-callers.repository.ts';

/** A change made by an admin, without the admin's identity. */
interface AuditedChange {
  at: number;
  action: string;
  before: unknown;
  after: unknown;
}

export interface ExportMeDeps {
  clock: Clock;
  presentMe: (uid: string) => Promise<Me | null>;
  sessionsOf: (actor: Actor) => Promise<readonly ExportedSession[]>;
  /** Names of passkeys, the authenticator app and the number of recovery codes left, without keys and secrets. */
  secondFactorOf: (uid: string) => Promise<OwnSecondFactor>;
  /** The installations that receive push messages, without their tokens. */
  devicesOf: (actor: Actor) => Promise<readonly { userPlatform: string; at: number }[]>;
  /** Times of the sign-ins on each known device and from each known network. */
  knownDevices: (uid: string) => Promise<readonly KnownSignIn[]>;
  knownNetworks: (uid: string) => Promise<readonly KnownSignIn[]>;
  savedAddresses: (uid: string) => Promise<readonly SavedAddress[]>;
  changesByAdmins: (uid: string) => Promise<readonly AuditedChange[]>;
  data: Pick<AccountData, 'exportOf'>;
}

/** Times are ms since the epoch, amounts major units. */
export function createExportMe(deps: ExportMeDeps) {
  return async function exportMe(actor: Actor): Promise<Record<string, unknown>> {
    const [profile, sessions, secondFactor, devices, savedAddresses, changesByAdmins, others] =
      await Promise.all([
        deps.presentMe(actor.uid),
        deps.sessionsOf(actor),
        deps.secondFactorOf(actor.uid),
        deps.devicesOf(actor),
        deps.savedAddresses(actor.uid),
        deps.changesByAdmins(actor.uid),
        deps.data.exportOf(actor.uid),
      ]);
    if (profile === null) throw new DomainError('not_logged_in');
    return {
      exportedAt: deps.clock.now(),
      profile,
      sessions,
      secondFactor,
      devices,
      savedAddresses,
      changesByAdmins: changesByAdmins.map(({ at, action, before, after }) => ({
        at,
        action,
        before,
        after,
      })),
      knownDevices: await deps.knownDevices(actor.uid),
      knownNetworks: await deps.knownNetworks(actor.uid),
      ...others,
    };
  };
}

/** "kerb-data-2026-03-02.json", by the date in UTC. */
export const exportFileName = (now: number): string =>
  `kerb-data-${new Date(now).toISOString().slice(0, 10)}.json`;
