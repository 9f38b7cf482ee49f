// Tests the cluster of npm run cluster: Redis and the replica in use, one leader, rides during a restart, and cleanup.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeOneStreetCity } from '../../apps/server/src/kit/testing/one-street-city.ts';
import { until } from '../../e2e/api/until.ts';
import { type Cluster, startCluster } from '../../tools/cluster/start-cluster.ts';
import { proveCluster } from './prove-cluster.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-cluster-test-'));
/** Journeys run at the same time; `npm run prove -- cluster` allows no such time. */
const BUSY_MACHINE_MS = 8_000;
let cluster: Cluster;

beforeAll(async () => {
  const cityFile = join(folder, 'one-street.osm.pbf');
  writeOneStreetCity(cityFile);
  cluster = await startCluster({ variables: { KERB_CITY: cityFile, KERB_PAST_DAYS: '0' } });
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

const metricAt = async (origin: string, name: string): Promise<string | undefined> =>
  new RegExp(`^${name} (.*)$`, 'm').exec(await (await fetch(`${origin}/metrics`)).text())?.[1];

it('uses Redis between its servers and the replica for lists', async () => {
  for (const { origin } of cluster.servers) {
    await until(
      'Messages through Redis',
      () => metricAt(origin, 'kerb_servers_over_redis'),
      (value) => value === '1',
      { withinMs: 30_000 },
    );
    expect(await metricAt(origin, 'kerb_replica_in_use')).toBe('1');
  }
});

it('has one leading server', async () => {
  const leads = await Promise.all(cluster.servers.map(({ origin }) => metricAt(origin, 'kerb_outbox_leads')));
  expect(leads.toSorted()).toEqual(['0', '0', '1']);
});

it('continues while a server restarts: no call is cut off, nothing is lost or done twice', async () => {
  const report = await proveCluster(cluster, () => undefined, null, BUSY_MACHINE_MS);
  expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(report.planted).toHaveLength(15);
  expect(report.violations).toEqual([]);
  expect(report.tried).toBeGreaterThan(150);
});

it('leaves no process and no file', async () => {
  await cluster.stop();
  expect(cluster.servers.map(({ isRunning }) => isRunning)).toEqual([false, false, false]);
  expect(existsSync(cluster.folder)).toBe(false);
  await expect(fetch(cluster.origin)).rejects.toThrow();
});
