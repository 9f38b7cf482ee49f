// Adapter for messages between servers through Redis, and through PostgreSQL while some server cannot receive through
// Redis (ADR 19).
import { z } from 'zod';
import { atMost } from '../../../kit/at-most.ts';
import type { OtherServers, SharedTopic } from '../../../ports/other-servers.ts';
import type { RedisAddress } from '../../../redis-address.ts';
import { createListeners, type ListenerDeps, SERVER_STATE } from '../listeners.ts';
import { type CellChannel, type Channel, type Channels, createChannels, GROUPS } from './channels.ts';
import { createHeartbeatTracker, type HeartbeatTracker, LEARN_MS } from './heartbeat-tracker.ts';
import { createLatestMessages, type LatestDeps, type LatestMessages } from './latest-messages.ts';
import { createNeededCells, type NeededCells } from './needed-cells.ts';
import { createConnection } from './redis-connection.ts';
import type { RedisLink } from './redis-link.ts';
import {
  createGathering,
  createKnownCells,
  createSender,
  type KnownCells,
  type Waiting,
} from './send-messages.ts';

/** Maximum time that a start waits for Redis before it continues without, ms. */
const START_WITHIN_MS = 2_000;

interface Timing {
  /** Interval between two heartbeats, ms. */
  beatMs: number;
  /** Delay before another attempt to connect, ms. */
  reconnectMs: number;
  /** Time after its start in which a server may not know all others, ms; depends on heartbeats through PostgreSQL. */
  learnMs: number;
}
const defaultTiming: Timing = { beatMs: 1_000, reconnectMs: 1_000, learnMs: LEARN_MS };

const envelope = z.object({ from: z.string(), said: z.array(z.tuple([z.string(), z.unknown()])) });
/** `stores`: the sender stores its latest messages; servers of earlier versions omit this field. */
const heartbeat = z.object({ from: z.string(), receives: z.boolean(), stores: z.boolean().default(false) });

const state = z.object({
  server: z.string(),
  /** Groups of channels that this server does not receive. */
  lost: z.array(z.number()),
  isEnding: z.boolean(),
});
/** Topic for the state of a server; sent through PostgreSQL, which also reaches servers without Redis. */
const serverState: SharedTopic<z.infer<typeof state>> = {
  name: SERVER_STATE,
  read: (data) => state.parse(data),
};

export interface RedisServersDeps {
  address: RedisAddress;
  /** Identifies the installation; several installations may share a Redis. */
  namespace: string;
  /** Id of this server, the same as in the PostgreSQL adapter. */
  id: string;
  /** Creates the PostgreSQL adapter, which this one starts and closes. `onServer` receives the ids of other servers. */
  createFallback(onServer: (id: string) => void): OtherServers;
  onError(error: unknown): void;
  onUnread: ListenerDeps['onUnread'];
  /** Called when `usesRedisOnly` changes. */
  onChange(usesRedisOnly: boolean): void;
  timing?: Timing;
}

export interface RedisServers extends OtherServers {
  /** Whether all messages go through Redis alone. */
  usesRedisOnly(): boolean;
  /** Number of map cells to which this server subscribes. */
  cellsSubscribed(): number;
}

const everyGroup = Array.from({ length: GROUPS }, (_, group) => group);

interface ReaderDeps {
  id: string;
  channels: Channels;
  heartbeats: HeartbeatTracker;
  /** Groups whose channels cannot be subscribed, although their heartbeats arrive. */
  broken: ReadonlySet<number>;
  deliver(name: string, data: unknown): void;
}

/** Creates the handler of channel payloads: heartbeats and messages. It throws for an unknown format. */
function createReader({ id, channels, heartbeats, broken, deliver }: ReaderDeps) {
  return (channel: string, payload: string): void => {
    const group = channels.groupOfBeat(channel);
    if (group === undefined) {
      const { from, said } = envelope.parse(JSON.parse(payload));
      if (from !== id) for (const [name, data] of said) deliver(name, data);
      return;
    }
    const { from, receives, stores } = heartbeat.parse(JSON.parse(payload));
    const isOwn = from === id;
    if (isOwn && broken.has(group)) return;
    // An own heartbeat that returns proves that this server receives, even if it was sent with `receives: false`.
    heartbeats.recordHeartbeat(group, from, isOwn || receives, isOwn || stores);
  };
}

/** Creates the subscriptions to needed cells, and the reads of messages in other cells. */
function createReading(deps: {
  channels: Channels;
  heartbeats: HeartbeatTracker;
  topics: () => readonly string[];
  deliver: LatestDeps['deliver'];
  onFailure(group: number, error: unknown): void;
  onError(error: unknown): void;
}): { latest: LatestMessages; needed: NeededCells } {
  const { channels, heartbeats } = deps;
  const latest = createLatestMessages({
    channels,
    topics: deps.topics,
    isReachable: heartbeats.receivesHere,
    deliver: deps.deliver,
    onError: deps.onError,
  });
  const needed = createNeededCells({
    channels,
    needsAll: () => !heartbeats.allStore(),
    load: latest.loadCells,
    onFailure: deps.onFailure,
  });
  return { latest, needed };
}

interface PlacesDeps {
  channels: Channels;
  heartbeats: HeartbeatTracker;
  latest: LatestMessages;
  needed: NeededCells;
  known: KnownCells;
  currentLink(): RedisLink | null;
  onError(error: unknown): void;
}

type Places = Pick<OtherServers, 'need' | 'release' | 'receives' | 'refreshArea' | 'refreshKeys' | 'forget'>;

/** Creates the methods of OtherServers for areas and keys: needs, and reads where this server does not receive. */
function createPlaces({
  channels,
  heartbeats,
  latest,
  needed,
  known,
  currentLink,
  onError,
}: PlacesDeps): Places {
  const receivesAll = (cells: readonly CellChannel[]): boolean =>
    needed.has(cells) && cells.every(({ group }) => heartbeats.receivesHere(group));

  return {
    async need(name, area) {
      needed.set(name, area);
      const cells = channels.cellsIn(area);
      if (!receivesAll(cells)) await needed.update();
      return receivesAll(cells);
    },
    release(name) {
      needed.remove(name);
      void needed.update();
    },
    receives: (area) => receivesAll(channels.cellsIn(area)),
    async refreshArea(area) {
      const unread = channels.cellsIn(area).filter((cell) => !receivesAll([cell]));
      return unread.length === 0 || latest.refreshCells(currentLink(), unread);
    },
    async refreshKeys(topic, keys) {
      if (keys.length === 0 || receivesAll(channels.cells)) return true;
      return latest.refreshKeys(currentLink(), topic.name, keys);
    },
    forget(topic, key) {
      const link = currentLink();
      const cell = known.of(topic.name, key);
      known.remove(topic.name, key);
      // A message that cannot be removed expires.
      if (link !== null) latest.forget(link, topic.name, key, cell).catch(onError);
    },
  };
}

/** Returns a message with its channel; `from` is the previous cell of its key, null when the cell is unchanged. */
function waitingOf<Message>(
  topic: SharedTopic<Message>,
  message: Message,
  channels: Channels,
  known: KnownCells,
): { channel: Channel; waiting: Waiting; from: CellChannel | null } {
  const json = JSON.stringify([topic.name, message]);
  const through = (servers: OtherServers) => servers.publish(topic, message);
  const place = topic.placeOf?.(message);
  if (place === undefined)
    return { channel: channels.moments, waiting: { json, stored: null, through }, from: null };
  const cell = channels.cellOf(place);
  const key = topic.keyOf?.(message);
  if (key === undefined) return { channel: cell, waiting: { json, stored: null, through }, from: null };
  const stored = { topic: topic.name, key, cell, json };
  return { channel: cell, waiting: { json, stored, through }, from: known.move(topic.name, key, cell) };
}

interface StatusDeps extends Pick<RedisServersDeps, 'id' | 'onChange'> {
  heartbeats: HeartbeatTracker;
  fallback: OtherServers;
  usesRedisOnly(): boolean;
}

/** Exchanges through PostgreSQL the channel groups that each server has lost, and notifies of changes. */
function createStatus({ id, heartbeats, fallback, usesRedisOnly, onChange }: StatusDeps) {
  const gapListeners: (() => void)[] = [];
  let lostBefore = everyGroup;
  let wasAlone: boolean | null = null;

  function announce(isEnding = false): void {
    fallback.publish(serverState, { server: id, lost: lostBefore, isEnding });
  }
  return {
    announce,
    onGap(listener: () => void): void {
      gapListeners.push(listener);
    },
    /** Subscribes to the announcements of the other servers. */
    follow(): void {
      fallback.subscribe(serverState, ({ server, lost, isEnding }) => {
        if (isEnding) heartbeats.removeServer(server);
        else heartbeats.recordLoss(lost, server);
      });
    },
    /** Reports lost groups to the other servers and to gap listeners, and calls `onChange` after a change. */
    examine(): void {
      const lost = everyGroup.filter((group) => !heartbeats.receivesHere(group));
      const isNew = lost.some((group) => !lostBefore.includes(group));
      lostBefore = lost;
      if (isNew) {
        announce();
        for (const listener of gapListeners) listener();
      }
      const isAlone = usesRedisOnly();
      if (isAlone !== wasAlone) onChange(isAlone);
      wasAlone = isAlone;
    },
  };
}

export function createRedisServers(deps: RedisServersDeps): RedisServers {
  const { id, onError, onUnread, onChange, timing = defaultTiming } = deps;
  const channels = createChannels(deps.namespace);
  const heartbeats = createHeartbeatTracker(id, { learnMs: timing.learnMs });
  const fallback = deps.createFallback(heartbeats.recordServer);
  const listeners = createListeners({ onUnread, onError });
  const keyedTopics = new Map<string, SharedTopic<unknown>>();
  const known = createKnownCells();
  const broken = new Set<number>();
  let beating: NodeJS.Timeout | undefined;
  /** Time when the current connection to Redis was opened, ms since the epoch. */
  let openedAt = 0;

  const { latest, needed } = createReading({
    channels,
    heartbeats,
    topics: () => [...keyedTopics.keys()],
    deliver(name, data, by) {
      listeners.call(name, data, true);
      if (by === 'key') noteCell(name, data);
    },
    onFailure(group, error) {
      onError(error);
      // The other servers must not rely on this group until there is a new connection.
      broken.add(group);
      heartbeats.recordLoss([group], id);
      status.examine();
    },
    onError,
  });
  const read = createReader({
    id,
    channels,
    heartbeats,
    broken,
    deliver: (name, data) => listeners.call(name, data, false),
  });
  const connection = createConnection(
    { address: deps.address, channels, onError, reconnectMs: timing.reconnectMs },
    {
      isSilent: () => everyGroup.some((group) => !heartbeats.receivesHere(group)),
      onMessage(channel, payload) {
        try {
          read(channel, payload);
        } catch (error) {
          onUnread('invalid', error);
        }
      },
      async onOpen(link) {
        openedAt = Date.now();
        broken.clear();
        needed.use(link);
        await needed.update();
      },
      onLoss(lost) {
        needed.drop(lost);
        heartbeats.recordLoss(everyGroup, id);
        status.examine();
      },
    },
  );
  const usesRedisOnly = () => connection.current() !== null && everyGroup.every(heartbeats.allReceive);
  const status = createStatus({ id, heartbeats, fallback, usesRedisOnly, onChange });
  const currentLink = connection.current;
  const places = createPlaces({ channels, heartbeats, latest, needed, known, currentLink, onError });
  const gathering = createGathering(createSender({ id, heartbeats, latest, fallback, currentLink, onError }));

  /** Caches the cell of a message that was read, because this server may publish the next message of its key. */
  function noteCell(name: string, data: unknown): void {
    const topic = keyedTopics.get(name);
    if (topic?.keyOf === undefined || topic.placeOf === undefined) return;
    const message = topic.read(data);
    known.move(name, topic.keyOf(message), channels.cellOf(topic.placeOf(message)));
  }
  function beat(): void {
    status.examine();
    connection.examine();
    const link = connection.current();
    if (link === null) return;
    for (const [group, { beat: channel }] of channels.groups.entries()) {
      const payload = JSON.stringify({ from: id, receives: heartbeats.receivesHere(group), stores: true });
      // A failure is ignored: receivers detect a missing heartbeat.
      link.publish(channel, payload).catch(() => undefined);
    }
    // Retries failed subscriptions and reads, and unsubscribes from cells that are no longer needed.
    void needed.update();
  }
  return {
    usesRedisOnly,
    cellsSubscribed: () => needed.subscribed,
    publish(topic, message) {
      const { channel, waiting, from } = waitingOf(topic, message, channels, known);
      gathering.add(channel, waiting, from);
    },
    subscribe(topic, listener) {
      fallback.subscribe(topic, listener);
      listeners.add(topic, listener);
      if (topic.keyOf !== undefined) keyedTopics.set(topic.name, topic);
    },
    ...places,
    onGap: status.onGap,
    receivingSince: () => (currentLink() === null ? fallback.receivingSince() : openedAt),
    async start() {
      status.follow();
      await fallback.start();
      // Announces this server, so that no other server uses Redis alone before this one receives there.
      status.announce();
      await atMost(START_WITHIN_MS, connection.open());
      beat();
      beating = setInterval(beat, timing.beatMs);
    },
    async close() {
      clearInterval(beating);
      await gathering.flush();
      status.announce(true);
      await connection.close();
      await fallback.close();
    },
  };
}
