// The phone desk's events: ids only, because events outlive a deleted account.
import { appendEvent, type Tx } from '../../kit/index.ts';

export const phoneDeskTopics = { calls: 'calls:all' } as const;

/** The consoles of admins who take calls read them again. */
export const publishCallChanged = (tx: Tx, call: string): Promise<void> =>
  appendEvent(tx, { name: 'call.changed', topics: [phoneDeskTopics.calls], data: { call_id: call } });

/** The rider gets a notice with a link below this origin. */
export const publishConfirmation = (tx: Tx, booking: string, origin: string): Promise<void> =>
  appendEvent(tx, { name: 'booking.confirmation', topics: [], data: { booking_id: booking, origin } });
