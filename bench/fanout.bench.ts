// One event to 500 live sockets, beside a loop of `ws.send`; and the memory of idle sockets beside bare ones.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Benchmark, type Figure, type OptionValues, runPairs } from './lib/benchmark.ts';
import type { LimitServer } from './lib/limit-process.ts';
import { addressOf } from './lib/posts.ts';
import { processorSeconds, residentBytes, serverProcess } from './lib/processor-time.ts';
import { type RunningServer, startServer, temporaryFolder } from './lib/server.ts';
import { openDatabase } from './lib/server-database.ts';
import { startBareServer } from './sockets/bare-process.ts';
import {
  type LiveSocket,
  openAll,
  openBareSocket,
  openLiveSocket,
  type Received,
  subscribe,
} from './sockets/live-socket.ts';
import { socketCount } from './sockets/socket-options.ts';

const PAIRS = 5;
const LISTENERS = 500;
const EVENTS_A_ROUND = 60;
const IDLE_SOCKETS = 5000;
const ARRIVE_WITHIN_MS = 30_000;
const SETTLE_MS = 5000;
const LOOK_EVERY_MS = 20;
const SOCKETS_OF_AN_ADDRESS = 100;

/** So many visitors, a hundred at an address. */
const visitors = (count: number, firstAddress: number) =>
  Array.from({ length: count }, (_, index) => ({
    address: addressOf(firstAddress + Math.floor(index / SOCKETS_OF_AN_ADDRESS)),
  }));

/** Counts what arrives at all of the sockets together. */
function createCounter(type: string) {
  let arrived = 0;
  return {
    listen: (message: Received) => {
      if (message.type === type) arrived += 1;
    },
    /** Resolves when so many have arrived since the last reset. */
    async until(expected: number): Promise<void> {
      const deadline = performance.now() + ARRIVE_WITHIN_MS;
      while (arrived < expected) {
        if (performance.now() > deadline) throw new Error(`${arrived} of ${expected} messages arrived`);
        await pause(LOOK_EVERY_MS);
      }
      if (arrived > expected) throw new Error(`${arrived} messages arrived instead of ${expected}`);
    },
    reset: () => {
      arrived = 0;
    },
  };
}

const writeEvent = (client: pg.Client, topic: string, name = 'catalog.changed') =>
  client.query("insert into outbox_events (name, topics, data) values ($1, $2, '{}')", [name, [topic]]);

const pauseBetweenEvents = 5;

/** Deliveries that the process makes in a second of processor time. */
async function measureRound(
  pid: number,
  counter: ReturnType<typeof createCounter>,
  sendOne: () => unknown,
): Promise<number> {
  counter.reset();
  const before = processorSeconds(pid);
  for (let event = 0; event < EVENTS_A_ROUND; event += 1) {
    await sendOne();
    await pause(pauseBetweenEvents);
  }
  await counter.until(EVENTS_A_ROUND * LISTENERS);
  return (EVENTS_A_ROUND * LISTENERS) / (processorSeconds(pid) - before);
}

async function compare(
  { server, client, bare }: { server: RunningServer; client: pg.Client; bare: LimitServer },
  say: (line: string) => void,
) {
  const events = createCounter('event');
  const texts = createCounter('all');
  const sockets = await openAll(visitors(LISTENERS, 1), (visitor) =>
    openLiveSocket(server.origin, visitor, events.listen),
  );
  const bareSockets = await openAll(visitors(LISTENERS, 1), () => openBareSocket(bare.origin, texts.listen));
  const [first] = bareSockets;
  if (first === undefined) throw new Error('There are no sockets');
  const text = { type: 'all', topic: 'catalog', seq: 1_000_000, name: 'catalog.changed', data: {} };
  const pid = serverProcess(server.pid);
  const ours = async () => [await measureRound(pid, events, () => writeEvent(client, 'catalog'))];
  const limit = async () => [await measureRound(bare.pid, texts, () => first.say(text))];
  try {
    for (const socket of sockets) await subscribe(socket, 'catalog');
    // An event of a topic that no visitor may read must not arrive.
    await writeEvent(client, 'money');
    await ours();
    await limit();
    return await runPairs({ name: 'fanout', unit: 'deliveries/s of a core', pairs: PAIRS, say, ours, limit });
  } finally {
    for (const socket of [...sockets, ...bareSockets]) socket.end();
  }
}

/** Bytes that each of so many idle sockets adds, and how much is still used after they have gone. */
async function memoryOf(pid: number, openOne: (address: string) => Promise<LiveSocket>, count: number) {
  await pause(SETTLE_MS);
  const before = residentBytes(pid);
  const sockets = await openAll(visitors(count, 1000), ({ address }) => openOne(address));
  await pause(SETTLE_MS);
  const open = residentBytes(pid);
  for (const socket of sockets) socket.end();
  await pause(2 * SETTLE_MS);
  return { each: Math.round((open - before) / count), afterwards: residentBytes(pid) / before };
}

const rounded = (value: number): number => Number(value.toPrecision(3));

async function compareMemory(
  server: RunningServer,
  bare: LimitServer,
  count: number,
): Promise<Record<string, Figure>> {
  const ours = await memoryOf(
    serverProcess(server.pid),
    (address) => openLiveSocket(server.origin, { address }),
    count,
  );
  const limit = await memoryOf(bare.pid, () => openBareSocket(bare.origin), count);
  return {
    idle_sockets: count,
    bytes_each: ours.each,
    bare_bytes_each: limit.each,
    memory_ratio: rounded(ours.each / limit.each),
    memory_afterwards: rounded(ours.afterwards),
    bare_memory_afterwards: rounded(limit.afterwards),
  };
}

async function measure(say: (line: string) => void, options: OptionValues) {
  const count = socketCount(options, IDLE_SOCKETS);
  const folder = temporaryFolder('fanout');
  const server = await startServer(folder.path);
  const client = await openDatabase(folder.path);
  const bare = await startBareServer();
  try {
    const report = await compare({ server, client, bare }, say);
    const memory = await compareMemory(server, bare, count);
    return { ...report, more: { listeners: LISTENERS, ...memory } };
  } finally {
    await bare.stop();
    await client.end();
    await server.stop();
    folder.remove();
  }
}

export const benchmark: Benchmark = {
  name: 'fanout',
  unit: 'deliveries/s of a core',
  about: `events to ${LISTENERS} live sockets that a second of processor time delivers; the limit is a loop of ws.send`,
  options: { sockets: `how many idle sockets the memory is measured with; ${IDLE_SOCKETS} unless given` },
  run: measure,
};
