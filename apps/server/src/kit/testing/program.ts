// Runs one of the starting programs as a user does, and reads its output.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { workspaceRoot } from '../package-root.ts';

export interface Program {
  /** Everything written so far. */
  output(): string;
  /** Resolves when the text is written; rejects with all that was written when the program ends before. */
  says(text: string): Promise<void>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** Ends it in order; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** What the machine of the tests has set must not decide how the program runs. */
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

/** `file` is one of tools/bootstrap. */
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
