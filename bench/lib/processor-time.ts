// The processor time and the memory of a process that a benchmark has started, from Linux's /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second, which Linux fixes for programs. */
const TICKS_A_SECOND = 100;
const BYTES_A_KIB = 1024;

/** The fields of /proc/<pid>/stat after the name, which is in brackets and may contain anything. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Seconds of processor time, in programs and in the kernel, since the process began. */
export function processorSeconds(pid: number): number {
  const [, , , , , , , , , , , user, system] = statOf(pid);
  return (Number(user) + Number(system)) / TICKS_A_SECOND;
}

/** Resident memory in bytes. */
export function residentBytes(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kib === undefined) throw new Error(`The memory of process ${pid} cannot be read`);
  return Number(kib) * BYTES_A_KIB;
}

/** The processes that a process has started and that still run. */
export function childrenOf(parent: number): number[] {
  const isChild = (pid: number): boolean => {
    try {
      return Number(statOf(pid)[1]) === parent;
    } catch {
      // It ended meanwhile.
      return false;
    }
  };
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isChild(pid));
}

/** The server below `npm start`: the child that listens for calls, known by its program. */
export function serverProcess(startPid: number): number {
  const found = childrenOf(startPid).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('apps/server/dist/main.js'),
  );
  if (found === undefined) throw new Error('The server has no process');
  return found;
}
