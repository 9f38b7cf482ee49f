// Makes temporary copies of the working tree with linked packages, for checks that modify files or test first starts.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const workspaces = ['packages', 'apps', 'tools', 'bench', 'prove', 'e2e'];

const leftOut = new Set(['node_modules', 'dist', '.kerb', 'artifacts', '.git', '.cache', 'coverage']);

/** Fills the copy's node_modules with links to the original packages, except the workspaces. */
function linkPackages(copy, folder) {
  const original = join(root, folder);
  mkdirSync(join(copy, folder), { recursive: true });
  for (const name of readdirSync(original)) {
    if (['@kerb', '.cache', '.vite', '.vite-temp'].includes(name)) continue;
    symlinkSync(join(original, name), join(copy, folder, name));
  }
}

function linkWorkspaces(copy) {
  const scope = 'node_modules/@kerb';
  mkdirSync(join(copy, scope));
  for (const name of readdirSync(join(root, scope))) {
    symlinkSync(readlinkSync(join(root, scope, name)), join(copy, scope, name));
  }
}

/** Copies the given entries of the root folder, by default all; returns the path of the copy. */
export function copyTree(prefix, entries = readdirSync(root)) {
  const copy = mkdtempSync(join(tmpdir(), prefix));
  for (const entry of entries) {
    if (leftOut.has(entry)) continue;
    cpSync(join(root, entry), join(copy, entry), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !leftOut.has(basename(path)),
    });
  }
  linkPackages(copy, 'node_modules');
  linkWorkspaces(copy);
  for (const workspace of ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  )) {
    if (existsSync(join(root, workspace, 'node_modules'))) linkPackages(copy, `${workspace}/node_modules`);
  }
  return copy;
}

export const removeTree = (copy) => rmSync(copy, { recursive: true, force: true });
