// Connections on which the database no longer answers.
import type pg from 'pg';

/** Of pg, when a statement was not answered within its `query_timeout`. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/**
 * Ends a connection on which a statement was not answered, so that the pool gives it to no one else: the next statement
 * would wait behind that one.
 */
export function endWhenUnanswered(client: pg.ClientBase): void {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') throw new Error('The client has no query');
  const watched = (...args: unknown[]): unknown => {
    const result: unknown = Reflect.apply(query, client, args);
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        if (isUnanswered(error)) void end(client);
      });
    return result;
  };
  Object.assign(client, { query: watched });
}

/** The types of a pooled client leave `end` out; with a statement under way it closes the socket at once. */
async function end(client: pg.ClientBase): Promise<void> {
  if ('end' in client && typeof client.end === 'function') await client.end();
}
