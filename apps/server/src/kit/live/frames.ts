// The messages of the live socket that the server sends, and the ones it carries between its own parts.
import type { LiveServerMessage } from '@kerb/contract';
import type { BusTopic } from '../../ports/bus.ts';

export interface LivePosition {
  driver: string;
  lat: number;
  lng: number;
  /** ms since the epoch */
  at: number;
  heading: number | null;
}

export interface LiveEta {
  to: 'pickup' | 'drop';
  time_in_secs: number;
  distance_in_km: number;
  polyline: string;
}

/** Not stored: the newest wins, and one that is lost is replaced by the next. */
export type LiveMoment = { position: LivePosition } | { eta: LiveEta };

export const liveMoments: BusTopic<{ topics: readonly string[]; moment: LiveMoment }> = {
  name: 'live.moments',
};

/** Two moments with one key replace each other. */
export const momentKey = (moment: LiveMoment): string =>
  'position' in moment ? `position ${moment.position.driver}` : `eta ${moment.eta.to}`;

/** The frame for a client that subscribed to `topic`. Fields are listed: nothing else may leave. */
export function momentFrame(topic: string, moment: LiveMoment): LiveServerMessage {
  if ('position' in moment) {
    const { driver, lat, lng, at, heading } = moment.position;
    return { type: 'position', topic, driver, lat, lng, at, heading };
  }
  const { to, time_in_secs, distance_in_km, polyline } = moment.eta;
  return { type: 'eta', topic, to, time_in_secs, distance_in_km, polyline };
}
