// Publishes to and subscribes at a Redis: sharded where it can, which a cluster needs, otherwise in the older way.

import type { RedisAddress } from '../../../redis-address.ts';
import type { Channels } from './channels.ts';
import { type ClientEvents, connectRedis, type RedisClient, within } from './redis-client.ts';

export interface RedisLink {
  /** Rejects when Redis did not take the message in time. */
  publish(channel: string, payload: string): Promise<unknown>;
  /** Sends nothing more and receives nothing more. */
  close(): void;
}

interface LinkDeps extends ClientEvents {
  address: RedisAddress;
  channels: Channels;
  onMessage(channel: string, payload: string): void;
}

const SUBSCRIBE_WITHIN_MS = 2_000;

const isUnknownCommand = (error: unknown): boolean =>
  error instanceof Error && /unknown command/i.test(error.message);

/** Redis before version 7 has no sharded channels. */
async function subscribe(client: RedisClient, names: readonly string[]): Promise<'sharded' | 'plain'> {
  try {
    await within(SUBSCRIBE_WITHIN_MS, client.ssubscribe(...names));
    return 'sharded';
  } catch (error) {
    if (!isUnknownCommand(error)) throw error;
  }
  await within(SUBSCRIBE_WITHIN_MS, client.subscribe(...names));
  return 'plain';
}

/** Rejects where no group of channels can be subscribed. */
export async function openRedisLink(deps: LinkDeps): Promise<RedisLink> {
  const { address, channels, onMessage, onError } = deps;
  const sender = await connectRedis(address, 'kerb-publish', deps);
  let receiver: RedisClient | undefined;
  const close = () => {
    sender.disconnect();
    receiver?.disconnect();
  };
  try {
    receiver = await connectRedis(address, 'kerb-subscribe', deps);
    for (const event of ['message', 'smessage']) receiver.on(event, onMessage);
    const subscriber = receiver;
    const results = await Promise.allSettled(
      channels.groups.map(({ beat, messages }) => subscribe(subscriber, [beat, ...messages])),
    );
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    const [subscribed] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    if (subscribed === undefined) throw failed[0];
    for (const error of failed) onError(error);
    return {
      publish: async (channel, payload) =>
        subscribed === 'sharded' ? sender.spublish(channel, payload) : sender.publish(channel, payload),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
