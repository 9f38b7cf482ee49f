// The messages of the live socket that the server sends, and the ones it carries between its own parts.
import type { LiveServerMessage } from '@kerb/contract';
import type { BusTopic } from '../../ports/bus.ts';
import type { StoredEvent } from '../outbox/outbox.repository.ts';

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
  /** Uid of the author, who does not receive it. */
  from: string;
}

/** Not stored: the newest wins, and one that is lost is replaced by the next. */
export type LiveUpdate = { position: LivePosition } | { eta: LiveEta } | { typing: LiveTyping };

export const liveUpdates: BusTopic<{ topics: readonly string[]; update: LiveUpdate }> = {
  name: 'live.moments',
};

/** Two updates with one key replace each other. */
export function updateKey(update: LiveUpdate): string {
  if ('position' in update) return `position ${update.position.driver}`;
  return 'eta' in update ? `eta ${update.eta.to}` : `typing ${update.typing.from}`;
}

/** Whose own doing it is: it is not shown to them. */
export const updateAuthor = (update: LiveUpdate): string | null =>
  'typing' in update ? update.typing.from : null;

/** The frame for a client that subscribed to `topic`. Fields are listed: nothing else may leave. */
function updateFrame(topic: string, update: LiveUpdate): LiveServerMessage {
  if ('position' in update) {
    const { driver, lat, lng, at, heading } = update.position;
    return { type: 'position', topic, driver, lat, lng, at, heading };
  }
  if ('typing' in update) return { type: 'typing', topic, from: update.typing.from };
  const { to, time_in_secs, distance_in_km, polyline } = update.eta;
  return { type: 'eta', topic, to, time_in_secs, distance_in_km, polyline };
}

/** The JSON of messages that many sockets get, made once for each object and topic. */
function createEncoder<Source extends object>(
  messageOf: (topic: string, source: Source) => LiveServerMessage,
) {
  const textsOf = new WeakMap<Source, Map<string, string>>();
  return (topic: string, source: Source): string => {
    const texts = textsOf.get(source) ?? new Map<string, string>();
    textsOf.set(source, texts);
    const known = texts.get(topic);
    if (known !== undefined) return known;
    const text = JSON.stringify(messageOf(topic, source));
    texts.set(topic, text);
    return text;
  };
}

export const encodeUpdate = createEncoder(updateFrame);

export const encodeEvent = createEncoder(
  (topic, { position, name, data }: StoredEvent): LiveServerMessage => ({
    type: 'event',
    topic,
    seq: position,
    name,
    data,
  }),
);
