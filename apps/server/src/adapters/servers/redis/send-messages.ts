// Batches the messages that this server publishes, and sends them through Redis, PostgreSQL or both.
import { LRUCache } from 'lru-cache';
import type { OtherServers } from '../../../ports/other-servers.ts';
import { type CellChannel, type Channel, GROUPS } from './channels.ts';
import type { HeartbeatTracker } from './heartbeat-tracker.ts';
import type { KeyedMessage, LatestMessages } from './latest-messages.ts';
import type { RedisLink } from './redis-link.ts';

const GATHER_MS = 150;
/** Time for which the last cell of a key is cached, ms: as long as a stored message can be read. */
const KNOWN_CELL_MS = 20 * 60_000;
const MAX_KEYS = 200_000;
const everyGroup = Array.from({ length: GROUPS }, (_, group) => group);

/** A message that waits to be sent; `through` publishes it with another adapter instead. */
export interface Waiting {
  readonly json: string;
  /** The message to store; null for messages without a key. */
  readonly stored: KeyedMessage | null;
  through(servers: OtherServers): void;
}

/** Messages that are sent together to one channel. */
interface Batch {
  readonly channel: Channel;
  readonly messages: Waiting[];
  /** Messages of keys that have moved from this cell to another one. */
  readonly leaving: KeyedMessage[];
}

/** Collects messages by channel for GATHER_MS, then calls `send` with the batches of all channels. */
export function createGathering(send: (batches: readonly Batch[]) => Promise<void>) {
  let batches = new Map<string, Batch>();
  let timer: NodeJS.Timeout | undefined;
  function batchOf(channel: Channel): Batch {
    const known = batches.get(channel.name);
    if (known !== undefined) return known;
    const batch: Batch = { channel, messages: [], leaving: [] };
    batches.set(channel.name, batch);
    return batch;
  }
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const gathered = [...batches.values()];
    batches = new Map();
    if (gathered.length > 0) await send(gathered);
  }
  return {
    /** Adds a message; `from` is the previous cell of its key, or null when the cell is unchanged. */
    add(channel: Channel, message: Waiting, from: CellChannel | null): void {
      batchOf(channel).messages.push(message);
      if (from !== null && message.stored !== null)
        batchOf(from).leaving.push({ ...message.stored, cell: from });
      timer ??= setTimeout(() => void flush(), GATHER_MS);
    },
    flush,
  };
}

export type KnownCells = ReturnType<typeof createKnownCells>;

/** Caches the last cell of each key, so that a key that moves to another cell is removed from the previous one. */
export function createKnownCells() {
  const cells = new LRUCache<string, CellChannel>({ max: MAX_KEYS, ttl: KNOWN_CELL_MS });
  const nameOf = (topic: string, key: string) => `${topic} ${key}`;
  return {
    of: (topic: string, key: string): CellChannel | undefined => cells.get(nameOf(topic, key)),
    /** Stores the cell of a key; returns the previous one if it was different, else null. */
    move(topic: string, key: string, cell: CellChannel): CellChannel | null {
      const name = nameOf(topic, key);
      const before = cells.get(name);
      cells.set(name, cell);
      return before === undefined || before === cell ? null : before;
    },
    remove: (topic: string, key: string) => cells.delete(nameOf(topic, key)),
  };
}

interface SenderDeps {
  id: string;
  heartbeats: HeartbeatTracker;
  latest: LatestMessages;
  fallback: OtherServers;
  currentLink(): RedisLink | null;
  onError(error: unknown): void;
}

/** Sends batches through Redis, and also through PostgreSQL unless all servers receive through Redis. */
export function createSender({ id, heartbeats, latest, fallback, currentLink, onError }: SenderDeps) {
  const envelopeOf = (messages: readonly { json: string }[]) =>
    `{"from":"${id}","said":[${messages.map(({ json }) => json).join(',')}]}`;
  const storedIn = (messages: readonly Waiting[]): KeyedMessage[] =>
    messages.flatMap(({ stored }) => stored ?? []);

  async function sendThroughRedis(link: RedisLink, batches: readonly Batch[]): Promise<void> {
    // Messages are stored before they are published, so that a server that subscribes later can read them.
    const writing = latest.write(
      link,
      batches.flatMap(({ messages }) => storedIn(messages)),
    );
    const leaving = batches.flatMap((batch) => batch.leaving.map((message) => latest.leave(link, message)));
    const publishing = batches.map((batch) =>
      link.publish(batch.channel.name, envelopeOf([...batch.messages, ...batch.leaving])),
    );
    await Promise.all([writing, ...leaving, ...publishing]);
  }

  return async function send(batches: readonly Batch[]): Promise<void> {
    const link = currentLink();
    const receiving = everyGroup.map((group) => link !== null && heartbeats.allReceive(group));
    const doAllReceive = receiving.every(Boolean);
    /** Whether Redis alone suffices; a message with a key is also stored in its key's group, which may be any group. */
    const isAlone = ({ stored }: Waiting, { group }: Channel) =>
      stored === null ? receiving[group] === true : doAllReceive;
    const alone: Waiting[] = [];
    for (const { channel, messages } of batches)
      for (const message of messages)
        if (isAlone(message, channel)) alone.push(message);
        else message.through(fallback);
    if (link === null) return;
    try {
      await sendThroughRedis(
        link,
        batches.filter(({ channel }) => heartbeats.receivesHere(channel.group)),
      );
    } catch (error) {
      onError(error);
      for (const message of alone) message.through(fallback);
    }
  };
}
