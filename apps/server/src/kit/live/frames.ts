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

export interface LiveTyping {
  /** Uid of who writes, who is not told. */
  from: string;
}

/** Not stored: the newest wins, and one that is lost is replaced by the next. */
export type LiveMoment = { position: LivePosition } | { eta: LiveEta } | { typing: LiveTyping };

export const liveMoments: BusTopic<{ topics: readonly string[]; moment: LiveMoment }> = {
  name: 'live.moments',
};

/** Two moments with one key replace each other. */
export function momentKey(moment: LiveMoment): string {
  if ('position' in moment) return `position ${moment.position.driver}`;
  return 'eta' in moment ? `eta ${moment.eta.to}` : `typing ${moment.typing.from}`;
}

/** Whose own doing it is: it is not shown to them. */
export const momentMaker = (moment: LiveMoment): string | null =>
  'typing' in moment ? moment.typing.from : null;

/** The frame for a client that subscribed to `topic`. Fields are listed: nothing else may leave. */
export function momentFrame(topic: string, moment: LiveMoment): LiveServerMessage {
  if ('position' in moment) {
    const { driver, lat, lng, at, heading } = moment.position;
    return { type: 'position', topic, driver, lat, lng, at, heading };
  }
  if ('typing' in moment) return { type: 'typing', topic, from: moment.typing.from };
  const { to, time_in_secs, distance_in_km, polyline } = moment.eta;
  return { type: 'eta', topic, to, time_in_secs, distance_in_km, polyline };
}
