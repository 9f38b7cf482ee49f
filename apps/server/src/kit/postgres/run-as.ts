// Chooses another account of this machine to run PostgreSQL as, because PostgreSQL rejects running as root.
import { spawnSync } from 'node:child_process';
import { chownSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

export interface RunAs {
  /** Words of the command line before the program and its arguments. */
  prefix: readonly string[];
  /** Options passed to spawn. */
  identity: { uid?: number; gid?: number };
  /** Required owner of the data folder; null to leave it unchanged. */
  owner: { uid: number; gid: number } | null;
}

interface Account {
  uid: number;
  gid: number;
}

function findAccount(name: string): Account | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

function makeAccount(): Account | null {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  return findAccount('postgres');
}

const succeeds = (program: string, args: readonly string[], identity: RunAs['identity'] = {}): boolean =>
  spawnSync(program, args, { ...identity, stdio: 'ignore' }).status === 0;

/** True when the account can run the program and enter the folder, so when it has access to all parent folders. */
const canReach = (account: Account, program: string, folder: string): boolean =>
  succeeds(program, ['--version'], account) && succeeds('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], account);

/** A user namespace makes root appear as another user while its files remain root's. */
function inNamespace(account: Account, program: string): RunAs | null {
  const prefix = ['unshare', '--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`, '--'];
  const works = succeeds('unshare', [...prefix.slice(1), program, '--version']);
  return works ? { prefix, identity: {}, owner: { uid: 0, gid: 0 } } : null;
}

/** `folder` exists, and contains or will contain the data folder. */
export function chooseRunAs(program: string, folder: string): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [], identity: {}, owner: null };
  const account = findAccount('postgres') ?? makeAccount() ?? findAccount('nobody');
  if (account !== null) {
    if (canReach(account, program, folder)) return { prefix: [], identity: account, owner: account };
    const namespaced = inNamespace(account, program);
    if (namespaced) return namespaced;
  }
  throw new StartError(
    `PostgreSQL may not run as root, and another user cannot enter ${folder}. ` +
      'Start Kerb as an ordinary user, or set KERB_DATA and keep Kerb in folders open to all, or set DATABASE_URL.',
  );
}

/** Command line that runs `program` as `runAs` specifies. */
export function commandOf(
  { prefix }: RunAs,
  program: string,
  args: readonly string[],
): [string, ...string[]] {
  const [runner, ...options] = prefix;
  return runner === undefined ? [program, ...args] : [runner, ...options, program, ...args];
}

/** Changes the owner of the folder and its contents, unless it already is the owner. */
export function giveTo(path: string, owner: RunAs['owner']): void {
  if (owner === null) return;
  const stat = lstatSync(path);
  if (stat.uid === owner.uid && stat.gid === owner.gid) return;
  if (stat.isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), owner);
  if (!stat.isSymbolicLink()) chownSync(path, owner.uid, owner.gid);
}
