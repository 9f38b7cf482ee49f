// Messages between servers through Redis while all of them receive there, and otherwise through PostgreSQL (ADR 19).
import { z } from 'zod';
import type { OtherServers, SharedTopic } from '../../../ports/other-servers.ts';
import type { RedisAddress } from '../../../redis-address.ts';
import { type Channels, createChannels, GROUPS } from './channels.ts';
import { createReception, LEARN_MS, type Reception } from './reception.ts';
import { openRedisLink, type RedisLink } from './redis-link.ts';

const GATHER_MS = 150;
/** A connection that brings nothing for so long is dead, though no side has closed it; a new one is opened. */
const SILENT_MS = 5_000;
/** How long a start waits for Redis before it goes on without. */
const START_WITHIN_MS = 2_000;

interface Timing {
  /** Heartbeats go out this often, ms. */
  beatMs: number;
  /** Between two attempts to connect, ms. */
  reconnectMs: number;
  /** How long after its start a server may not know all others, ms: the heartbeats through PostgreSQL decide. */
  learnMs: number;
}
const defaultTiming: Timing = { beatMs: 1_000, reconnectMs: 1_000, learnMs: LEARN_MS };

const envelope = z.object({ from: z.string(), said: z.array(z.tuple([z.string(), z.unknown()])) });
const heartbeat = z.object({ from: z.string(), receives: z.boolean() });

const state = z.object({
  server: z.string(),
  /** Groups of channels that do not deliver to it. */
  lost: z.array(z.number()),
  isEnding: z.boolean(),
});
/** Sent through PostgreSQL, which also reaches those that have lost Redis. */
const serverState: SharedTopic<z.infer<typeof state>> = {
  name: 'server.state',
  read: (data) => state.parse(data),
};

/** A message that waits to be sent; `through` sends it by another way. */
interface Waiting {
  readonly json: string;
  through(servers: OtherServers): void;
}

export interface RedisServersDeps {
  address: RedisAddress;
  /** Servers of one installation have the same, those of others that share the Redis another one. */
  namespace: string;
  /** This server as the PostgreSQL adapter names it. */
  id: string;
  /** Started and closed by this adapter. `onServer` is called with the id of each server that it receives from. */
  createFallback(onServer: (id: string) => void): OtherServers;
  onError(error: unknown): void;
  /** All messages go through Redis alone, or some no longer do. */
  onChange(isRedisAlone: boolean): void;
  timing?: Timing;
}

export interface RedisServers extends OtherServers {
  /** Whether PostgreSQL is needed for no message. */
  isRedisAlone(): boolean;
}

const everyGroup = Array.from({ length: GROUPS }, (_, group) => group);

/** The connection to Redis, opened again whenever it ends or a group of its channels goes silent. */
function createConnection(
  deps: RedisServersDeps,
  channels: Channels,
  { isSilent, onMessage, onLoss }: LinkEvents,
) {
  const { address, onError, timing = defaultTiming } = deps;
  let link: RedisLink | null = null;
  let openedAt = 0;
  let opening: Promise<void> | null = null;
  let isClosed = false;
  let retrying: NodeJS.Timeout | undefined;

  function lose(lost: RedisLink | null): void {
    if (lost === null || link !== lost) return;
    link = null;
    lost.close();
    onLoss();
    retryLater();
  }
  function retryLater(): void {
    if (!isClosed) retrying = setTimeout(() => void open(), timing.reconnectMs);
  }
  async function replace(): Promise<void> {
    let next: RedisLink | null = null;
    try {
      const opened = await openRedisLink({
        address,
        channels,
        onMessage,
        onError: (error) => {
          if (!isClosed) onError(error);
        },
        onEnd: () => lose(next),
      });
      next = opened;
      // What the old connection still delivers is received until the new one does.
      link?.close();
      if (isClosed) return opened.close();
      link = opened;
      openedAt = performance.now();
    } catch (error) {
      if (!isClosed) onError(error);
      if (link === null) retryLater();
    }
  }
  function open(): Promise<void> {
    clearTimeout(retrying);
    opening ??= replace().finally(() => {
      opening = null;
    });
    return opening;
  }
  return {
    open,
    current: () => link,
    /** A silently dead connection delivers nothing: only heartbeats that do not return show it. */
    examine(): void {
      if (link === null || !isSilent() || performance.now() - openedAt < SILENT_MS) return;
      openedAt = performance.now();
      onError(new Error('A connection to Redis delivers nothing'));
      void open();
    },
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(retrying);
      link?.close();
      link = null;
      await opening;
    },
  };
}

interface LinkEvents {
  /** Whether some channels deliver nothing. */
  isSilent(): boolean;
  onMessage(channel: string, payload: string): void;
  onLoss(): void;
}

/** Calls the listeners of a topic; a message that is invalid, or a listener that throws, blocks no other. */
function createListeners(onError: (error: unknown) => void) {
  const listeners = new Map<string, ((data: unknown) => void)[]>();
  return {
    add<Message>(topic: SharedTopic<Message>, listener: (message: Message) => void): void {
      const call = (data: unknown) => {
        try {
          listener(topic.read(data));
        } catch (error) {
          onError(error);
        }
      };
      listeners.set(topic.name, [...(listeners.get(topic.name) ?? []), call]);
    },
    call(name: string, data: unknown): void {
      for (const listener of listeners.get(name) ?? []) listener(data);
    },
  };
}

/** Gathers messages by channel for a short time; `send` gets all of one channel. */
function createGathering(
  send: (channel: string, group: number, waiting: readonly Waiting[]) => Promise<void>,
) {
  let byChannel = new Map<string, { group: number; waiting: Waiting[] }>();
  let timer: NodeJS.Timeout | undefined;
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const gathered = byChannel;
    byChannel = new Map();
    await Promise.all([...gathered].map(([channel, { group, waiting }]) => send(channel, group, waiting)));
  }
  return {
    add({ name, group }: { name: string; group: number }, message: Waiting): void {
      const ofChannel = byChannel.get(name) ?? { group, waiting: [] };
      byChannel.set(name, ofChannel);
      ofChannel.waiting.push(message);
      timer ??= setTimeout(() => void flush(), GATHER_MS);
    },
    flush,
  };
}

/** Reads what a channel delivers: heartbeats and messages. */
function createReader(
  id: string,
  channels: Channels,
  reception: Reception,
  deliver: (name: string, data: unknown) => void,
) {
  return (channel: string, payload: string): void => {
    const group = channels.groupOfBeat(channel);
    if (group === undefined) {
      const { from, said } = envelope.parse(JSON.parse(payload));
      if (from !== id) for (const [name, data] of said) deliver(name, data);
      return;
    }
    const { from, receives } = heartbeat.parse(JSON.parse(payload));
    // A heartbeat that returned shows that this server receives, with whichever state it was sent.
    reception.beat(group, from, from === id || receives);
  };
}

export function createRedisServers(deps: RedisServersDeps): RedisServers {
  const { id, onError, onChange, timing = defaultTiming } = deps;
  const channels = createChannels(deps.namespace);
  const reception = createReception(id, { learnMs: timing.learnMs });
  const fallback = deps.createFallback(reception.notice);
  const listeners = createListeners(onError);
  const read = createReader(id, channels, reception, listeners.call);
  let beating: NodeJS.Timeout | undefined;
  let lostBefore = everyGroup;
  let wasAlone: boolean | null = null;

  const connection = createConnection(deps, channels, {
    isSilent: () => everyGroup.some((group) => !reception.receivesHere(group)),
    onMessage(channel, payload) {
      try {
        read(channel, payload);
      } catch (error) {
        onError(error);
      }
    },
    onLoss() {
      reception.lose(everyGroup, id);
      examine();
    },
  });
  const isRedisAlone = () => connection.current() !== null && everyGroup.every(reception.allReceive);

  async function send(channel: string, group: number, waiting: readonly Waiting[]): Promise<void> {
    const link = connection.current();
    const isAlone = link !== null && reception.allReceive(group);
    const sendByFallback = () => {
      for (const message of waiting) message.through(fallback);
    };
    if (!isAlone) sendByFallback();
    if (link === null || !reception.receivesHere(group)) return;
    try {
      await link.publish(channel, `{"from":"${id}","said":[${waiting.map(({ json }) => json).join(',')}]}`);
    } catch (error) {
      onError(error);
      if (isAlone) sendByFallback();
    }
  }
  const gathering = createGathering(send);

  function announce(isEnding = false): void {
    fallback.publish(serverState, { server: id, lost: lostBefore, isEnding });
  }
  /** Reports to the other servers and to the operator what changed. */
  function examine(): void {
    const lost = everyGroup.filter((group) => !reception.receivesHere(group));
    const isNew = lost.some((group) => !lostBefore.includes(group));
    lostBefore = lost;
    if (isNew) announce();
    const isAlone = isRedisAlone();
    if (isAlone !== wasAlone) onChange(isAlone);
    wasAlone = isAlone;
  }
  function beat(): void {
    examine();
    connection.examine();
    const link = connection.current();
    if (link === null) return;
    for (const [group, { beat: channel }] of channels.groups.entries()) {
      const payload = JSON.stringify({ from: id, receives: reception.receivesHere(group) });
      // What is not delivered is missed by those who expect it.
      link.publish(channel, payload).catch(() => undefined);
    }
  }

  return {
    isRedisAlone,
    publish(topic, message) {
      gathering.add(channels.channelOf(topic.placeOf?.(message) ?? null), {
        json: JSON.stringify([topic.name, message]),
        through: (servers) => servers.publish(topic, message),
      });
    },
    subscribe(topic, listener) {
      fallback.subscribe(topic, listener);
      listeners.add(topic, listener);
    },
    async start() {
      fallback.subscribe(serverState, ({ server, lost, isEnding }) => {
        if (isEnding) reception.forget(server);
        else reception.lose(lost, server);
      });
      await fallback.start();
      // Others learn that this server exists before they could leave it out.
      announce();
      let late: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        late = setTimeout(resolve, START_WITHIN_MS);
      });
      await Promise.race([connection.open(), enough]);
      clearTimeout(late);
      beat();
      beating = setInterval(beat, timing.beatMs);
    },
    async close() {
      clearInterval(beating);
      await gathering.flush();
      announce(true);
      await connection.close();
      await fallback.close();
    },
  };
}
