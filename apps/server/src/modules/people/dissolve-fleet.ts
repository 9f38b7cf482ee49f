// The drivers of a fleet admin who is one no longer are freed, and each one's audit says by whom.
import type { Actor, Tx } from '../../kit/index.ts';
import type { PeopleDeps } from './people.deps.ts';

export async function dissolveFleet(
  { fleet, identity }: Pick<PeopleDeps, 'fleet' | 'identity'>,
  tx: Tx,
  actor: Actor,
  fleetadmin: string,
): Promise<void> {
  for (const uid of await fleet.dissolveFleet(tx, fleetadmin))
    await identity.recordAudit(tx, { uid, by: actor.uid, action: 'edit', before: { fleetadmin } });
}
