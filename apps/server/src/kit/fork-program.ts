// Starts a program of the server, a file named x.child.ts, in a process of its own.
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * `caller`: `import.meta.url` of the calling module. `name`: the program's file without its extension. The file is beside
 * the caller in the sources, where TypeScript needs its loader, and beside the bundle in a build.
 */
export function forkProgram(caller: string, name: string, options: ForkOptions = {}): ChildProcess {
  const isSource = fileURLToPath(caller).endsWith('.ts');
  const program = fileURLToPath(new URL(`./${name}.${isSource ? 'ts' : 'js'}`, caller));
  const loader = isSource ? ['--import', import.meta.resolve('tsx')] : [];
  return fork(program, [], { ...options, execArgv: [...loader, ...(options.execArgv ?? [])] });
}
