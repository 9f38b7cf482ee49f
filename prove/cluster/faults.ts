// What happens to the cluster while it is used: restarts in order, crashes, and parts that are away or do not answer.
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster, ClusterServer } from '../../tools/cluster/start-cluster.ts';

export interface FaultTools {
  readonly cluster: Cluster;
  /** Examines the cluster: `now` is part of the sentence about what is wrong. */
  check(now: string): Promise<void>;
  /** The server that holds the lead of the outbox. */
  leader(): Promise<ClusterServer>;
}

export interface ClusterFault {
  readonly name: string;
  /** Also in the short form. */
  readonly isInShortForm?: true;
  /** A restart in order: no call may be cut off. */
  readonly isOrderly?: true;
  /** Connections were silently lost: positions may not reach another server for so long, ms (reliability.md). */
  readonly positionsLostMs?: number;
  /** Returns when the cluster is whole again. */
  run(tools: FaultTools): Promise<void>;
}

/** Longer than the proxy needs to see that a server is ready again. */
export const PROXY_LOOKS_MS = 2_000;
const REDIS_AWAY_MS = 30_000;
const NODE_AWAY_MS = 10_000;
const SILENT_MS = 20_000;
const SUSPENDED_MS = 60_000;
/** Long enough for servers to notice and to use PostgreSQL instead. */
const NOTICED_MS = 10_000;

async function restart(server: ClusterServer): Promise<void> {
  await server.stop();
  await server.start();
  await pause(PROXY_LOOKS_MS);
}

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
    run: ({ cluster }) => restart(serverOf(cluster, 0)),
  },
  {
    name: 'a rolling restart of all servers',
    isOrderly: true,
    async run({ cluster }) {
      for (const server of cluster.servers) await restart(server);
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
    name: 'a node of Redis killed',
    async run({ cluster, check }) {
      const [node] = cluster.redis;
      await node?.kill();
      await pause(NODE_AWAY_MS);
      await check('without a node of Redis');
      await node?.restart();
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
    name: 'PostgreSQL failed over to its replica',
    run: ({ cluster }) => cluster.failOver(),
  },
];
