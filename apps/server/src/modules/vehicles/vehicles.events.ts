// The event that shared vehicles publish: to who manages them, and to the drivers who may take them.
import { appendEvent, type Tx } from '../../kit/index.ts';
import { managerTopics, userTopics } from '../identity/index.ts';

interface Announced {
  id: string;
  fleetadmin: string | null;
}

/** `drivers`: who may take the vehicle or has it. */
export const publishVehicleChanged = (
  tx: Tx,
  { id, fleetadmin }: Announced,
  drivers: Iterable<string>,
): Promise<void> =>
  appendEvent(tx, {
    name: 'vehicle.changed',
    topics: [...managerTopics(fleetadmin), ...[...new Set(drivers)].map(userTopics.person)],
    data: { vehicle_id: id },
  });
