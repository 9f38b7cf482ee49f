// Benchmark of live sockets that connect again, as after the restart of a server, compared with a bare `ws` server that
// only greets them.
import { randomUUID } from 'node:crypto';
import { type Benchmark, countOption, type OptionValues, pairsOption, runPairs } from './lib/benchmark.ts';
import { firstCarType } from './lib/car-type.ts';
import type { Caller } from './lib/posts.ts';
import { processorSeconds, serverProcess } from './lib/processor-time.ts';
import { startServer, temporaryFolder } from './lib/server.ts';
import { openDatabase } from './lib/server-database.ts';
import { profileOptions, serverProfile } from './profile/profile-server.ts';
import { startBareServer } from './sockets/bare-process.ts';
import { type LiveSocket, openAll, openBareSocket, resumeLiveSocket } from './sockets/live-socket.ts';
import { insertDriversWithIds } from './writes/people.ts';

const PAIRS = 5;
const SOCKETS = 2000;
const MICROSECONDS = 1_000_000;

/** Processor time in µs of the process for each socket that `open` opens. */
async function measureOpening(
  pid: number,
  callers: readonly Caller[],
  open: (caller: Caller) => Promise<LiveSocket>,
): Promise<number> {
  const before = processorSeconds(pid);
  const sockets = await openAll(callers, open);
  const used = processorSeconds(pid) - before;
  for (const socket of sockets) socket.end();
  return (used / callers.length) * MICROSECONDS;
}

async function measure(log: (line: string) => void, options: OptionValues) {
  const count = countOption(options, 'sockets', SOCKETS);
  const folder = temporaryFolder('connect');
  const profile = await serverProfile(options);
  const server = await startServer(folder.path, profile.serverOptions);
  const client = await openDatabase(folder.path);
  const bare = await startBareServer();
  try {
    const carType = await firstCarType(server.origin);
    const uids = Array.from({ length: count }, () => randomUUID());
    const drivers = await insertDriversWithIds(client, uids, carType);
    const pid = serverProcess(server.pid);
    const ours = async () => [
      await measureOpening(pid, drivers, (driver) => resumeLiveSocket(server.origin, driver)),
    ];
    const limit = async () => [await measureOpening(bare.pid, drivers, () => openBareSocket(bare.origin))];
    // The first round of both is a warm-up.
    await ours();
    await limit();
    const report = await runPairs({
      name: 'connect',
      unit: 'µs of a core a socket',
      pairs: countOption(options, 'pairs', PAIRS),
      log,
      ours,
      limit,
    });
    await profile.draw(server, 'Live sockets that connect again', ours);
    return { ...report, more: { sockets: count } };
  } finally {
    await client.end();
    await bare.stop();
    await server.stop();
    folder.remove();
  }
}

export const benchmark: Benchmark = {
  name: 'connect',
  unit: 'µs of a core a socket',
  about:
    'processor time of a socket that connects again and resumes three topics; the limit is bare ws that greets it',
  options: {
    sockets: `how many drivers connect; ${SOCKETS} unless given`,
    pairs: pairsOption,
    ...profileOptions,
  },
  run: measure,
};
