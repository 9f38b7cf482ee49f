// Finds the programs of databases, such as pg_dump and redis-server, on this machine.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's programs of PostgreSQL themselves; those in PATH are scripts that choose a cluster. */
const DEBIAN_VERSIONS = '/usr/lib/postgresql';

/** Folders of programs: Debian's of PostgreSQL, the newest version first, then those of PATH. */
function programFolders(): string[] {
  const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : [];
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one));
  return [
    ...newestFirst.map((version) => join(DEBIAN_VERSIONS, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
}

export interface WantedProgram {
  readonly name: string;
  /** Which versions of it, for the error: "of PostgreSQL 18 or newer". */
  readonly version?: string;
  readonly isSuitable?: (file: string) => boolean;
  readonly debianPackage: string;
}

/** The path of the program. Throws with its Debian package when it is in no folder. */
export function findProgram(
  { name, version, isSuitable = () => true, debianPackage }: WantedProgram,
  folders: readonly string[] = programFolders(),
): string {
  const found = folders
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file) && isSuitable(file));
  if (found !== undefined) return found;
  const wanted = version === undefined ? name : `${name} ${version}`;
  throw new Error(
    `${wanted} was not found in ${DEBIAN_VERSIONS}/*/bin or in PATH. Install it (Debian: apt-get install ${debianPackage}).`,
  );
}
