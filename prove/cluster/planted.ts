// Faults planted to verify the checks of the proof: incorrect rows, manipulated sockets, and servers that fail.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { WebSocket } from 'ws';
import { primaryWithReplica } from '../../apps/server/src/kit/testing/test-redis.ts';
import type { PlantedFault } from '../lib/proof.ts';
import { becomesTrueWithin } from '../lib/wait-for.ts';
import type { ClusterUse } from './cluster-use.ts';
import type { ClusterFault } from './faults.ts';
import { judgeWrites } from './judge-writes.ts';
import { judgePositions, moveCar } from './positions.ts';
import { waitingPlace } from './traffic.ts';
import { judgeSockets, type UseRun, underFault } from './use-cluster.ts';
import { topicsOf, type WatcherOptions } from './watchers.ts';

interface PlantedClusterFault {
  readonly fault: string;
  readonly sign: RegExp;
  find(use: ClusterUse): Promise<readonly string[]>;
}

const OPEN_WITHIN_MS = 10_000;
const ARRIVED_WITHIN_MS = 3_000;
/** Number of callers that always have a call in progress while a server is killed. */
const CALLERS = 12;
/** Long enough for calls to wait on a suspended server, too short for the health checks to exclude it, ms. */
const CALLS_WAIT_MS = 400;
/** Longer than the proxy needs to answer the calls of a killed server, ms. */
const ANSWERED_WITHIN_MS = 1_000;
/** Longer than a heartbeat through Redis is valid, ms. */
const REDIS_NOTICED_MS = 4_000;
const FAR = 4_102_444_800_000;

/** Checks the database after these statements have violated a rule, in a transaction that is rolled back. */
const withRows =
  (...statements: readonly string[]) =>
  async ({ pool, calls }: ClusterUse): Promise<readonly string[]> => {
    const client: pg.PoolClient = await pool.connect();
    try {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      for (const statement of statements) await client.query(statement);
      return await judgeWrites(client, calls);
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

/** Adds to the journal a second acknowledgement of one accepted booking, to another person. */
async function withSecondAcceptance({ pool, calls, admin }: ClusterUse): Promise<readonly string[]> {
  const winner = calls.journal.find(({ name }) => name === 'acceptBooking');
  if (winner === undefined) return [];
  const journal = [...calls.journal, { ...winner, caller: admin.caller }];
  return judgeWrites(pool, { journal, unsure: calls.unsure });
}

interface PlantedSocket {
  readonly Socket?: typeof WebSocket;
  readonly note?: NonNullable<WatcherOptions['note']>;
}

/** The discard port, on which nothing listens, so that a connection fails. */
const closedAddress = 'ws://127.0.0.1:9/';

/** Makes two changes, closes the connection, makes a third while the socket is offline, and a fourth after that. */
async function withSocket(
  use: ClusterUse,
  { Socket = WebSocket, note }: PlantedSocket,
): Promise<readonly string[]> {
  const { calls, environment } = use;
  const person = calls.personOf(await environment.person('rider'));
  const sockets: WebSocket[] = [];
  // Prevents a reconnection until the third change has been made, which can take long on a busy machine.
  let isCutOff = false;
  class Collected extends Socket {
    constructor(url: string) {
      super(isCutOff ? closedAddress : url);
      sockets.push(this);
    }
  }
  const topics = topicsOf.rider(person.uid);
  const watcher = use.watch({ person, topics, WebSocket: Collected, ...(note ? { note } : {}) });
  const isOpen = () => watcher.live.state() === 'open';
  const arrived = (count: number) => () =>
    watcher.received(0).reduce((sum, { seqs }) => sum + seqs.length, 0) >= count;
  const edit = (firstName: string) => calls.act(person, 'updateProfile', { body: { firstName } });
  try {
    await becomesTrueWithin(OPEN_WITHIN_MS, isOpen);
    await edit('Eva');
    await edit('Ana');
    await becomesTrueWithin(ARRIVED_WITHIN_MS, arrived(2));
    isCutOff = true;
    sockets.at(-1)?.terminate();
    await becomesTrueWithin(OPEN_WITHIN_MS, () => !isOpen());
    await edit('Zoe');
    isCutOff = false;
    await becomesTrueWithin(OPEN_WITHIN_MS, isOpen);
    await edit('Lea');
    return (await judgeSockets(use, [watcher], ARRIVED_WITHIN_MS)).violations;
  } finally {
    watcher.leave();
  }
}

/** Socket that removes the last position from subscriptions, so that the server does not resume after it. */
class WithoutResume extends WebSocket {
  override send(data: Parameters<WebSocket['send']>[0]): void {
    super.send(String(data).replace(/,"since":\d+/, ''));
  }
}

/** Drops the second event of each reconnection; the first one may have been received before. */
function droppingOnResume(): typeof WebSocket {
  let connections = 0;
  return class DroppingSocket extends WebSocket {
    private readonly isAgain = connections++ > 0;
    private events = 0;
    override emit(event: string | symbol, ...values: readonly unknown[]): boolean {
      if (event === 'message' && String(values[0]).includes('"type":"event"')) this.events += 1;
      if (event === 'message' && this.isAgain && this.events === 2) return false;
      return super.emit(event, ...values);
    }
  };
}

function noteSwapped(seqs: number[], seq: number): void {
  const before = seqs.pop();
  seqs.push(seq);
  if (before !== undefined) seqs.push(before);
}

async function withUnknownCar(use: ClusterUse): Promise<readonly string[]> {
  const [driver, ...others] = use.drivers;
  if (driver === undefined) return [];
  const stops = others.map((each) => moveCar(each, waitingPlace));
  const report = () => {
    for (const { cars, server } of use.maps)
      if (server !== use.cluster.servers[2]) cars.set(driver.person.uid, Date.now() + ARRIVED_WITHIN_MS);
  };
  report();
  const { violations } = await judgePositions('planted', {
    maps: use.maps,
    drivers: use.drivers.map(({ person }) => person.uid),
    lookForMs: ARRIVED_WITHIN_MS,
  });
  for (const stop of stops) stop();
  return violations;
}

/** Kills a server with calls in progress instead of stopping it gracefully, and does not start it again. */
const killedForGood: ClusterFault = {
  name: 'a stop that is a kill',
  isOrderly: true,
  async run({ cluster }) {
    const [server] = cluster.servers;
    server?.suspend();
    await pause(CALLS_WAIT_MS);
    await server?.kill();
    await pause(ANSWERED_WITHIN_MS);
  },
};

/** Returns the violations found during and after the fault, while cars report positions. */
export async function violationsUnder(use: ClusterUse, fault: ClusterFault): Promise<readonly string[]> {
  const run: UseRun = { violations: [], faults: [] };
  const stops = use.drivers.map((each) => moveCar(each, waitingPlace));
  await underFault(use, fault, run);
  for (const stop of stops) stop();
  return run.violations;
}

async function withKilledServer(use: ClusterUse): Promise<readonly string[]> {
  let isOver = false;
  const callers = use.watchers.slice(0, CALLERS).map(async ({ person }) => {
    while (!isOver) await use.calls.read(person, 'getMe');
  });
  const found = await violationsUnder(use, killedForGood);
  isOver = true;
  await Promise.all(callers);
  await use.cluster.servers[0]?.start();
  return found;
}

/** Does not disconnect the server, to imitate one that continues although it lost PostgreSQL. */
const notCutOff: ClusterFault = {
  name: 'a server that is not cut off',
  run: async ({ checkCutOff, searcher }) => checkCutOff(await searcher(), () => undefined),
};

/** Kills a primary of Redis with its replica, so that a third of the channels has no node. */
const withoutPromotion: ClusterFault = {
  name: 'a replica that is not promoted',
  async run({ cluster, checkRedis }) {
    const { primary, replica } = await primaryWithReplica(cluster.redis);
    const nodes = [replica, primary];
    for (const node of nodes) await node.kill();
    await pause(REDIS_NOTICED_MS);
    await checkRedis('planted', REDIS_NOTICED_MS);
    for (const node of nodes) await node.restart();
  },
};

const rowFaults: readonly PlantedClusterFault[] = [
  {
    fault: 'an acknowledged booking is lost',
    sign: /createBooking was acknowledged and its booking is lost/,
    find: withRows('delete from bookings where id = (select id from bookings order by booking_date limit 1)'),
  },
  {
    fault: 'an acknowledged step of a trip is lost',
    sign: /Booking was acknowledged and is lost: the booking is ACCEPTED/,
    find: withRows(
      `update bookings set status = 'ACCEPTED'
       where id = (select id from bookings where status in ('PAID', 'COMPLETE') limit 1)`,
    ),
  },
  {
    fault: 'an acknowledged message is lost',
    sign: /sendMessage were acknowledged and are lost/,
    find: withRows('delete from chat_messages'),
  },
  {
    fault: 'an acknowledged edit of a profile is undone',
    sign: /updateProfile were acknowledged and are lost/,
    find: withRows("update users set first_name = 'Ana'"),
  },
  {
    fault: 'an acknowledged credit is lost',
    sign: /addToWallet was acknowledged and is in the ledger 0 times/,
    find: withRows('delete from ledger_entries'),
  },
  {
    fault: 'a booking is accepted by a second driver',
    sign: /bookings were accepted by two drivers/,
    find: withRows(
      'drop index booking_request_accepted_once',
      `update booking_requests r set outcome = 'accepted'
       where exists (select from booking_requests o where o.booking = r.booking and o.outcome = 'accepted')`,
    ),
  },
  {
    fault: 'a second driver is answered that they have the booking',
    sign: /bookings were acknowledged to two drivers/,
    find: withSecondAcceptance,
  },
  {
    fault: 'drivers get more offers at a time than the policy allows',
    sign: /drivers have more open offers than the policy allows/,
    find: withRows(`update booking_requests set outcome = null, expires_at = ${FAR}`),
  },
];

const socketFaults: readonly PlantedClusterFault[] = [
  {
    fault: 'a socket subscribes again without its position',
    sign: /rider me: an event is missing/,
    find: (use) => withSocket(use, { Socket: WithoutResume }),
  },
  {
    fault: 'an event is lost when a socket is connected again',
    sign: /rider me: an event is missing/,
    find: (use) => withSocket(use, { Socket: droppingOnResume() }),
  },
  {
    fault: 'an event is delivered twice',
    sign: /rider me: an event arrived twice/,
    find: (use) => withSocket(use, { note: (seqs, seq) => void seqs.push(seq, seq) }),
  },
  {
    fault: 'events are delivered in another order',
    sign: /rider me: events arrived in another order/,
    find: (use) => withSocket(use, { note: noteSwapped }),
  },
];

const serverFaults: readonly PlantedClusterFault[] = [
  {
    fault: 'a server does not learn where a car is',
    sign: /planted: positions are complete on every server not in time/,
    find: withUnknownCar,
  },
];

const killFaults: readonly Omit<PlantedClusterFault, 'find'>[] = [
  { fault: 'a server does not come back', sign: /server 1 is not back/ },
  { fault: 'a stop in order cuts calls off', sign: /a stop that is a kill cut off \d+ calls/ },
];

export const isCaught = (found: readonly string[], sign: RegExp): boolean =>
  found.some((sentence) => sign.test(sentence));

const cutOffFaults: readonly Omit<PlantedClusterFault, 'find'>[] = [
  { fault: 'a server without PostgreSQL searches on', sign: /another server does not search in/ },
  { fault: 'a server without PostgreSQL stays ready', sign: /load balancers do not learn of it in/ },
  { fault: 'a server without PostgreSQL answers calls', sign: /calls are not refused with Retry-After in/ },
];

/** Plants the faults for those checks that only the long form has. */
export async function plantPartFaults(use: ClusterUse): Promise<PlantedFault[]> {
  const cutOff = await violationsUnder(use, notCutOff);
  const redis = await violationsUnder(use, withoutPromotion);
  return [
    ...cutOffFaults.map(({ fault, sign }) => ({ fault, caught: isCaught(cutOff, sign) })),
    {
      fault: withoutPromotion.name,
      caught: isCaught(redis, /^planted: servers do not use Redis alone in/),
    },
  ];
}

/** Requires the completed rides of a run whose traffic has ended. All servers run again afterwards. */
export async function plantClusterFaults(use: ClusterUse): Promise<PlantedFault[]> {
  const planted: PlantedFault[] = [];
  const plant = async ({ fault, sign, find }: PlantedClusterFault): Promise<PlantedFault> => ({
    fault,
    caught: isCaught(await find(use), sign),
  });
  for (const fault of rowFaults) planted.push(await plant(fault));
  planted.push(...(await Promise.all([...socketFaults, ...serverFaults].map(plant))));
  const found = await withKilledServer(use);
  return [...planted, ...killFaults.map(({ fault, sign }) => ({ fault, caught: isCaught(found, sign) }))];
}
