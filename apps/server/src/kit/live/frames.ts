// Encodes the messages that the server sends on the live socket, and defines the internal updates behind them.
import type { LiveServerMessage } from '@kerb/contract';
import type { BusTopic } from '../../ports/bus.ts';
import type { StoredEvent } from '../outbox/outbox.repository.ts';
import { textFrame } from './text-frame.ts';

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
  /** Uid of the author, to whom the update is not sent. */
  from: string;
}

/** Updates are not stored: the newest one wins, and the next one replaces a lost one. */
export type LiveUpdate = { position: LivePosition } | { eta: LiveEta } | { typing: LiveTyping };

export const liveUpdates: BusTopic<{ topics: readonly string[]; update: LiveUpdate }> = {
  name: 'live.moments',
};

/** Two updates with the same key replace each other. */
export function updateKey(update: LiveUpdate): string {
  if ('position' in update) return `position ${update.position.driver}`;
  return 'eta' in update ? `eta ${update.eta.to}` : `typing ${update.typing.from}`;
}

/** Uid of the author, to whom the update is not sent; null when all subscribers receive it. */
export const updateAuthor = (update: LiveUpdate): string | null =>
  'typing' in update ? update.typing.from : null;

/** The message for a client that subscribed to `topic`. It lists its fields, so that no other field reaches clients. */
function updateMessage(topic: string, update: LiveUpdate): LiveServerMessage {
  if ('position' in update) {
    const { driver, lat, lng, at, heading } = update.position;
    return { type: 'position', topic, driver, lat, lng, at, heading };
  }
  if ('typing' in update) return { type: 'typing', topic, from: update.typing.from };
  const { to, time_in_secs, distance_in_km, polyline } = update.eta;
  return { type: 'eta', topic, to, time_in_secs, distance_in_km, polyline };
}

/** Cache of an update's bytes by topic; entries disappear together with the update. */
const updateFrames = new WeakMap<LiveUpdate, Map<string, Buffer>>();

export function encodeUpdate(topic: string, update: LiveUpdate): Buffer {
  const frames = updateFrames.get(update) ?? new Map<string, Buffer>();
  updateFrames.set(update, frames);
  const known = frames.get(topic);
  if (known !== undefined) return known;
  const frame = textFrame(JSON.stringify(updateMessage(topic, update)));
  frames.set(topic, frame);
  return frame;
}

/** Cache of the bytes of the last encoded event only, because events themselves are retained longer. */
let lastEvent: { event: StoredEvent; frames: Map<string, Buffer> } | null = null;

export function encodeEvent(topic: string, event: StoredEvent): Buffer {
  if (lastEvent?.event !== event) lastEvent = { event, frames: new Map() };
  const known = lastEvent.frames.get(topic);
  if (known !== undefined) return known;
  const { position, name, data } = event;
  const message: LiveServerMessage = { type: 'event', topic, seq: position, name, data };
  const frame = textFrame(JSON.stringify(message));
  lastEvent.frames.set(topic, frame);
  return frame;
}
