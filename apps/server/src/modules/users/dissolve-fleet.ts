// Removes a former fleet admin from their drivers; each driver's audit trail records the actor.
import type { Actor, Tx } from '../../kit/index.ts';
import type { UsersDeps } from './users.deps.ts';

export async function dissolveFleet(
  { fleet, identity }: Pick<UsersDeps, 'fleet' | 'identity'>,
  tx: Tx,
  actor: Actor,
  fleetadmin: string,
): Promise<void> {
  for (const uid of await fleet.dissolveFleet(tx, fleetadmin))
    await identity.recordAudit(tx, { uid, by: actor.uid, action: 'edit', before: { fleetadmin } });
}
