// Creates deliveries for tests: booked by an admin, so that no prepayment is needed, with a driver assigned.
import { routes } from '@kerb/contract';
import type { Actor } from '../../../kit/index.ts';
import type { BookingEnvironment } from './booking-environment.ts';

export const someone = { deliveryPerson: 'Leo', deliveryPersonPhone: '099 123 456' };

/**
 * Switches the environment to deliveries and makes one that is ARRIVED, ACCEPTED or NEW, with its driver at the pickup.
 */
export async function aDelivery(
  environment: BookingEnvironment,
  until: 'NEW' | 'ACCEPTED' | 'ARRIVED' = 'ARRIVED',
  fleetadmin: string | null = null,
): Promise<{ id: string; admin: Actor; rider: Actor; driver: Actor }> {
  environment.set({ appcat: 'delivery' });
  const admin = await environment.addAdmin();
  const rider = await environment.addRider();
  const driver = await environment.addDriver(fleetadmin);
  const forRider = { booking_type_admin: true, userDetails: { uid: rider.uid }, instructionData: someone };
  const id = await environment.book(admin, forRider);
  await environment.ask(id, [driver]);
  const steps = [
    ['ACCEPTED', routes.acceptBooking],
    ['ARRIVED', routes.arriveBooking],
  ] as const;
  if (until === 'NEW') return { id, admin, rider, driver };
  for (const [status, route] of steps) {
    const answer = await environment.call(driver, route, id);
    if (answer.status !== 200) throw new Error(`${status}: ${JSON.stringify(answer.body)}`);
    if (status === until) break;
  }
  return { id, admin, rider, driver };
}
