// Reads the processor time and memory of a process from Linux's /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second, a constant of Linux's user interface. */
const TICKS_A_SECOND = 100;
const BYTES_A_KIB = 1024;

/** The fields of /proc/<pid>/stat after the name, which is in brackets and may contain any character. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Processor time in seconds, user and kernel, since the process began. */
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

/** The running child processes of a process. */
export function childrenOf(parent: number): number[] {
  const isChild = (pid: number): boolean => {
    try {
      return Number(statOf(pid)[1]) === parent;
    } catch {
      // The process ended meanwhile.
      return false;
    }
  };
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isChild(pid));
}

/** The server below `npm start`: the child process that listens for calls, found by its program. */
export function serverProcess(startPid: number): number {
  const found = childrenOf(startPid).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('apps/server/dist/main.js'),
  );
  if (found === undefined) throw new Error('The server has no process');
  return found;
}
