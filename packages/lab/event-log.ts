// Event log of a run. Its hash shows whether two runs were identical, and the report replays the run from it.
import { createHash } from 'node:crypto';
import type { LatLng } from '@kerb/domain/geo';

export const eventKinds = [
  'requested',
  'offered',
  'declined',
  'expired',
  'withdrawn',
  'accepted',
  'picked_up',
  'completed',
  'cancelled_waiting',
  'cancelled_pickup',
  'timed_out',
  'on_duty',
  'off_duty',
  'disappeared',
  'drive',
] as const;
export type EventKind = (typeof eventKinds)[number];

export interface LabEvent {
  at: number;
  kind: EventKind;
  booking: string | null;
  driver: string | null;
  /** For a drive: start, destination and end time. */
  drive: { from: LatLng; to: LatLng; until: number; purpose: 'cruise' | 'pickup' | 'trip' } | null;
}

export interface EventLog {
  readonly events: readonly LabEvent[];
  add(event: LabEvent): void;
  /** SHA-256 of the events in their order. */
  hash(): string;
}

const point = ({ lat, lng }: LatLng): string => `${lat.toFixed(6)},${lng.toFixed(6)}`;

function lineOf({ at, kind, booking, driver, drive }: LabEvent): string {
  const way = drive ? ` ${drive.purpose} ${point(drive.from)} ${point(drive.to)} ${drive.until}` : '';
  return `${at} ${kind} ${booking ?? '-'} ${driver ?? '-'}${way}\n`;
}

export function createEventLog(): EventLog {
  const events: LabEvent[] = [];
  return {
    events,
    add(event) {
      events.push(event);
    },
    hash() {
      const hash = createHash('sha256');
      for (const event of events) hash.update(lineOf(event));
      return hash.digest('hex');
    },
  };
}
