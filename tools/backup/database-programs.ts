// Runs the installed pg_dump and pg_restore for an installation that uses an external database (DATABASE_URL).
import { spawn, spawnSync } from 'node:child_process';
import { findProgram } from '../database/find-program.ts';

type Program = 'pg_dump' | 'pg_restore';

/** Returns the major version of the program, 15 for "pg_dump (PostgreSQL) 15.10"; null when it cannot be run. */
function majorOf(program: string): number | null {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const major = status === 0 ? /\) (\d+)/.exec(stdout)?.[1] : undefined;
  return major === undefined ? null : Number(major);
}

/** Returns a program of at least the server's major version, because older programs reject a newer server. */
function findDatabaseProgram(program: Program, serverMajor: number): string {
  return findProgram({
    name: program,
    version: `of PostgreSQL ${serverMajor} or newer`,
    isSuitable: (file) => (majorOf(file) ?? 0) >= serverMajor,
    debianPackage: `postgresql-client-${serverMajor}`,
  });
}

/** Moves the password to libpq's environment variable, because every user of the machine can read arguments. */
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
