// What safety tells the live sockets and the rest of the house: ids only.
import { appendEvent, type Tx } from '../../kit/index.ts';
import type { AlertRow } from './safety.tables.ts';

export const safetyTopics = { alerts: 'alerts:all' } as const;

type Told = Pick<AlertRow, 'id' | 'booking' | 'kind'>;

const dataOf = ({ id, booking, kind }: Told) => ({ alert_id: id, booking_id: booking, kind });

/** The console reads the alerts again. */
export const tellAlertChanged = (tx: Tx, alert: Told): Promise<void> =>
  appendEvent(tx, { name: 'alert.changed', topics: [safetyTopics.alerts], data: dataOf(alert) });

/** Something new has happened: whoever is not at the console is to be told too. */
export async function tellAlertRaised(tx: Tx, alert: Told): Promise<void> {
  await appendEvent(tx, { name: 'alert.raised', topics: [], data: dataOf(alert) });
  await tellAlertChanged(tx, alert);
}
