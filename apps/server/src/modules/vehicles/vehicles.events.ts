// Event of shared vehicles, published to their managers and to the drivers who may take them.
import { appendEvent, type Tx } from '../../kit/index.ts';
import { managerTopics, userTopics } from '../identity/index.ts';

interface Announced {
  id: string;
  fleetadmin: string | null;
}

/** `drivers`: the drivers who may take the vehicle or have it. */
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
