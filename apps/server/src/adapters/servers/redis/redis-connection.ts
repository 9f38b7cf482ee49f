// Maintains the connection to Redis: reconnects when it ends or when a group of channels delivers nothing.
import type { RedisAddress } from '../../../redis-address.ts';
import type { Channels } from './channels.ts';
import { openRedisLink, type RedisLink } from './redis-link.ts';

/** Minimum age of a connection that is replaced because some channels deliver nothing, ms. */
const SILENT_MS = 5_000;

interface ConnectionDeps {
  address: RedisAddress;
  channels: Channels;
  onError(error: unknown): void;
  /** Delay before another attempt to connect, ms. */
  reconnectMs: number;
  openLink?: typeof openRedisLink;
}

interface LinkEvents {
  /** Whether some channel group currently delivers no heartbeats. */
  isSilent(): boolean;
  onMessage(channel: string, payload: string): void;
  /** Called with a new link; resolves when all needed channels have been subscribed with it. */
  onOpen(link: RedisLink): Promise<void>;
  /** Called with a link that ended, possibly while `onOpen` runs for the one that replaces it. */
  onLoss(lost: RedisLink): void;
}

export function createConnection(
  { address, channels, onError, reconnectMs, openLink = openRedisLink }: ConnectionDeps,
  { isSilent, onMessage, onOpen, onLoss }: LinkEvents,
) {
  let link: RedisLink | null = null;
  let openedAt = 0;
  let opening: Promise<void> | null = null;
  let isClosed = false;
  let retrying: NodeJS.Timeout | undefined;

  function handleDisconnect(lost: RedisLink | null): void {
    if (lost === null || link !== lost) return;
    link = null;
    lost.close();
    onLoss(lost);
    retryLater();
  }
  function retryLater(): void {
    clearTimeout(retrying);
    if (!isClosed) retrying = setTimeout(() => void open(), reconnectMs);
  }
  async function replace(): Promise<void> {
    let next: RedisLink | null = null;
    let hasEnded = false;
    try {
      const opened = await openLink({
        address,
        channels,
        onMessage,
        onError: (error) => {
          if (!isClosed) onError(error);
        },
        onEnd() {
          hasEnded = true;
          handleDisconnect(next);
        },
      });
      next = opened;
      if (isClosed) return opened.close();
      await onOpen(opened);
      // The old connection is closed only now, so that it delivers messages until the new one has subscribed.
      link?.close();
      if (isClosed) return opened.close();
      // Set if the old connection ended meanwhile.
      clearTimeout(retrying);
      link = opened;
      openedAt = performance.now();
      if (hasEnded) handleDisconnect(opened);
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
    /** Replaces a silently dead connection, which only missing heartbeats reveal. */
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
