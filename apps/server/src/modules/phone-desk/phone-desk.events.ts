// Events of the phone desk: they contain ids only, because events outlive a deleted account.
import { appendEvent, type Tx } from '../../kit/index.ts';

export const phoneDeskTopics = { calls: 'calls:all' } as const;

/** Publishes that a call changed, so that the consoles of admins who take calls reload the calls. */
export const publishCallChanged = (tx: Tx, call: string): Promise<void> =>
  appendEvent(tx, { name: 'call.changed', topics: [phoneDeskTopics.calls], data: { call_id: call } });

/** Publishes a confirmation, for the notice to the rider with a link below this origin. */
export const publishConfirmation = (tx: Tx, booking: string, origin: string): Promise<void> =>
  appendEvent(tx, { name: 'booking.confirmation', topics: [], data: { booking_id: booking, origin } });
