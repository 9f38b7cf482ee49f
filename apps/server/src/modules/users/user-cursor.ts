// Encodes and decodes the cursor of a list of users.
import type { UserSort } from '@kerb/contract';
import { createSortedCursor } from '../../kit/index.ts';

export const userCursor = createSortedCursor<UserSort>({
  createdAt: 'whole',
  firstName: 'text',
  lastName: 'text',
  email: 'text',
  mobile: 'text',
  walletBalance: 'whole',
  rating: 'number',
  vehicleNumber: 'text',
  review: 'small',
  duty: 'small',
  documents: 'whole',
  carType: 'text',
  fleetadmin: 'text',
});
