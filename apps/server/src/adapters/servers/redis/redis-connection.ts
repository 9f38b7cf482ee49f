// The connection to Redis, opened again whenever it ends or a group of its channels goes silent.
import type { RedisAddress } from '../../../redis-address.ts';
import type { Channels } from './channels.ts';
import { openRedisLink, type RedisLink } from './redis-link.ts';

/** A connection that brings nothing for so long is dead, though no side has closed it; a new one is opened. */
const SILENT_MS = 5_000;

interface ConnectionDeps {
  address: RedisAddress;
  channels: Channels;
  onError(error: unknown): void;
  /** Between two attempts to connect, ms. */
  reconnectMs: number;
}

interface LinkEvents {
  /** Whether some channels deliver nothing. */
  isSilent(): boolean;
  onMessage(channel: string, payload: string): void;
  /** Resolves when everything needed is subscribed with this link. */
  onOpen(link: RedisLink): Promise<void>;
  onLoss(): void;
}

export function createConnection(
  { address, channels, onError, reconnectMs }: ConnectionDeps,
  { isSilent, onMessage, onOpen, onLoss }: LinkEvents,
) {
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
    if (!isClosed) retrying = setTimeout(() => void open(), reconnectMs);
  }
  async function replace(): Promise<void> {
    let next: RedisLink | null = null;
    let hasEnded = false;
    try {
      const opened = await openRedisLink({
        address,
        channels,
        onMessage,
        onError: (error) => {
          if (!isClosed) onError(error);
        },
        onEnd() {
          hasEnded = true;
          lose(next);
        },
      });
      next = opened;
      if (isClosed) return opened.close();
      await onOpen(opened);
      // What the old connection still delivers is received until the new one does.
      link?.close();
      if (isClosed) return opened.close();
      link = opened;
      openedAt = performance.now();
      if (hasEnded) lose(opened);
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
