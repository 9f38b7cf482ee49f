// The cluster of npm run cluster: a session holds on every server, one that is killed costs no call, and nothing is left.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { writeOneStreetCity } from '../../apps/server/src/kit/testing/one-street-city.ts';
import { signIn } from '../../e2e/api/people.ts';
import { until } from '../../e2e/api/until.ts';
import { type Cluster, startCluster } from './start-cluster.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-cluster-test-'));
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

const profileAt = async (origin: string, token: string): Promise<string> => {
  const answer = await fetch(`${origin}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  return z.object({ id: z.string() }).parse(await answer.json()).id;
};
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

it('serves one session on every server, and a server that is killed costs no call', async () => {
  const rider = await signIn(cluster.origin, '+59891000001');
  for (const { origin } of cluster.servers) expect(await profileAt(origin, rider.token)).toBe(rider.uid);

  const [, second] = cluster.servers;
  await second?.kill();
  for (let call = 0; call < 20; call += 1)
    expect(await profileAt(cluster.origin, rider.token)).toBe(rider.uid);
  await second?.start();
  expect(await profileAt(second?.origin ?? '', rider.token)).toBe(rider.uid);
  rider.leave();
});

it('leaves no program and no file', async () => {
  await cluster.stop();
  expect(cluster.servers.map(({ isRunning }) => isRunning)).toEqual([false, false, false]);
  expect(existsSync(cluster.folder)).toBe(false);
  await expect(fetch(cluster.origin)).rejects.toThrow();
});
