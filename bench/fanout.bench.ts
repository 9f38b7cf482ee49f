// Benchmark of one event to 500 live sockets, compared with a loop of `ws.send`; then the memory of idle sockets
// compared with bare ones.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Benchmark, countOption, type OptionValues, runPairs } from './lib/benchmark.ts';
import type { LimitServer } from './lib/limit-process.ts';
import { processorSeconds, serverProcess } from './lib/processor-time.ts';
import { type RunningServer, startServer, temporaryFolder } from './lib/server.ts';
import { openDatabase } from './lib/server-database.ts';
import { startBareServer } from './sockets/bare-process.ts';
import { compareIdleMemory } from './sockets/idle-memory.ts';
import {
  expectRefusal,
  type LiveSocket,
  openAll,
  openBareSocket,
  openLiveSocket,
  type Received,
  subscribe,
  visitors,
} from './sockets/live-socket.ts';

const PAIRS = 5;
const LISTENERS = 500;
const EVENTS_A_ROUND = 60;
const IDLE_SOCKETS = 5000;
const MS_BETWEEN_EVENTS = 5;
const ARRIVE_WITHIN_MS = 30_000;
const POLL_INTERVAL_MS = 20;
const FIRST_ADDRESS = 1;
/**
 * Events of the catalogue, which every visitor may receive, and of the operator's money, which no visitor may receive.
 */
const PUBLIC = { topic: 'catalog', name: 'catalog.changed' };
const FOREIGN = { topic: 'money', name: 'money.changed' };

/** Counts the messages with this name that arrive at all sockets together. */
function createCounter(counted: string) {
  let arrived = 0;
  return {
    listen: ({ name }: Received) => {
      if (name === counted) arrived += 1;
    },
    count: () => arrived,
    /** Resolves when this number has arrived since the last reset. */
    async until(expected: number): Promise<void> {
      const deadline = performance.now() + ARRIVE_WITHIN_MS;
      while (arrived < expected) {
        if (performance.now() > deadline) throw new Error(`${arrived} of ${expected} messages arrived`);
        await pause(POLL_INTERVAL_MS);
      }
      if (arrived > expected) throw new Error(`${arrived} messages arrived instead of ${expected}`);
    },
    reset: () => {
      arrived = 0;
    },
  };
}

type Counter = ReturnType<typeof createCounter>;

const writeEvent = (client: pg.Client, { topic, name }: typeof PUBLIC) =>
  client.query("insert into outbox_events (name, topics, data) values ($1, $2, '{}')", [name, [topic]]);

/** Deliveries of the process per second of processor time. */
async function measureRound(pid: number, counter: Counter, sendOne: () => unknown): Promise<number> {
  counter.reset();
  const before = processorSeconds(pid);
  for (let event = 0; event < EVENTS_A_ROUND; event += 1) {
    await sendOne();
    await pause(MS_BETWEEN_EVENTS);
  }
  await counter.until(EVENTS_A_ROUND * LISTENERS);
  return (EVENTS_A_ROUND * LISTENERS) / (processorSeconds(pid) - before);
}

/** Throws when visitors may subscribe to a forbidden topic, or receive its event. */
async function expectChecks(
  client: pg.Client,
  visitor: LiveSocket,
  { events, foreign }: { events: Counter; foreign: Counter },
): Promise<void> {
  await expectRefusal(visitor, FOREIGN.topic, 'not_logged_in');
  await writeEvent(client, FOREIGN);
  await writeEvent(client, PUBLIC);
  // A socket receives events in the order of their commits, so the first event would have arrived before the second.
  await events.until(LISTENERS);
  if (foreign.count() > 0)
    throw new Error(`A check is missing: ${foreign.count()} visitors received an event of ${FOREIGN.topic}`);
}

async function compare(
  { server, client, bare }: { server: RunningServer; client: pg.Client; bare: LimitServer },
  log: (line: string) => void,
) {
  const events = createCounter(PUBLIC.name);
  const foreign = createCounter(FOREIGN.name);
  const texts = createCounter(PUBLIC.name);
  const listen = (message: Received) => {
    events.listen(message);
    foreign.listen(message);
  };
  const listeners = visitors(LISTENERS, FIRST_ADDRESS);
  const sockets = await openAll(listeners, (visitor) => openLiveSocket(server.origin, visitor, listen));
  const bareSockets = await openAll(listeners, () => openBareSocket(bare.origin, texts.listen));
  const [first] = sockets;
  const [sender] = bareSockets;
  if (first === undefined || sender === undefined) throw new Error('There are no sockets');
  const text = { type: 'all', seq: 1_000_000, data: {}, ...PUBLIC };
  const pid = serverProcess(server.pid);
  const ours = async () => [await measureRound(pid, events, () => writeEvent(client, PUBLIC))];
  const limit = async () => [await measureRound(bare.pid, texts, () => sender.log(text))];
  try {
    for (const socket of sockets) await subscribe(socket, PUBLIC.topic);
    await expectChecks(client, first, { events, foreign });
    // The first round of both is a warm-up.
    await ours();
    await limit();
    return await runPairs({ name: 'fanout', unit: 'deliveries/s of a core', pairs: PAIRS, log, ours, limit });
  } finally {
    for (const socket of [...sockets, ...bareSockets]) socket.end();
  }
}

async function measure(log: (line: string) => void, options: OptionValues) {
  const count = countOption(options, 'sockets', IDLE_SOCKETS);
  const folder = temporaryFolder('fanout');
  const server = await startServer(folder.path);
  const client = await openDatabase(folder.path);
  const bare = await startBareServer();
  try {
    const report = await compare({ server, client, bare }, log);
    const memory = await compareIdleMemory(server, bare, count);
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
