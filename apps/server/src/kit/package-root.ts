// Finds the folder of the server package, from the sources as well as from the bundle.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function isServerPackage(folder: string): boolean {
  const manifest = join(folder, 'package.json');
  return existsSync(manifest) && /"name":\s*"@kerb\/server"/.test(readFileSync(manifest, 'utf8'));
}

/** Absolute path of apps/server. */
export function serverRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!isServerPackage(folder)) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new Error('The folder of @kerb/server was not found above the running program.');
    folder = parent;
  }
  return folder;
}

/** Absolute path of the repository. */
export const workspaceRoot = (): string => join(serverRoot(), '..', '..');
