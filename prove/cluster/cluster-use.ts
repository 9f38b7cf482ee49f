// Type of a cluster under test: its users, their calls and live sockets, and direct access to its database.
import type pg from 'pg';
import type { Queries } from '../../apps/server/src/kit/db/index.ts';
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import type { Cluster } from '../../tools/cluster/start-cluster.ts';
import type { Calls, Person } from './clients.ts';
import type { Crowd } from './crowd.ts';
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
  /** Sockets in other processes, beyond those of `watchers`. */
  readonly crowd: Crowd;
  /** Riders of the crowd; they do not book, but get credits. */
  readonly crowdRiders: readonly Person[];
  /** The operator's map of each server, with the positions that the server publishes. */
  readonly maps: readonly CarMap[];
  /** Outbox position when the sockets had opened; events after it are compared with what the sockets received. */
  readonly since: number;
  watch(options: Omit<WatcherOptions, 'origin' | 'onOpen'>): Watcher;
  /** Times at which sockets connected through the proxy, in ms of Date.now(). */
  readonly opened: readonly number[];
  close(): Promise<void>;
}
