// Gathers what this server publishes for a short time, and sends it through Redis, PostgreSQL or both.
import { LRUCache } from 'lru-cache';
import type { OtherServers } from '../../../ports/other-servers.ts';
import { type CellChannel, type Channel, GROUPS } from './channels.ts';
import type { KeyedMessage, LatestMessages } from './latest-messages.ts';
import type { Reception } from './reception.ts';
import type { RedisLink } from './redis-link.ts';

const GATHER_MS = 150;
/** As long as a message can be read at most, ms. */
const KNOWN_CELL_MS = 20 * 60_000;
const MOST_KEYS = 200_000;
const everyGroup = Array.from({ length: GROUPS }, (_, group) => group);

/** A message that waits to be sent; `through` sends it by another way. */
export interface Waiting {
  readonly json: string;
  /** What can be read afterwards; null for messages without a key. */
  readonly stored: KeyedMessage | null;
  through(servers: OtherServers): void;
}

/** What one channel gets at once. */
interface Batch {
  readonly channel: Channel;
  readonly messages: Waiting[];
  /** About keys that have moved from this cell into another one. */
  readonly leaving: KeyedMessage[];
}

/** Gathers messages by channel for a short time; `send` gets those of all channels. */
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
    /** `from`: the cell in which what it is about was before, if that was another one. */
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

/** Which cell each key was seen in last, to remove it there when it is in another one. */
export function createKnownCells() {
  const cells = new LRUCache<string, CellChannel>({ max: MOST_KEYS, ttl: KNOWN_CELL_MS });
  const nameOf = (topic: string, key: string) => `${topic} ${key}`;
  return {
    of: (topic: string, key: string): CellChannel | undefined => cells.get(nameOf(topic, key)),
    /** The cell before, if it was another one. */
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
  reception: Reception;
  latest: LatestMessages;
  fallback: OtherServers;
  currentLink(): RedisLink | null;
  onError(error: unknown): void;
}

/** Sends what was gathered through Redis, and through PostgreSQL too unless all servers receive through Redis. */
export function createSender({ id, reception, latest, fallback, currentLink, onError }: SenderDeps) {
  const envelopeOf = (messages: readonly { json: string }[]) =>
    `{"from":"${id}","said":[${messages.map(({ json }) => json).join(',')}]}`;
  const storedIn = (messages: readonly Waiting[]): KeyedMessage[] =>
    messages.flatMap(({ stored }) => stored ?? []);

  async function sendThroughRedis(link: RedisLink, batches: readonly Batch[]): Promise<void> {
    // First, so that a server that subscribes to a channel finds there what was published before.
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
    const receiving = everyGroup.map((group) => link !== null && reception.allReceive(group));
    const doAllReceive = receiving.every(Boolean);
    /** What is stored by its key is so in another group than its channel's. */
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
        batches.filter(({ channel }) => reception.receivesHere(channel.group)),
      );
    } catch (error) {
      onError(error);
      for (const message of alone) message.through(fallback);
    }
  };
}
