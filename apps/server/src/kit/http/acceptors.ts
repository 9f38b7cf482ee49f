// Accepts several connections in one turn of the event loop. Node.js accepts one for each listening socket in a turn
// (https://github.com/nodejs/node/issues/57364). A turn of a busy server takes 30 ms: one socket would accept 30
// connections a second, and other clients would wait for seconds. Copies of the socket accept one each.
import type { ChildProcess } from 'node:child_process';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { forkProgram } from '../fork-program.ts';

/** Time limit for the copies, ms: a start on a busy machine. */
const COPIED_WITHIN_MS = 15_000;

export interface Acceptors {
  /**
   * Listens on copies of the server's socket, so that `count` sockets accept in all. The server must be listening.
   * Rejects when the socket cannot be copied; the server then accepts alone.
   */
  open(): Promise<void>;
  /** Accepts no more on the copies; resolves when the connections that they accepted are closed. */
  close(): Promise<void>;
}

/** `backlog`: maximum number of connections that wait to be accepted, the same as of `server`. */
export function createAcceptors(
  server: HttpServer,
  { count, backlog }: { count: number; backlog: number },
): Acceptors {
  const listeners: Server[] = [];
  let copying: ChildProcess | undefined;
  let isClosed = false;

  function listenOn(copy: unknown): void {
    const listener = createServer({ allowHalfOpen: true, noDelay: true }, (connection: Socket) => {
      server.emit('connection', connection);
    });
    listener.on('error', (error) => server.emit('error', error));
    listeners.push(listener);
    // `listen` accepts a handle of another server, which the types describe as anything.
    listener.listen(copy, backlog);
    if (isClosed) listener.close();
  }

  async function open(): Promise<void> {
    // The handle alone is sent: a process that receives a server would also listen on it.
    const socket = Reflect.get(server, '_handle');
    if (!socket) throw new Error('The server has no socket');
    // No variables: the program needs none of the secrets.
    const program = forkProgram(import.meta.url, 'copy-socket.child', { env: {}, stdio: 'ignore' });
    copying = program;
    const late = setTimeout(() => program.kill('SIGKILL'), COPIED_WITHIN_MS);
    try {
      await new Promise<void>((resolve, reject) => {
        program.on('message', (_, copy: unknown) => {
          listenOn(copy);
          if (listeners.length === count - 1) resolve();
        });
        program.on('error', reject);
        // Emitted after all messages; without effect when every copy has arrived.
        program.on('disconnect', () => reject(new Error('The listening socket was not copied')));
        program.send({ copies: count - 1 }, socket, { keepOpen: true }, (error) => error && reject(error));
      });
    } finally {
      clearTimeout(late);
      program.kill('SIGKILL');
    }
  }

  return {
    open,
    async close() {
      isClosed = true;
      // While it has the socket, clients could still connect.
      copying?.kill('SIGKILL');
      await Promise.all(
        listeners.map((listener) => new Promise<void>((resolve) => listener.close(() => resolve()))),
      );
    },
  };
}
