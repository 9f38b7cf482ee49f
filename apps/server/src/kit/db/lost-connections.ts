// Closes connections on which the database no longer answers.
import { Socket } from 'node:net';
import type pg from 'pg';

/** Recognises pg's error for a statement that was not answered within its `query_timeout`. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/** Reported by the connections that are closed together with a lost one; it needs no attention. */
export class IdleConnectionClosed extends Error {
  constructor() {
    super('Closed, because the database did not answer on another connection');
  }
}

/**
 * Closes a connection of the pool after an unanswered statement, so that it is not reused: its next statement would
 * wait behind the unanswered one. All connections that have been idle since that statement was sent are closed too,
 * because what cut off one connection usually cut off those beside it, and each would cost its next user the whole
 * `query_timeout`.
 */
export function closeLostConnections(pool: pg.Pool): void {
  /** Time since which each connection is idle, in ms of performance.now(). */
  const idleSince = new Map<pg.PoolClient, number>();
  pool.on('release', (error, client) => {
    if (!error) idleSince.set(client, performance.now());
  });
  pool.on('acquire', (client) => void idleSince.delete(client));
  pool.on('remove', (client) => void idleSince.delete(client));

  const closeIdle = (sentAt: number): void => {
    for (const [client, since] of idleSince) {
      if (since >= sentAt) continue;
      idleSince.delete(client);
      // The pool removes an idle connection at once that reports an error.
      client.emit('error', new IdleConnectionClosed());
      destroy(client);
    }
  };
  pool.on('connect', (client) => {
    onUnanswered(client, (sentAt) => {
      void end(client);
      closeIdle(sentAt);
    });
  });
}

/** Calls the listener after each unanswered statement with the time at which it was sent, in ms of performance.now(). */
function onUnanswered(client: pg.ClientBase, listener: (sentAt: number) => void): void {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') throw new Error('The client has no query');
  const watched = (...args: unknown[]): unknown => {
    const sentAt = performance.now();
    const judge = (error: unknown): void => {
      if (isUnanswered(error)) listener(sentAt);
    };
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const watching = (error: unknown, result: unknown): void => {
        judge(error);
        callback(error, result);
      };
      return Reflect.apply(query, client, args.with(-1, watching));
    }
    const result: unknown = Reflect.apply(query, client, args);
    if (result instanceof Promise) result.catch(judge);
    return result;
  };
  Object.assign(client, { query: watched });
}

/**
 * Marks the connection as ended, so that the pool discards it; pg has closed the socket of a pipelined connection by
 * then. The type of a pooled client lacks `end`.
 */
async function end(client: pg.ClientBase): Promise<void> {
  if ('end' in client && typeof client.end === 'function') await client.end();
}

/** Closes the socket at once: after the goodbye of the pool it would wait for an answer that does not come. */
function destroy(client: pg.ClientBase): void {
  const connection: unknown = Reflect.get(client, 'connection');
  const stream: unknown =
    typeof connection === 'object' && connection !== null ? Reflect.get(connection, 'stream') : undefined;
  if (stream instanceof Socket) stream.destroy();
}
