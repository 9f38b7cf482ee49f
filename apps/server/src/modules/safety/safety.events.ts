// Events of the safety module: they contain ids only, because events outlive a deleted account.
import { appendEvent, type Tx } from '../../kit/index.ts';
import type { AlertRow } from './safety.tables.ts';

export const safetyTopics = { alerts: 'alerts:all' } as const;

type AlertRef = Pick<AlertRow, 'id' | 'booking' | 'kind'>;

const dataOf = ({ id, booking, kind }: AlertRef) => ({ alert_id: id, booking_id: booking, kind });

/** Publishes that an alert changed, so that consoles reload the alerts. */
export const publishAlertChanged = (tx: Tx, alert: AlertRef): Promise<void> =>
  appendEvent(tx, { name: 'alert.changed', topics: [safetyTopics.alerts], data: dataOf(alert) });

/** Published when an alert is raised or repeated: admins who are not at the console are notified too. */
export async function publishAlertRaised(tx: Tx, alert: AlertRef & Pick<AlertRow, 'driver'>): Promise<void> {
  const data = { ...dataOf(alert), driver: alert.driver };
  await appendEvent(tx, { name: 'alert.raised', topics: [], data });
  await publishAlertChanged(tx, alert);
}
