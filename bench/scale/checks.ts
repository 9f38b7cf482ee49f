// Checks that the measured positions are realistic and are exchanged between the servers as in production; otherwise
// the figures do not count.
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@kerb/sdk/client';
import { addressOf } from '../lib/posts.ts';
import type { Call } from '../lib/throughput.ts';
import { expectError, openLiveSocket } from '../sockets/live-socket.ts';
import { positionAt } from '../sockets/positions.ts';
import type { Installation, ScaledServer } from './installation.ts';
import { startOf } from './position-load.ts';

const HOUR_MS = 3_600_000;
const TOO_MANY_POSITIONS = 25;
const SAVED_WITHIN_MS = 20_000;
const POLL_INTERVAL_MS = 500;

/** Throws when a server accepts invalid positions, which shows that it skips a check of the measured ones. */
export async function expectPositionChecks({ origin, drivers }: ScaledServer, server: number): Promise<void> {
  // Initial place of the driver's car; another place would be too far away for its first report.
  const place = startOf(0, server);
  const visitor = await openLiveSocket(origin, { address: addressOf(1) });
  await expectError(visitor, [positionAt(place)], 'not_logged_in');
  visitor.end();
  const [driver] = drivers;
  if (driver === undefined) throw new Error('There are no drivers');
  const socket = await openLiveSocket(origin, driver);
  const now = Date.now();
  await expectError(socket, [positionAt({ lat: 91, lng: 0 })], 'invalid_input');
  await expectError(socket, [positionAt(place, now - HOUR_MS)], 'position_rejected');
  const burst = Array.from({ length: TOO_MANY_POSITIONS }, (_, nth) => positionAt(place, now + nth));
  await expectError(socket, burst, 'too_many_requests');
  socket.end();
}

/** Throws when a booking is returned to a user other than its rider. */
export async function expectReadChecks(origin: string, [own, other]: readonly Call[]): Promise<void> {
  if (own === undefined || other === undefined) throw new Error('The checks need two riders');
  const statusOf = async (headers: Readonly<Record<string, string>>) =>
    (await fetch(new URL(own.path, origin), { headers })).status;
  const statuses = [await statusOf({}), await statusOf(other.headers), await statusOf(own.headers)];
  if (statuses.join() !== '401,404,200')
    throw new Error(`A check is missing: a booking was answered with ${statuses.join()}`);
}

/** Throws unless each position was saved, and every server knows the positions of the others' cars. */
export async function expectShared({ servers, admin, client }: Installation): Promise<void> {
  const uids = servers.flatMap(({ drivers }) => drivers.map(({ uid }) => uid));
  const deadline = performance.now() + SAVED_WITHIN_MS;
  for (;;) {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::integer as count from driver_positions where uid = any($1::uuid[])',
      [uids],
    );
    const count = rows[0]?.count ?? 0;
    if (count === uids.length) break;
    if (performance.now() > deadline)
      throw new Error(`A check is missing: ${count} of ${uids.length} cars have a position`);
    await pause(POLL_INTERVAL_MS);
  }
  for (const { origin } of servers) {
    const { items } = await createClient({ baseUrl: origin, token: admin }).liveDrivers();
    const newest = new Map(items.map(({ driver, at }) => [driver, at]));
    const missing = uids.filter((uid) => !newest.has(uid)).length;
    if (missing > 0) throw new Error(`A check is missing: a server does not know ${missing} cars`);
  }
}

/** Throws unless all messages went through Redis, and no server received a cell that it does not need. */
export async function expectByNeed(installation: Installation): Promise<void> {
  const alone = await installation.metric('kerb_servers_over_redis');
  const cells = await installation.metric('kerb_cells_subscribed');
  const received = await installation.metric('kerb_positions_received_total');
  if (!alone.every((value) => value === 1) || !cells.every((value) => value === 0))
    throw new Error(`A check is missing: over Redis ${alone}, cells ${cells}, received ${received}`);
}
