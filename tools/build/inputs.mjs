// Computes a hash of all inputs of a build, so that unchanged programs are not built again.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { inRoot, root } from '../bootstrap/paths.mjs';

const ignored = new Set(['node_modules', 'dist', '.cache']);
const isTest = (name) => /\.test\.tsx?$/.test(name);

function* filesBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!ignored.has(entry.name)) yield* filesBelow(path);
    } else if (!isTest(entry.name)) yield path;
  }
}

export function fingerprint(folders) {
  const hash = createHash('sha256')
    .update(process.version)
    .update(readFileSync(inRoot('package-lock.json')));
  for (const folder of folders) {
    for (const path of filesBelow(inRoot(folder))) {
      hash.update(`\0${relative(root, path)}\0`).update(readFileSync(path));
    }
  }
  return hash.digest('hex');
}

/** Returns whether the mark file of a finished build contains this hash. */
export const isBuiltFrom = (markFile, print) =>
  existsSync(markFile) && readFileSync(markFile, 'utf8') === print;

export function markBuilt(markFile, print) {
  mkdirSync(dirname(markFile), { recursive: true });
  writeFileSync(markFile, print);
}
