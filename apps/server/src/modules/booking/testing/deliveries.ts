// Deliveries for the tests: booked by an admin, so that nothing has to be paid first, with a driver on the way.
import { routes } from '@kerb/contract';
import type { Actor } from '../../../kit/index.ts';
import type { BookingWorld } from './booking-world.ts';

export const someone = { deliveryPerson: 'Leo', deliveryPersonPhone: '099 123 456' };

/** Sets the world to deliveries; the booking is ARRIVED, ACCEPTED or NEW, its driver at the pickup. */
export async function aDelivery(
  world: BookingWorld,
  until: 'NEW' | 'ACCEPTED' | 'ARRIVED' = 'ARRIVED',
  fleetadmin: string | null = null,
): Promise<{ id: string; admin: Actor; rider: Actor; driver: Actor }> {
  world.set({ appcat: 'delivery' });
  const [admin, rider] = [await world.addAdmin(), await world.addRider()];
  const driver = await world.addDriver(fleetadmin);
  const forRider = { booking_type_admin: true, userDetails: { uid: rider.uid }, instructionData: someone };
  const id = await world.book(admin, forRider);
  await world.ask(id, [driver]);
  const steps = [
    ['ACCEPTED', routes.acceptBooking],
    ['ARRIVED', routes.arriveBooking],
  ] as const;
  if (until === 'NEW') return { id, admin, rider, driver };
  for (const [status, route] of steps) {
    const answer = await world.call(driver, route, id);
    if (answer.status !== 200) throw new Error(`${status}: ${JSON.stringify(answer.body)}`);
    if (status === until) break;
  }
  return { id, admin, rider, driver };
}
