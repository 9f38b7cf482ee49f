// Tests which commit messages the hook accepts, and that the hook program reports the problems.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../checks/source-files.ts';
import { problemsOfCommitMessage } from './commit-message.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kerb-hook-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runHook(message: string) {
  const file = join(folder, 'COMMIT_EDITMSG');
  writeFileSync(file, message);
  return spawnSync(process.execPath, [join(root, 'tools/hooks/commit-msg.mjs'), file], { encoding: 'utf8' });
}

describe('a commit message', () => {
  it.each([
    'feat(booking): add a second waypoint',
    'fix: reject invisible Unicode in names\n\nNames are shown in lists.',
    'refactor(api)!: rename the route of estimates',
    'docs: describe the trip meter\n# a comment of git\n',
    "Merge branch 'main' into docs",
    'fixup! feat(booking): add a second waypoint',
    `chore: ${'x'.repeat(65)}`,
  ])('is accepted: %j', (message) => {
    expect(problemsOfCommitMessage(message)).toEqual([]);
  });

  it.each([
    ['Add a second waypoint', 'type(scope)'],
    ['feature: add a second waypoint', 'type(scope)'],
    ['feat:no space', 'type(scope)'],
    ['feat(Booking): capital letters in the scope', 'type(scope)'],
    [`chore: ${'x'.repeat(66)}`, '73 characters'],
    ['fix: end with a full stop.', 'full stop'],
    ['fix: no empty line\nbefore the body', 'must be empty'],
    ['# only a comment\n', 'empty'],
  ])('is rejected: %j', (message, reason) => {
    expect(problemsOfCommitMessage(message)).toEqual([expect.stringContaining(reason)]);
  });

  it('is checked by the hook program', () => {
    expect(runHook('feat(booking): add a second waypoint').status).toBe(0);
    const rejected = runHook('Add a second waypoint');
    expect(rejected.status).toBe(1);
    expect(rejected.stderr).toContain('type(scope)');
  });
});
