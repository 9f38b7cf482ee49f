// Somebody leaves for good: what is kept of the safety of their trips says nothing of who they were.
import type { Tx } from '../../kit/index.ts';
import { alertRepository } from './alerts/alert.repository.ts';
import { shareRepository } from './share/share.repository.ts';

/** Links to these trips are gone; of alerts what happened, when and where stays, without the words of who minded it. */
export async function eraseTrips(tx: Tx, bookings: readonly string[]): Promise<void> {
  await shareRepository(tx).removeOf(bookings);
  await alertRepository(tx).forgetNotes(bookings);
}
