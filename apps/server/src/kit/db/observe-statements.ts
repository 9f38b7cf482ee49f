// Observes statements for tracing, and adds the id of the HTTP call to them as a comment for PostgreSQL's logs.
import type pg from 'pg';

export interface StatementObserver {
  /** Content of the comment appended to the statement, such as `request_id='…'`; null for no comment. */
  comment(): string | null;
  /** Called with the statement's text, without values. Returns the function to call when the statement has ended. */
  begin(sql: string): (error?: unknown) => void;
}

/** Text of a statement passed to `query`; null for streams, which are not observed. */
function statementOf(queryArgument: unknown): string | null {
  if (typeof queryArgument === 'string') return queryArgument;
  if (!(queryArgument instanceof Object) || typeof Reflect.get(queryArgument, 'submit') === 'function')
    return null;
  const text: unknown = Reflect.get(queryArgument, 'text');
  return typeof text === 'string' ? text : null;
}

/** Accepts only characters that can neither end the comment nor begin another one. */
const isSafe = (comment: string): boolean => /^[\w=':.-]+$/.test(comment);

function withComment(queryArgument: unknown, sql: string, comment: string | null): unknown {
  if (comment === null || !isSafe(comment)) return queryArgument;
  const text = `${sql} /*${comment}*/`;
  return queryArgument instanceof Object ? { ...queryArgument, text } : text;
}

/** The pool's own `query` passes a callback to its connection, which then returns no promise. */
function endingWith(arg: unknown, end: (error?: unknown) => void): unknown {
  if (typeof arg !== 'function') return arg;
  return (error: unknown, ...results: unknown[]): void => {
    end(error ?? undefined);
    Reflect.apply(arg, undefined, [error, ...results]);
  };
}

/** Wraps `query` of this connection. */
export function observeStatements(client: pg.ClientBase, observer: StatementObserver): void {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') throw new Error('The client has no query');
  const observed = (...args: unknown[]): unknown => {
    const [queryArgument, ...rest] = args;
    const sql = statementOf(queryArgument);
    if (sql === null) return Reflect.apply(query, client, args);
    const end = observer.begin(sql);
    const sent = [
      withComment(queryArgument, sql, observer.comment()),
      ...rest.map((arg) => endingWith(arg, end)),
    ];
    const result: unknown = Reflect.apply(query, client, sent);
    if (result instanceof Promise) result.then(() => end(), end);
    return result;
  };
  Object.assign(client, { query: observed });
}
