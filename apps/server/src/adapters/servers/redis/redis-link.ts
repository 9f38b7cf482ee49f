// The connections to a Redis: channels, sharded where it can, which a cluster needs, and hashes of the latest messages.

import type { RedisAddress } from '../../../redis-address.ts';
import type { Channels } from './channels.ts';
import { type ClientEvents, connectRedis, type RedisClient, within } from './redis-client.ts';

/** Fields of one hash to set, and when the hash expires, ms since the epoch. */
export interface HashWrite {
  readonly hash: string;
  readonly expiresAt: number;
  /** Each field, followed by its value. */
  readonly fieldsAndValues: readonly string[];
}

export interface RedisLink {
  /** Rejects when Redis did not take the message in time. */
  publish(channel: string, payload: string): Promise<unknown>;
  /** All channels are of one group. Rejects when they do not deliver. */
  subscribe(channels: readonly string[]): Promise<unknown>;
  unsubscribe(channels: readonly string[]): Promise<unknown>;
  /** Executed before what is published afterwards at a channel of the same group. Rejects as `publish` does. */
  write(fields: HashWrite): Promise<unknown>;
  remove(hash: string, fields: readonly string[]): Promise<unknown>;
  /** All values of a hash. */
  readAll(hash: string): Promise<readonly string[]>;
  /** The values of those fields that there are. */
  readFields(hash: string, fields: readonly string[]): Promise<readonly string[]>;
  /** Sends nothing more and receives nothing more. */
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

/** Redis before version 7 has no sharded channels. */
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

/** What is subscribed as long as the connection is open. */
const alwaysIn = ({ groups, moments }: Channels): readonly string[][] =>
  groups.map(({ beat }, group) => (group === moments.group ? [beat, moments.name] : [beat]));

function createLink(sender: RedisClient, receiver: RedisClient, sharding: Sharding): RedisLink {
  const isSharded = sharding === 'sharded';
  /** When the expiry of each hash was set, by performance.now(). */
  const expirySetAt = new Map<string, number>();
  async function expire(hash: string, expiresAt: number): Promise<void> {
    const now = performance.now();
    const setAt = expirySetAt.get(hash);
    // Again now and then, because an emptied Redis has lost it.
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
      // Both are sent at once: without its expiry the hash would stay for ever.
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

/** Subscribes to heartbeats and to messages without a place. Rejects where no group of channels can be subscribed. */
export async function openRedisLink(deps: LinkDeps): Promise<RedisLink> {
  const { address, channels, onMessage, onError } = deps;
  const sender = await connectRedis(address, 'kerb-publish', deps);
  let receiver: RedisClient | undefined;
  try {
    receiver = await connectRedis(address, 'kerb-subscribe', deps);
    for (const event of ['message', 'smessage']) receiver.on(event, onMessage);
    const subscriber = receiver;
    const results = await Promise.allSettled(alwaysIn(channels).map((names) => subscribe(subscriber, names)));
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
