// Cancels the booking of a day in the caller's transaction, unless it is already cancelled.
import type { Settings } from '@kerb/domain/settings';
import type { Actor, Tx } from '../../kit/index.ts';
import type { RecurringBookingsDeps } from './recurring-bookings.deps.ts';

interface Cancellation {
  booking: string;
  reason: string;
  settings: Pick<Settings, 'AllowCriticalEditsAdmin'>;
}

/**
 * Returns false when it was already cancelled. Throws `transition_not_allowed` for a trip that admins can no longer
 * cancel, and `demo_mode` while critical edits are off.
 */
export async function cancelBooked(
  { booking }: Pick<RecurringBookingsDeps, 'booking'>,
  tx: Tx,
  actor: Actor,
  { booking: id, reason, settings }: Cancellation,
): Promise<boolean> {
  const [before] = await booking.findEach([id]);
  if (before?.status === 'CANCELLED') return false;
  await booking.cancelWithin(tx, actor, { id, reason, settings });
  return true;
}
