// Runs pgbench, PostgreSQL's own load program, with a script on the server's database.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { APP_ROLE } from '../../apps/server/src/kit/db/app-role.ts';
import { findProgram } from '../../tools/database/find-program.ts';
import { hostOf, readDatabaseNote } from './server-database.ts';

/** The embedded PostgreSQL does not include it. Debian has it in postgresql-NN of any version NN. */
export const findPgbench = (): string => findProgram({ name: 'pgbench', debianPackage: 'postgresql-15' });

export interface PgbenchResult {
  /** Transactions per second, without the time to connect. */
  readonly perSecond: number;
  readonly done: number;
  readonly failed: number;
}

function numberIn(output: string, pattern: RegExp): number {
  const found = pattern.exec(output)?.[1];
  if (found === undefined) throw new Error(`pgbench printed no ${pattern.source}:\n${output}`);
  return Number(found);
}

/** Parses the summary that pgbench prints at its end. */
export function parsePgbench(output: string): PgbenchResult {
  return {
    perSecond: numberIn(output, /^tps = ([\d.]+) \(without initial connection time\)/m),
    done: numberIn(output, /^number of transactions actually processed: (\d+)/m),
    failed: numberIn(output, /^number of failed transactions: (\d+)/m),
  };
}

export interface PgbenchRun {
  readonly dataFolder: string;
  /** The script of one transaction. */
  readonly script: string;
  readonly clients: number;
  readonly transactionsPerClient: number;
  readonly variables: Readonly<Record<string, number>>;
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(printed) : reject(new Error(`pgbench ended with ${code}:\n${printed}`)),
    );
  });
}

/**
 * Runs the script over the socket and with the role that the server uses. Its statements cannot be prepared, because
 * they have variables within quotes. Rejects when a transaction fails.
 */
export async function runPgbench(program: string, options: PgbenchRun): Promise<PgbenchResult> {
  const { port, password } = readDatabaseNote(options.dataFolder);
  const file = join(options.dataFolder, 'pgbench.sql');
  writeFileSync(file, options.script);
  const variables = Object.entries(options.variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  const count = String(options.transactionsPerClient);
  const args = ['--no-vacuum', '--protocol=simple', '-c', String(options.clients), '-j', '2', '-t', count];
  const where = ['-h', hostOf(options.dataFolder), '-p', String(port), '-U', 'kerb', 'kerb'];
  const output = await run(program, [...args, ...variables, '-f', file, ...where], {
    ...process.env,
    PGPASSWORD: password,
    PGOPTIONS: `-c role=${APP_ROLE}`,
  });
  const result = parsePgbench(output);
  if (result.failed > 0 || result.done !== options.clients * options.transactionsPerClient)
    throw new Error(`pgbench did not run every transaction:\n${output}`);
  return result;
}
