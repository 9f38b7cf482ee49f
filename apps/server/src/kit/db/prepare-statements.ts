// Statements that a connection sends often are prepared on it: PostgreSQL then parses and plans them once.
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { hasOutdatedPlan } from './pg-error.ts';

/** A statement is prepared at this use on a connection; one with a varying number of values seldom gets there. */
const PREPARED_AT_USE = 3;
/** Each prepared statement takes memory in the database, some tens of kB, on each connection. */
const MOST_PREPARED = 120;
const MOST_COUNTED = 600;

/** Shared by the connections of a pool. */
export interface Preparation {
  /** How often tables were found changed: what a connection prepared before is outdated. */
  changes: number;
}

export const newPreparation = (): Preparation => ({ changes: 0 });

/** The names of the statements that one connection has prepared. */
function createNames(preparation: Preparation) {
  const uses = new LRUCache<string, number>({ max: MOST_COUNTED });
  const names = new Map<string, string>();
  let seenChanges = preparation.changes;
  let given = 0;
  /** PostgreSQL has the old names still, so the next ones are others. */
  function forgetOutdated(): void {
    if (seenChanges === preparation.changes) return;
    seenChanges = preparation.changes;
    names.clear();
    uses.clear();
  }
  return {
    /** Undefined for a statement that is not to be prepared yet, or for which there is no room. */
    nameOf(text: string): string | undefined {
      forgetOutdated();
      const known = names.get(text);
      if (known !== undefined || names.size >= MOST_PREPARED) return known;
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

/** `I` between transactions, by the last answer of the database. */
function isBetweenTransactions(client: pg.ClientBase): boolean {
  const status: unknown = Reflect.get(client, 'getTransactionStatus');
  return typeof status === 'function' && Reflect.apply(status, client, []) === 'I';
}

/**
 * Changes how this connection sends statements given as a text with values; all others are sent as they are. Where
 * the columns of a table have changed since, a statement outside of transactions is sent again; in a transaction it fails
 * with an error for which `hasOutdatedPlan` holds, and the transaction can be repeated, on any connection of the pool.
 */
export function prepareStatements(client: pg.ClientBase, preparation: Preparation): void {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') throw new Error('The client has no query');
  const names = createNames(preparation);
  const send = (...args: unknown[]): unknown => Reflect.apply(query, client, args);
  /** True when the statement failed because its plan is outdated, and may be sent again. */
  const mustRepeat = (error: unknown, mayRepeat: boolean): boolean => {
    if (!hasOutdatedPlan(error)) return false;
    preparation.changes += 1;
    return mayRepeat;
  };
  const prepared = (...args: unknown[]): unknown => {
    const [text, values, callback] = args;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return send(...args);
    const name = names.nameOf(text);
    if (name === undefined) return send(...args);
    const mayRepeat = isBetweenTransactions(client);
    // The pool's own `query` passes a callback to its connection, and gets no promise.
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
