// Benchmark from the commit of an event to the live socket of its user, compared with LISTEN and NOTIFY on the same
// database; and of a backlog of events, compared with the jobs of graphile-worker.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Benchmark, runPairs } from './lib/benchmark.ts';
import type { Caller } from './lib/posts.ts';
import { startServer, temporaryFolder } from './lib/server.ts';
import { openDatabase } from './lib/server-database.ts';
import { compareDraining } from './outbox/drain.ts';
import { type LiveSocket, openLiveSocket, subscribe } from './sockets/live-socket.ts';
import { expectDurableSettings } from './writes/durability.ts';
import { insertRidersWithIds } from './writes/people.ts';

const PAIRS = 5;
const EVENTS_A_ROUND = 60;
/** Longer than the 50 ms for which events are batched under load. */
const PAUSE_MS = 80;
const ARRIVES_WITHIN_MS = 10_000;
const CHANNEL = 'kerb_bench';

/** Resolves with the arrival time of a message with the mark. */
interface Arrivals {
  of(mark: string): Promise<number>;
  arrived(mark: string): void;
}

function createArrivals(): Arrivals {
  const waiting = new Map<string, (at: number) => void>();
  return {
    of: (mark) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`${mark} did not arrive`)), ARRIVES_WITHIN_MS);
        waiting.set(mark, (at) => {
          clearTimeout(late);
          resolve(at);
        });
      }),
    arrived(mark) {
      waiting.get(mark)?.(performance.now());
      waiting.delete(mark);
    },
  };
}

/** A socket that is subscribed to the changes of its user. */
async function openOwnSocket(origin: string, caller: Caller, arrivals: Arrivals): Promise<LiveSocket> {
  const socket = await openLiveSocket(origin, caller, ({ type, data }) => {
    if (type === 'event') arrivals.arrived(String(Reflect.get(Object(data), 'mark')));
  });
  await subscribe(socket, 'me');
  return socket;
}

/** Time in ms from before each commit to its arrival. */
async function measureEach(
  commit: (mark: string) => Promise<unknown>,
  arrivals: Arrivals,
): Promise<number[]> {
  const times: number[] = [];
  for (let event = 0; event < EVENTS_A_ROUND; event += 1) {
    const mark = randomUUID();
    const arrival = arrivals.of(mark);
    const begun = performance.now();
    await commit(mark);
    times.push((await arrival) - begun);
    await pause(PAUSE_MS);
  }
  return times;
}

const writeEvent = (client: pg.Client, uid: string, mark: string) =>
  client.query("insert into outbox_events (name, topics, data) values ('me.changed', $1, $2)", [
    [`user:${uid}`],
    { mark },
  ]);

/** Events of another user must not arrive, and those that arrive must have a position. */
async function expectChecks(
  client: pg.Client,
  { own, other, arrivals }: { own: Caller; other: Caller; arrivals: Arrivals },
): Promise<void> {
  await expectDurableSettings(client);
  let leaked = false;
  const foreign = randomUUID();
  const mark = randomUUID();
  void arrivals.of(foreign).then(
    () => {
      leaked = true;
    },
    () => undefined,
  );
  const arrival = arrivals.of(mark);
  await writeEvent(client, other.uid, foreign);
  await writeEvent(client, own.uid, mark);
  await arrival;
  if (leaked) throw new Error('A check is missing: the event of another user arrived');
  const { rowCount } = await client.query(
    "select from outbox_events where position is not null and data ->> 'mark' = any($1)",
    [[foreign, mark]],
  );
  if (rowCount !== 2) throw new Error('A check is missing: events arrived without a position');
}

async function measure(client: pg.Client, origin: string, folder: string, log: (line: string) => void) {
  const [own, other] = await insertRidersWithIds(client, [randomUUID(), randomUUID()]);
  if (!own || !other) throw new Error('There are no riders');
  const arrivals = createArrivals();
  const socket = await openOwnSocket(origin, own, arrivals);
  const listener = await openDatabase(folder);
  try {
    listener.on('notification', ({ payload }) => arrivals.arrived(payload ?? ''));
    await listener.query(`listen ${CHANNEL}`);
    await expectChecks(client, { own, other, arrivals });
    const ours = () => measureEach((mark) => writeEvent(client, own.uid, mark), arrivals);
    const limit = () =>
      measureEach((mark) => client.query('select pg_notify($1, $2)', [CHANNEL, mark]), arrivals);
    // The first round of both is a warm-up.
    await ours();
    await limit();
    return await runPairs({ name: 'outbox', unit: 'ms', pairs: PAIRS, log, ours, limit });
  } finally {
    await listener.end();
    socket.end();
  }
}

export const benchmark: Benchmark = {
  name: 'outbox',
  unit: 'ms',
  about: 'from the commit of an event to the live socket of its user; the limit is bare NOTIFY to LISTEN',
  async run(log) {
    const folder = temporaryFolder('outbox');
    const server = await startServer(folder.path);
    const client = await openDatabase(folder.path);
    try {
      const report = await measure(client, server.origin, folder.path, log);
      const drained = await compareDraining(folder.path, (line) => log(`backlog: ${line}`));
      const more = {
        drained_a_second: drained.ours,
        worker_jobs_a_second: drained.limit,
        drain_ratio: drained.ratio,
      };
      return { ...report, more };
    } finally {
      await client.end();
      await server.stop();
      folder.remove();
    }
  },
};
