// Bounds the connections on which the server waits for the client: those without a request, or with half of one.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** What is needed of a net.Socket. */
export interface Connection {
  readonly destroyed: boolean;
  destroy(): unknown;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Beyond `most`, the connection on which the server has waited longest is closed: clients that send their request at
 * once are never among them, however many idle ones an abusive client opens.
 */
export function createWaitingConnections(most: number) {
  // In the order in which the server began to wait.
  const waiting = new Set<Connection>();

  function waitFor(connection: Connection): void {
    if (connection.destroyed) return;
    waiting.delete(connection);
    waiting.add(connection);
    if (waiting.size <= most) return;
    const [longest] = waiting;
    if (longest === undefined) return;
    waiting.delete(longest);
    longest.destroy();
  }
  const stopWaiting = (connection: Connection): void => {
    waiting.delete(connection);
  };

  return {
    waitFor,
    stopWaiting,
    count: (): number => waiting.size,
    /** From a connection to its first request, and from each answer to the next request. */
    watch(server: Server): void {
      server.on('connection', (connection: Connection) => {
        waitFor(connection);
        connection.once('close', () => stopWaiting(connection));
      });
      server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
        stopWaiting(socket);
        response.once('close', () => waitFor(socket));
      });
      server.on('upgrade', ({ socket }: IncomingMessage) => stopWaiting(socket));
    },
  };
}

export type WaitingConnections = ReturnType<typeof createWaitingConnections>;
