// Cancels the booking of a day in the caller's transaction, if it is not cancelled yet.
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Actor, Tx } from '../../kit/index.ts';
import type { RecurringBookingsDeps } from './recurring-bookings.deps.ts';

interface Cancellation {
  booking: string;
  reason: string;
  settings: Pick<Settings, 'AllowCriticalEditsAdmin'>;
}

/**
 * False when it was cancelled before. Throws `transition_not_allowed` for a trip that admins can no longer cancel, and
 * `demo_mode` while critical edits are off.
 */
export async function cancelBooked(
  { booking }: Pick<RecurringBookingsDeps, 'booking'>,
  tx: Tx,
  actor: Actor,
  { booking: id, reason, settings }: Cancellation,
): Promise<boolean> {
  const [before] = await booking.findEach([id]);
  if (before?.status === 'CANCELLED') return false;
  try {
    await booking.cancelWithin(tx, actor, { id, reason, settings });
    return true;
  } catch (error) {
    // The driver has arrived: of the people of a booking only rider and driver may still cancel it.
    if (error instanceof DomainError && error.code === 'forbidden')
      throw new DomainError('transition_not_allowed', error.detail);
    throw error;
  }
}
