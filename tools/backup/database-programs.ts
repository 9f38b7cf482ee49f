// Runs pg_dump and pg_restore of the operator's machine for a database of their own.
import { spawn, spawnSync } from 'node:child_process';
import { findProgram } from '../database/find-program.ts';

type Program = 'pg_dump' | 'pg_restore';

/** The first number of "pg_dump (PostgreSQL) 15.10"; null when the program is not there. */
function majorOf(program: string): number | null {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const major = status === 0 ? /\) (\d+)/.exec(stdout)?.[1] : undefined;
  return major === undefined ? null : Number(major);
}

/** A program of at least the server's version: older ones refuse it. */
function findDatabaseProgram(program: Program, serverMajor: number): string {
  return findProgram({
    name: program,
    version: `of PostgreSQL ${serverMajor} or newer`,
    isSuitable: (file) => (majorOf(file) ?? 0) >= serverMajor,
    debianPackage: `postgresql-client-${serverMajor}`,
  });
}

/** Libpq reads the password from the environment: arguments can be read by every user of the machine. */
export function withoutPassword(databaseUrl: string): { address: string; password: Record<string, string> } {
  const url = new URL(databaseUrl);
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password);
  url.password = '';
  url.searchParams.delete('password');
  return { address: url.toString(), password: password === '' ? {} : { PGPASSWORD: password } };
}

export async function runDatabaseProgram(
  program: Program,
  { databaseUrl, serverMajor, args }: { databaseUrl: string; serverMajor: number; args: readonly string[] },
): Promise<void> {
  const { address, password } = withoutPassword(databaseUrl);
  const child = spawn(findDatabaseProgram(program, serverMajor), ['--dbname', address, ...args], {
    env: { ...process.env, ...password },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4000);
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code}: ${complaint.trim()}`));
    });
  });
}
