// Sends the rider a text message with the booking and a link to track it.
import { isActive } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import type { PhoneDeskDeps } from './phone-desk.deps.ts';
import { publishConfirmation } from './phone-desk.events.ts';

/**
 * Throws `not_found` for a missing booking, `transition_not_allowed` when it is over, and `incomplete_user` for a rider
 * without a mobile.
 */
export function createConfirmBooking(deps: Pick<PhoneDeskDeps, 'withTx' | 'identity' | 'booking'>) {
  const { withTx, identity, booking } = deps;
  return async function confirmBooking(id: string, origin: string): Promise<void> {
    const found = await booking.find(id);
    if (!found) throw new DomainError('not_found');
    if (!isActive(found.status)) throw new DomainError('transition_not_allowed');
    const rider = await identity.userOf(found.customer);
    if (!rider?.mobile) throw new DomainError('incomplete_user');
    await withTx((tx) => publishConfirmation(tx, id, origin));
  };
}
