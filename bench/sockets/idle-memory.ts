// Measures the memory of idle sockets of the server, compared with that of the bare one.
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../lib/benchmark.ts';
import type { LimitServer } from '../lib/limit-process.ts';
import { residentBytes, serverProcess } from '../lib/processor-time.ts';
import type { RunningServer } from '../lib/server.ts';
import { type LiveSocket, openAll, openBareSocket, openLiveSocket, visitors } from './live-socket.ts';

/** Their addresses begin after those of the listeners, which have disconnected. */
const FIRST_ADDRESS = 1000;
const SETTLE_MS = 5000;

/**
 * Bytes added by each of this number of idle sockets, and the memory after they have disconnected as a share of that
 * before.
 */
async function memoryOf(pid: number, openOne: (address: string) => Promise<LiveSocket>, count: number) {
  await pause(SETTLE_MS);
  const before = residentBytes(pid);
  const sockets = await openAll(visitors(count, FIRST_ADDRESS), ({ address }) => openOne(address));
  await pause(SETTLE_MS);
  const open = residentBytes(pid);
  for (const socket of sockets) socket.end();
  await pause(2 * SETTLE_MS);
  return { each: Math.round((open - before) / count), afterwards: residentBytes(pid) / before };
}

const rounded = (value: number): number => Number(value.toPrecision(3));

export async function compareIdleMemory(
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
