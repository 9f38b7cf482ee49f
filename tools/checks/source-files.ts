// Lists and reads the files of this repository for the checks, without packages, builds and run-time data.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const skipped = new Set(['node_modules', 'dist', '.git', '.kerb', '.cache', 'artifacts', 'coverage']);

/** Returns the paths, relative to the root and with forward slashes, of the files whose name matches. */
export function sourceFiles(name: RegExp, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : sourceFiles(name, path);
    return entry.isFile() && name.test(entry.name) ? [path] : [];
  });
}

export function readSource(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
