// Where PostgreSQL's own programs are on a machine.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's programs themselves; those in PATH are scripts that choose a cluster. */
const DEBIAN_VERSIONS = '/usr/lib/postgresql';

/** Folders of programs: Debian's, the newest version first, then those of PATH. */
export function programFolders(): string[] {
  const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : [];
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one));
  return [
    ...newestFirst.map((version) => join(DEBIAN_VERSIONS, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
}
