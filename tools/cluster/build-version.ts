// Builds the programs of another commit of this repository in a separate folder, with the packages installed here.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { workspaceRoot } from '../../apps/server/src/kit/package-root.ts';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const SCOPE = '@kerb';
const MAX_NAMED = 5;
const BUILD = `const { buildPrograms } = await import('./tools/build/build.mjs');
await buildPrograms();`;

/** Text to replace in a source file before the build. */
export interface SourceChange {
  /** Path relative to the root of the repository. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface BuiltVersion {
  /** Commit id, shortened to 8 characters. */
  readonly commit: string;
  /** Path of the built server program. */
  readonly program: string;
}

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), dev: z.boolean().optional(), link: z.boolean().optional() }),
  ),
});

/**
 * Compares the texts of two package-lock.json files, and lists the packages that the earlier program needs but that are
 * missing here or installed in another version.
 */
export function otherPackages(earlier: string, present: string): string[] {
  const installed = lockFile.parse(JSON.parse(present)).packages;
  const needed = Object.entries(lockFile.parse(JSON.parse(earlier)).packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true,
  );
  return needed.flatMap(([path, { version }]) => {
    const here = installed[path]?.version;
    const name = path.replace(/^.*node_modules\//, '');
    return here === version ? [] : [`${name} ${version} (${here === undefined ? 'missing' : here} here)`];
  });
}

const git = async (...args: readonly string[]): Promise<string> =>
  (await run('git', args, { cwd: workspaceRoot(), maxBuffer: MAX_OUTPUT_BYTES })).stdout.trim();

/** Returns the full commit id; throws when this folder is no git repository or lacks the commit. */
async function commitOf(ref: string): Promise<string> {
  const isShallow = await git('rev-parse', '--is-shallow-repository').catch(() => null);
  if (isShallow === null)
    throw new Error(`${ref} cannot be built: this folder is no git repository, so that it has one version`);
  try {
    return await git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
  } catch {
    const advice =
      isShallow === 'true' ? ': this clone is shallow, "git fetch --unshallow" completes it' : '';
    throw new Error(`There is no commit ${ref} here${advice}`);
  }
}

async function requireSamePackages(ref: string, commit: string): Promise<void> {
  const present = readFileSync(join(workspaceRoot(), 'package-lock.json'), 'utf8');
  const others = otherPackages(await git('show', `${commit}:package-lock.json`), present);
  if (others.length === 0) return;
  const named = others.slice(0, MAX_NAMED).join(', ');
  throw new Error(`${ref} needs ${others.length} packages that are not installed in its version: ${named}`);
}

/** Creates node_modules with links to the installed packages, and to the built version's own workspace packages. */
function linkPackages(folder: string): void {
  const installed = join(workspaceRoot(), 'node_modules');
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, SCOPE), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== SCOPE && !name.startsWith('.')) symlinkSync(join(installed, name), join(modules, name));
  for (const kind of ['packages', 'apps']) {
    for (const name of readdirSync(join(folder, kind))) {
      const own = join(folder, kind, name);
      if (!existsSync(join(own, 'package.json'))) continue;
      symlinkSync(own, join(modules, SCOPE, name));
      const nested = join(workspaceRoot(), kind, name, 'node_modules');
      if (existsSync(nested)) symlinkSync(nested, join(own, 'node_modules'));
    }
  }
}

function changeSources(folder: string, changes: readonly SourceChange[]): void {
  for (const { file, from, to } of changes) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
    writeFileSync(path, text.replaceAll(from, to));
  }
}

/**
 * Builds the commit `ref` in `folder`, which must not exist yet. Throws when this checkout lacks the commit, or when
 * the commit needs packages in versions that are not installed.
 */
export async function buildVersion(
  ref: string,
  folder: string,
  changes: readonly SourceChange[] = [],
): Promise<BuiltVersion> {
  const commit = await commitOf(ref);
  await requireSamePackages(ref, commit);
  mkdirSync(folder);
  const archive = join(folder, 'version.tar');
  await git('archive', '--output', archive, commit);
  await run('tar', ['-xf', archive, '-C', folder]);
  linkPackages(folder);
  changeSources(folder, changes);
  await run(process.execPath, ['--input-type=module', '--eval', BUILD], { cwd: folder });
  return { commit: commit.slice(0, 8), program: join(folder, 'apps', 'server', 'dist', 'main.js') };
}
