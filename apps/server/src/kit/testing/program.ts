// Runs one of the start programs like a user, and reads its output.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { workspaceRoot } from '../package-root.ts';

export interface Program {
  /** All output so far. */
  output(): string;
  /** Resolves when the output contains the text; rejects with the whole output when the program ends before. */
  says(text: string): Promise<void>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** Stops it in order; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Unsets variables of the test machine that would change how the program runs. */
const unset = Object.fromEntries(
  [
    'KERB_MODE',
    'KERB_SECRET',
    'KERB_CITY',
    'KERB_LOG',
    'TRUST_PROXY',
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'DATABASE_REPLICA_URL',
    'REDIS_URL',
    'HOST',
    'TWILIO_ACCOUNT_SID',
    'TWILIO_AUTH_TOKEN',
    'TWILIO_FROM',
  ].map((name) => [name, '']),
);

/** `file` is the name of a program in tools/bootstrap. */
export function startProgram(file: string, env: Readonly<Record<string, string>>): Program {
  const child = spawn(process.execPath, [join('tools', 'bootstrap', file)], {
    cwd: workspaceRoot(),
    env: { ...process.env, ...unset, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    output: () => output,
    ended,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (output.includes(text)) resolve();
        };
        child.stdout.on('data', look);
        look();
        void ended.then(() => reject(new Error(`Ended without "${text}":\n${output}`)));
      }),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      return ended;
    },
  };
}
