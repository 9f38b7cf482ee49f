// Sends the statements of a connection without waiting for the answers to earlier ones.
import { Writable } from 'node:stream';
import type pg from 'pg';

function socketOf(client: pg.ClientBase): Writable {
  const connection: unknown = Reflect.get(client, 'connection');
  const stream: unknown = connection instanceof Object ? Reflect.get(connection, 'stream') : undefined;
  if (!(stream instanceof Writable)) throw new Error('The client has no socket');
  return stream;
}

/**
 * Switches an open connection to pg's pipeline mode. Statements that are begun in the same turn of the event loop are
 * sent in one write: a write wakes PostgreSQL's process, which takes longer than a short statement. Outside of a
 * transaction, a statement that fails does not affect the next. Cursors and COPY are not possible.
 */
export function pipelineStatements(client: pg.ClientBase): void {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') throw new Error('The client has no query');
  const socket = socketOf(client);
  let isGathering = false;
  function gather(): void {
    if (isGathering) return;
    isGathering = true;
    socket.cork();
    process.nextTick(() => {
      isGathering = false;
      socket.uncork();
    });
  }
  const gathered = (...args: unknown[]): unknown => {
    gather();
    return Reflect.apply(query, client, args);
  };
  Object.assign(client, { pipeline: true, query: gathered });
}
