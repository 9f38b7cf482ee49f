// Offers once to install the commit-msg hook; the answer is stored in the local git configuration.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { inRoot } from '../bootstrap/paths.mjs';

const ANSWER_KEY = 'kerb.commitHook';
const script = `#!/bin/sh
# Checks the commit message. Installed by npm run dev; delete this file to remove the check.
exec node "$(git rev-parse --show-toplevel)/tools/hooks/commit-msg.mjs" "$1"
`;

function git(...args) {
  try {
    return execFileSync('git', args, {
      cwd: inRoot(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}

/** Shows the prompt only on a terminal, in a git checkout without a stored answer and without an existing hook. */
export async function offerCommitHook() {
  const folder = git('rev-parse', '--git-path', 'hooks');
  if (!process.stdin.isTTY || folder === '' || git('config', '--get', ANSWER_KEY) !== '') return;
  const hooks = isAbsolute(folder) ? folder : inRoot(folder);
  const file = join(hooks, 'commit-msg');
  if (existsSync(file)) return;
  const question = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await question.question('  Install a git hook that checks commit messages? [y/N] ');
  question.close();
  const isAccepted = /^y(es)?$/i.test(answer.trim());
  git('config', ANSWER_KEY, isAccepted ? 'installed' : 'declined');
  if (!isAccepted) return;
  mkdirSync(hooks, { recursive: true });
  writeFileSync(file, script);
  chmodSync(file, 0o755);
}
