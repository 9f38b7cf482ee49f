// Publishes, subscribes and stores hashes over two connections to Redis. Channels are sharded where Redis supports it,
// as a cluster requires.

import type { RedisAddress } from '../../../redis-address.ts';
import type { Channels } from './channels.ts';
import { type ClientEvents, connectRedis, type RedisClient, within } from './redis-client.ts';

/** Fields to set in one hash, and the expiry of the hash, ms since the epoch. */
export interface HashWrite {
  readonly hash: string;
  readonly expiresAt: number;
  /** Each field, followed by its value. */
  readonly fieldsAndValues: readonly string[];
}

export interface RedisLink {
  /** Rejects when Redis did not confirm the message in time. */
  publish(channel: string, payload: string): Promise<unknown>;
  /** Subscribes to channels of one group. Rejects when Redis rejects or does not confirm it in time. */
  subscribe(channels: readonly string[]): Promise<unknown>;
  unsubscribe(channels: readonly string[]): Promise<unknown>;
  /** Redis executes this before later publications on channels of the same group. Rejects like `publish`. */
  write(fields: HashWrite): Promise<unknown>;
  remove(hash: string, fields: readonly string[]): Promise<unknown>;
  /** All values of a hash. */
  readAll(hash: string): Promise<readonly string[]>;
  /** Values of those given fields that exist. */
  readFields(hash: string, fields: readonly string[]): Promise<readonly string[]>;
  /** Closes both connections. */
  close(): void;
}

interface LinkDeps extends ClientEvents {
  address: RedisAddress;
  channels: Channels;
  onMessage(channel: string, payload: string): void;
}

const SUBSCRIBE_WITHIN_MS = 2_000;
const SET_EXPIRY_EVERY_MS = 30_000;

const isUnknownCommand = (error: unknown): boolean =>
  error instanceof Error && /unknown command/i.test(error.message);

type Sharding = 'sharded' | 'plain';

/** Subscribes to sharded channels, or to plain ones when Redis lacks the command (before version 7). */
async function subscribe(client: RedisClient, names: readonly string[]): Promise<Sharding> {
  try {
    await within(SUBSCRIBE_WITHIN_MS, client.ssubscribe(...names));
    return 'sharded';
  } catch (error) {
    if (!isUnknownCommand(error)) throw error;
  }
  await within(SUBSCRIBE_WITHIN_MS, client.subscribe(...names));
  return 'plain';
}

/** Channels that stay subscribed while the connection is open, by group: heartbeats and messages without a place. */
const baseChannels = ({ groups, moments }: Channels): readonly string[][] =>
  groups.map(({ beat }, group) => (group === moments.group ? [beat, moments.name] : [beat]));

function createLink(sender: RedisClient, receiver: RedisClient, sharding: Sharding): RedisLink {
  const isSharded = sharding === 'sharded';
  /** Time at which the expiry of each hash was set, in ms of performance.now(). */
  const expirySetAt = new Map<string, number>();
  async function expire(hash: string, expiresAt: number): Promise<void> {
    const now = performance.now();
    const setAt = expirySetAt.get(hash);
    // Repeated regularly, because a Redis that was flushed has lost the expiry.
    if (setAt !== undefined && now - setAt < SET_EXPIRY_EVERY_MS) return;
    await sender.pexpireat(hash, expiresAt);
    expirySetAt.delete(hash);
    expirySetAt.set(hash, now);
    for (const [other, at] of expirySetAt) {
      if (now - at < SET_EXPIRY_EVERY_MS) break;
      expirySetAt.delete(other);
    }
  }
  return {
    publish: (channel, payload) =>
      isSharded ? sender.spublish(channel, payload) : sender.publish(channel, payload),
    subscribe: (names) =>
      within(SUBSCRIBE_WITHIN_MS, isSharded ? receiver.ssubscribe(...names) : receiver.subscribe(...names)),
    unsubscribe: (names) =>
      within(
        SUBSCRIBE_WITHIN_MS,
        isSharded ? receiver.sunsubscribe(...names) : receiver.unsubscribe(...names),
      ),
    write: ({ hash, expiresAt, fieldsAndValues }) =>
      // Both commands are sent together: without an expiry the hash would never be deleted.
      Promise.all([sender.hset(hash, ...fieldsAndValues), expire(hash, expiresAt)]),
    remove: (hash, fields) => sender.hdel(hash, ...fields),
    readAll: (hash) => sender.hvals(hash),
    async readFields(hash, fields) {
      const values = await sender.hmget(hash, ...fields);
      return values.filter((value) => value !== null);
    },
    close() {
      sender.disconnect();
      receiver.disconnect();
    },
  };
}

/** Opens both connections, and subscribes to `baseChannels`. Rejects when no group of channels can be subscribed. */
export async function openRedisLink(deps: LinkDeps): Promise<RedisLink> {
  const { address, channels, onMessage, onError } = deps;
  const sender = await connectRedis(address, 'kerb-publish', deps);
  let receiver: RedisClient | undefined;
  try {
    receiver = await connectRedis(address, 'kerb-subscribe', deps);
    for (const event of ['message', 'smessage']) receiver.on(event, onMessage);
    const subscriber = receiver;
    const results = await Promise.allSettled(
      baseChannels(channels).map((names) => subscribe(subscriber, names)),
    );
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    const [sharding] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    if (sharding === undefined) throw failed[0];
    for (const error of failed) onError(error);
    return createLink(sender, receiver, sharding);
  } catch (error) {
    sender.disconnect();
    receiver?.disconnect();
    throw error;
  }
}
