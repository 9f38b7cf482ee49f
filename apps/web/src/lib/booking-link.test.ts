// Tests that a booking link opens the screen of the viewer's role.
import { expect, it } from 'vitest';
import { bookingLink } from './booking-link.ts';

it.each([
  ['rider', '/trip/b%2F1'],
  ['driver', '/driver/trip/b%2F1'],
  ['admin', '/bookings/b%2F1'],
  ['fleetadmin', '/bookings/b%2F1'],
] as const)('leads the %s to %s', (usertype, address) => {
  expect(bookingLink({ id: 'b/1' }, usertype)).toBe(address);
});
