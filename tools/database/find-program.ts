// Finds installed database programs, such as pg_dump and redis-server.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's folder of PostgreSQL programs. Those in Debian's PATH are wrapper scripts that select a cluster. */
const DEBIAN_VERSIONS = '/usr/lib/postgresql';

/** Returns the folders to search: Debian's PostgreSQL versions, newest first, then the folders of PATH. */
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
  /** The required version as the error message shows it: "of PostgreSQL 18 or newer". */
  readonly version?: string;
  readonly isSuitable?: (file: string) => boolean;
  readonly debianPackage: string;
}

/** Returns the path of the program. Throws an error that names its Debian package when it is not found. */
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
