// Prepares statements that a connection sends often, so that PostgreSQL parses and plans them once.
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { hasOutdatedPlan } from './pg-error.ts';

/**
 * Number of uses on a connection after which a statement is prepared; statements with a varying number of values seldom
 * reach it.
 */
const PREPARED_AT_USE = 3;
/** Maximum number of prepared statements per connection; each takes some tens of kB in the database. */
const MAX_PREPARED = 120;
const MAX_COUNTED = 600;

/** State shared by the connections of a pool. */
export interface Preparation {
  /** Number of detected table changes; each one makes all statements prepared before it outdated. */
  changes: number;
}

export const newPreparation = (): Preparation => ({ changes: 0 });

/** Names of the statements that one connection has prepared. */
function createNames(preparation: Preparation) {
  const uses = new LRUCache<string, number>({ max: MAX_COUNTED });
  const names = new Map<string, string>();
  let seenChanges = preparation.changes;
  let given = 0;
  /** PostgreSQL still has the old names, so later statements get new ones. */
  function invalidateNames(): void {
    if (seenChanges === preparation.changes) return;
    seenChanges = preparation.changes;
    names.clear();
    uses.clear();
  }
  return {
    /** Undefined while the statement is not used often enough, or when the maximum is reached. */
    nameOf(text: string): string | undefined {
      invalidateNames();
      const known = names.get(text);
      if (known !== undefined || names.size >= MAX_PREPARED) return known;
      const count = (uses.get(text) ?? 0) + 1;
      uses.set(text, count);
      if (count < PREPARED_AT_USE) return undefined;
      given += 1;
      const name = `kerb_${given}`;
      names.set(text, name);
      return name;
    },
  };
}

/** `I` is the status between transactions, in the database's last answer. */
function isBetweenTransactions(client: pg.ClientBase): boolean {
  const status: unknown = Reflect.get(client, 'getTransactionStatus');
  return typeof status === 'function' && Reflect.apply(status, client, []) === 'I';
}

const beginsTransaction = (text: string): boolean => /^\s*(begin|start transaction)\b/i.test(text);
const endsTransaction = (text: string): boolean => /^\s*(commit|rollback|end)\b/i.test(text);

/**
 * Prepares frequent statements on this connection. It applies only to statements given as a text with values; all
 * others are sent unchanged. After a table's columns have changed, a statement outside transactions is sent again.
 * Inside a transaction it fails with an error for which `hasOutdatedPlan` is true, and the transaction can be retried
 * on any connection of the pool.
 */
export function prepareStatements(client: pg.ClientBase, preparation: Preparation): void {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') throw new Error('The client has no query');
  const names = createNames(preparation);
  const send = (...args: unknown[]): unknown => Reflect.apply(query, client, args);
  /** True when the statement failed because of an outdated plan and may be sent again. */
  const mustRepeat = (error: unknown, mayRepeat: boolean): boolean => {
    if (!hasOutdatedPlan(error)) return false;
    preparation.changes += 1;
    return mayRepeat;
  };
  /** A transaction was begun whose beginning the database may not have answered yet. */
  let isInTransaction = false;
  const prepared = (...args: unknown[]): unknown => {
    const [text, values, callback] = args;
    if (typeof text === 'string') {
      if (beginsTransaction(text)) isInTransaction = true;
      else if (endsTransaction(text)) isInTransaction = false;
    }
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return send(...args);
    const name = names.nameOf(text);
    if (name === undefined) return send(...args);
    const mayRepeat = !isInTransaction && isBetweenTransactions(client);
    // The pool's own `query` passes a callback to its connection, which then returns no promise.
    if (typeof callback === 'function') {
      return send({ name, text, values }, (error: unknown, ...results: unknown[]) =>
        mustRepeat(error, mayRepeat)
          ? send(text, values, callback)
          : Reflect.apply(callback, undefined, [error, ...results]),
      );
    }
    const result = send({ name, text, values });
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      if (mustRepeat(error, mayRepeat)) return send(text, values);
      throw error;
    });
  };
  Object.assign(client, { query: prepared });
}
