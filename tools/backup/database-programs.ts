// Runs pg_dump and pg_restore of the operator's machine for a database of their own.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DEBIAN_VERSIONS = '/usr/lib/postgresql';

type Program = 'pg_dump' | 'pg_restore';

function candidates(program: Program): string[] {
  const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : [];
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one));
  return [program, ...newestFirst.map((version) => join(DEBIAN_VERSIONS, version, 'bin', program))];
}

/** The first number of "pg_dump (PostgreSQL) 15.10"; null when the program is not there. */
function majorOf(program: string): number | null {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const major = status === 0 ? /\) (\d+)/.exec(stdout)?.[1] : undefined;
  return major === undefined ? null : Number(major);
}

/** A program of at least the server's version: older ones refuse it. */
function findProgram(program: Program, serverMajor: number): string {
  const found = candidates(program).find((candidate) => (majorOf(candidate) ?? 0) >= serverMajor);
  if (found === undefined)
    throw new Error(
      `${program} of PostgreSQL ${serverMajor} or newer was not found. Install it (Debian: postgresql-client-${serverMajor}).`,
    );
  return found;
}

/** Libpq reads the password from the environment: arguments can be read by every user of the machine. */
function withoutPassword(databaseUrl: string): { address: string; password: Record<string, string> } {
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
  const child = spawn(findProgram(program, serverMajor), ['--dbname', address, ...args], {
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
