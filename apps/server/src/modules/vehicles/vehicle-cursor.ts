// Encodes and decodes the cursor of the list of vehicles.
import type { VehicleSort } from '@kerb/contract';
import { createSortedCursor } from '../../kit/index.ts';

export const vehicleCursor = createSortedCursor<VehicleSort>({
  vehicleNumber: 'text',
  vehicleMake: 'text',
  takenAt: 'whole',
  createdAt: 'whole',
});
