// Wraps a connection pool so that callers may release a connection twice.
import type pg from 'pg';

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: Release) => void;
type Release = (error?: Error | boolean) => void;

/**
 * For the job library: when its LISTEN connection is lost during a stop, it releases the connection twice. The second
 * release would reject a promise without a handler, which ends the process.
 */
export function releaseOnce(pool: pg.Pool): pg.Pool {
  function connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (connected === undefined) return pool.connect();
    pool.connect((error, client, done) => {
      let isReleased = false;
      connected(error, client, (reason) => {
        if (isReleased) return;
        isReleased = true;
        done(reason);
      });
    });
    return undefined;
  }
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
