// Computes the network banner's state from the state of the device and of the live connection.
import type { LiveState } from '@kerb/sdk/live';

/** fine: no message; back: the connection was lost and has been restored, shown for a few seconds. */
export type Network = 'fine' | 'offline' | 'reconnecting' | 'back';

export interface NetworkSigns {
  /** `navigator.onLine`: false only when the device is sure that it has no network. */
  readonly online: boolean;
  readonly live: LiveState;
}

/** `before` is the previous state: while the first connection is being opened, the state stays 'fine'. */
export function networkNow(before: Network, { online, live }: NetworkSigns): Network {
  if (!online) return 'offline';
  const wasLost = before === 'offline' || before === 'reconnecting';
  switch (live) {
    case 'waiting':
      return 'reconnecting';
    case 'connecting':
      return wasLost ? 'reconnecting' : before;
    case 'off':
    case 'open':
      return wasLost ? 'back' : before;
  }
}
