// Mounts a small in-memory file system over a folder, which can be filled and emptied; requires root.
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface SmallDisk {
  /** Fills all remaining space. */
  fill(): void;
  free(): void;
  unmount(): void;
}

const mounted = new Set<string>();

function run(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function writeUntilFull(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    // Large steps first, then small ones, until the last page is used.
    for (const step of [1_048_576, 4_096, 1]) {
      const bytes = Buffer.alloc(step);
      try {
        for (;;) writeSync(descriptor, bytes);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Null when it cannot be mounted; at most once for each folder. */
export function mountSmallDisk(folder: string, bytes: number): SmallDisk | null {
  if (!mounted.has(folder)) {
    const options = `size=${bytes},mode=0755`;
    if (!run('mount', ['-t', 'tmpfs', '-o', options, 'kerb-proof', folder])) return null;
    mounted.add(folder);
  }
  const filler = join(folder, 'filler');
  return {
    fill: () => writeUntilFull(filler),
    free: () => rmSync(filler, { force: true }),
    unmount() {
      if (mounted.delete(folder)) run('umount', [folder]);
    },
  };
}
