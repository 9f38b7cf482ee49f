// Closes connections on which the database no longer answers.
import type pg from 'pg';

/** Recognises pg's error for a statement that was not answered within its `query_timeout`. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/**
 * Closes a connection after an unanswered statement, so that the pool does not reuse it: its next statement would wait
 * behind the unanswered one.
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

/** The type of a pooled client lacks `end`. While a statement is running, `end` closes the socket at once. */
async function end(client: pg.ClientBase): Promise<void> {
  if ('end' in client && typeof client.end === 'function') await client.end();
}
