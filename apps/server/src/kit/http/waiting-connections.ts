// Limits the number of connections on which the server waits for the client: idle ones, and those with an incomplete
// request.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** The part of net.Socket that is used. */
export interface Connection {
  readonly destroyed: boolean;
  destroy(): unknown;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Beyond `most`, the connection that has waited longest is closed. Clients that send their request at once are never
 * affected, however many idle connections an abusive client opens.
 */
export function createWaitingConnections(most: number) {
  // Ordered by the time at which the server began to wait.
  const waiting = new Set<Connection>();
  /** Connections without a request whose headers are complete. */
  const idle = new Set<Connection>();
  let isEnding = false;

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
    /** Closes idle connections at once, and all others after their response. */
    end(): void {
      isEnding = true;
      for (const connection of idle) connection.destroy();
    },
    /** Waits on each connection from its opening to the first request, and from each answer to the next request. */
    watch(server: Server): void {
      server.on('connection', (connection: Connection) => {
        waitFor(connection);
        idle.add(connection);
        connection.once('close', () => {
          stopWaiting(connection);
          idle.delete(connection);
        });
      });
      server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
        stopWaiting(socket);
        idle.delete(socket);
        response.once('close', () => {
          waitFor(socket);
          if (socket.destroyed) return;
          if (isEnding) socket.destroy();
          else idle.add(socket);
        });
      });
      server.on('upgrade', ({ socket }: IncomingMessage) => {
        stopWaiting(socket);
        idle.delete(socket);
      });
    },
  };
}

export type WaitingConnections = ReturnType<typeof createWaitingConnections>;
