// A cluster that is used: who uses it, what they were answered and what their sockets delivered.
import type pg from 'pg';
import type { Queries } from '../../apps/server/src/kit/db/index.ts';
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import type { Cluster } from '../../tools/cluster/start-cluster.ts';
import type { Calls, Person } from './clients.ts';
import type { CarMap } from './positions.ts';
import type { Watcher, WatcherOptions } from './watchers.ts';

export interface ClusterUse {
  readonly cluster: Cluster;
  readonly pool: pg.Pool;
  readonly queries: Queries;
  readonly calls: Calls;
  readonly environment: AccessEnvironment;
  readonly admin: Person;
  readonly watchers: readonly Watcher[];
  readonly drivers: readonly Watcher[];
  /** Of each server. */
  readonly maps: readonly CarMap[];
  /** The position of the outbox after which events were watched. */
  readonly since: number;
  watch(options: Omit<WatcherOptions, 'origin' | 'onOpen'>): Watcher;
  /** Of all sockets through the proxy, by performance.now(). */
  readonly opened: readonly number[];
  close(): Promise<void>;
}
