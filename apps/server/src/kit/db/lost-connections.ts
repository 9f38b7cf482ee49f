// Closes connections on which the database no longer answers.
import type pg from 'pg';

/** Recognises pg's error for a statement that was not answered within its `query_timeout`. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/**
 * Closes a connection of the pool after an unanswered statement, so that it is not reused: its next statement would
 * wait behind the unanswered one. All idle connections that answered nothing since that statement was sent are closed
 * too, because what cut off one connection usually cut off those beside it, and each would cost its next user the whole
 * `query_timeout`.
 */
export function closeLostConnections(pool: pg.Pool): void {
  /** Time of the last answer on each idle connection, in ms of performance.now(). */
  const answeredAt = new Map<pg.PoolClient, number>();
  pool.on('release', (_, client) => void answeredAt.set(client, performance.now()));
  pool.on('acquire', (client) => void answeredAt.delete(client));
  pool.on('remove', (client) => void answeredAt.delete(client));

  const closeIdle = (sentAt: number): void => {
    for (const [client, at] of answeredAt) {
      if (at >= sentAt) continue;
      answeredAt.delete(client);
      // The pool removes and closes an idle connection that has an error.
      client.emit('error', new Error('Closed, because the database did not answer on another connection'));
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

/** The type of a pooled client lacks `end`. While a statement is running, `end` closes the socket at once. */
async function end(client: pg.ClientBase): Promise<void> {
  if ('end' in client && typeof client.end === 'function') await client.end();
}
