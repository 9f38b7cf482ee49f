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
  /** Those without a request whose headers are complete. */
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
    /** Closes the connections without a request, and each other one after its response. */
    end(): void {
      isEnding = true;
      for (const connection of idle) connection.destroy();
    },
    /** From a connection to its first request, and from each answer to the next request. */
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
