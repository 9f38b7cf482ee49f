// Faults injected into the cluster under traffic: graceful restarts, crashes, and parts that are down or unresponsive.
import { setTimeout as pause } from 'node:timers/promises';
import { NODE_TIMEOUT_MS, primaryWithReplica } from '../../apps/server/src/kit/testing/test-redis.ts';
import type { DatabaseLink } from '../../tools/cluster/database-link.ts';
import type { Cluster, ClusterServer } from '../../tools/cluster/start-cluster.ts';
import type { ExamineOptions } from './examine.ts';

export interface FaultTools {
  readonly cluster: Cluster;
  /** Examines the cluster; the sentences about violations begin with `now`. */
  check(now: string, options?: ExamineOptions): Promise<void>;
  /** Measures the time until all running servers use Redis only; more than `withinMs` is a violation. */
  checkRedis(now: string, withinMs: number): Promise<void>;
  /** Examines a server that `cut` disconnects from PostgreSQL while the other servers stay connected. */
  checkCutOff(server: ClusterServer, cut: () => void | Promise<void>): Promise<void>;
  /** Waits until all sockets are connected; more than the time that they may need is a violation. */
  untilConnected(now: string): Promise<void>;
  /** Stops the server in order; a stop that fails or has to be forced is a violation. */
  stop(server: ClusterServer): Promise<void>;
  /** The server that is the leader of the outbox. */
  leader(): Promise<ClusterServer>;
  /** The server that holds the lease of the search for drivers. */
  searcher(): Promise<ClusterServer>;
}

export interface ClusterFault {
  readonly name: string;
  /** Whether the fault runs in the short form, and not again in the long form. */
  readonly isInShortForm?: true;
  /** Whether servers stop gracefully, so that no call may be cut off. */
  readonly isOrderly?: true;
  /** Time during which positions may not reach other servers after connections died silently, ms (reliability.md). */
  readonly positionsLostMs?: number;
  /** Injects the fault; resolves when all parts of the cluster have been restored. */
  run(tools: FaultTools): Promise<void>;
}

/** Longer than the health checks of the proxy need to find that a server is ready again, ms. */
export const PROXY_LOOKS_MS = 2_000;
const REDIS_AWAY_MS = 30_000;
/** Node timeout, election of the replica, and the servers' reconnection five seconds later, ms. */
const REDIS_AGAIN_MS = 15_000;
/** Time for which the other servers still expect a killed server to receive, and a reserve for a busy machine, ms. */
const KILLED_KNOWN_MS = 65_000;
const NODE_AWAY_MS = 10_000;
const SILENT_MS = 20_000;
const CUT_OFF_MS = 30_000;
const SUSPENDED_MS = 60_000;
/** Long enough for servers to detect the failure of Redis and to send through PostgreSQL, ms. */
const NOTICED_MS = 10_000;

async function restart({ stop }: FaultTools, server: ClusterServer): Promise<void> {
  await stop(server);
  await server.start();
  await pause(PROXY_LOOKS_MS);
}

interface CutOffParts {
  choose(tools: FaultTools): Promise<ClusterServer>;
  cut(link: DatabaseLink): void | Promise<void>;
  mend(link: DatabaseLink): void | Promise<void>;
}

const cutOff =
  ({ choose, cut, mend }: CutOffParts) =>
  async (tools: FaultTools): Promise<void> => {
    const server = await choose(tools);
    const begun = performance.now();
    await tools.checkCutOff(server, () => cut(server.databaseLink));
    await tools.check('beside a server that is cut off from PostgreSQL', { without: server });
    await pause(Math.max(0, CUT_OFF_MS - (performance.now() - begun)));
    await mend(server.databaseLink);
  };

const serverOf = ({ servers }: Cluster, index: number): ClusterServer => {
  const server = servers[index];
  if (server === undefined) throw new Error(`There is no server ${index + 1}`);
  return server;
};

export const clusterFaults: readonly ClusterFault[] = [
  {
    name: 'a restart of one server in order',
    isInShortForm: true,
    isOrderly: true,
    run: (tools) => restart(tools, serverOf(tools.cluster, 0)),
  },
  {
    name: 'a rolling restart of all servers',
    isOrderly: true,
    async run(tools) {
      for (const server of tools.cluster.servers) {
        await restart(tools, server);
        // As a rolling update that waits between two servers (deploy/kubernetes/server.yaml).
        await tools.untilConnected('between two restarts');
      }
    },
  },
  {
    name: 'a server killed',
    async run({ cluster, check }) {
      const server = serverOf(cluster, 1);
      await server.kill();
      await check('without the killed server');
      await server.start();
      await pause(PROXY_LOOKS_MS);
    },
  },
  {
    name: 'the leading server killed',
    async run({ check, leader }) {
      const server = await leader();
      await server.kill();
      await check('without the killed leader');
      await server.start();
      await pause(PROXY_LOOKS_MS);
    },
  },
  {
    name: 'a primary of Redis and its replica killed',
    async run({ cluster, check }) {
      const { primary, replica } = await primaryWithReplica(cluster.redis);
      const nodes = [replica, primary];
      for (const node of nodes) await node.kill();
      await pause(NODE_AWAY_MS);
      await check('without a third of Redis');
      for (const node of nodes) await node.restart();
    },
  },
  {
    name: 'a primary of Redis killed, and its replica promoted',
    async run({ cluster, check, checkRedis }) {
      // The other servers still wait for heartbeats of the servers that earlier faults killed.
      await checkRedis('before a primary of Redis is killed', KILLED_KNOWN_MS);
      const { primary } = await primaryWithReplica(cluster.redis);
      await primary.kill();
      await check('while the replica of a primary of Redis is promoted', { extraMs: NODE_TIMEOUT_MS });
      await checkRedis('after a primary of Redis was killed', REDIS_AGAIN_MS);
      await check('with a promoted replica of Redis');
      await primary.restart();
    },
  },
  {
    name: 'Redis away for 30 s',
    async run({ cluster, check }) {
      await Promise.all(cluster.redis.map((node) => node.kill()));
      await pause(NOTICED_MS);
      await check('without Redis');
      await pause(REDIS_AWAY_MS - NOTICED_MS);
      await Promise.all(cluster.redis.map((node) => node.restart()));
    },
  },
  {
    name: 'Redis silent for 20 s',
    async run({ cluster, check }) {
      for (const node of cluster.redis) node.suspend();
      await pause(NOTICED_MS);
      await check('with a silent Redis');
      await pause(SILENT_MS - NOTICED_MS);
      for (const node of cluster.redis) node.resume();
    },
  },
  {
    name: 'the leading server suspended for a minute',
    positionsLostMs: 6_000,
    async run({ leader }) {
      const server = await leader();
      server.suspend();
      await pause(SUSPENDED_MS);
      server.resume();
      await pause(PROXY_LOOKS_MS);
    },
  },
  {
    name: 'the server that searches cut off from PostgreSQL alone, silently',
    run: cutOff({
      choose: ({ searcher }) => searcher(),
      cut: ({ suspend }) => suspend(),
      mend: ({ resume }) => resume(),
    }),
  },
  {
    name: 'the server that leads cut off from PostgreSQL alone, with closed connections',
    run: cutOff({
      choose: ({ leader }) => leader(),
      cut: ({ kill }) => kill(),
      mend: ({ start }) => start(),
    }),
  },
  {
    name: 'PostgreSQL failed over to its replica',
    run: ({ cluster }) => cluster.failOver(),
  },
];
