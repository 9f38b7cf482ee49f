// Checks the documentation: every command in a fenced sh block exists, and the fast ones are run.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, root, sourceFiles } from './source-files.ts';

const pages = sourceFiles(/\.md$/).filter((path) => !path.startsWith('data/') || path.endsWith('README.md'));
const scripts: Record<string, string> = JSON.parse(readSource('package.json')).scripts;

interface Command {
  page: string;
  text: string;
}

const commands: Command[] = pages.flatMap((page) =>
  [...readSource(page).matchAll(/```sh\n([\s\S]*?)```/g)].flatMap((block) =>
    (block[1] ?? '')
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => line.replace(/\s+#.*$/, '').trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((text) => ({ page, text })),
  ),
);

// Programs outside this repository that readers of the operator's guide are expected to have installed.
const programs = new Set([
  'cd',
  'cp',
  'curl',
  'docker',
  'git',
  'npx',
  'pg_dump',
  'pg_restore',
  'psql',
  'rsync',
  'tar',
  'mkdir',
  'kill',
  'kubectl',
  'systemctl',
]);

/** Commands that the test runs: they end within seconds and change nothing. */
const cheap =
  /^(npm run simulate -- --help|npm run bench -- --help|git --version|node --version|npx vitest list .*)$/;

/** Returns the problem of a command, or undefined when its program, npm script and file exist. */
function problemOf(text: string): string | undefined {
  const words = text.split(/\s+/);
  while (words[0] && /^[A-Z][A-Z0-9_]*=/.test(words[0])) words.shift();
  const [program = '', first = '', second = ''] = words;
  if (program === 'npm' && first === 'run') return scripts[second] ? undefined : `no npm script ${second}`;
  if (program === 'npm' && (first === 'start' || first === 'test'))
    return scripts[first] ? undefined : `no script ${first}`;
  if (program === 'npm')
    return ['audit', 'ci', 'install', 'outdated'].includes(first)
      ? undefined
      : `unknown npm command ${first}`;
  if (program === 'node' && first.startsWith('--')) return undefined;
  if (program === 'node' || program === 'bash')
    return existsSync(join(root, first)) ? undefined : `no file ${first}`;
  return programs.has(program) ? undefined : `unknown program ${program}`;
}

/** Paths in examples that do not exist, because the reader creates them. */
const invented = /lostproperty|acmepay|NNNN|\*/;

/** Returns a problem for each path in backticks, relative to the root of the repository, that does not exist. */
const missingFiles = (page: string, text: string): string[] =>
  [...text.matchAll(/`((?:apps|packages|docs|e2e|prove|tools|bench)\/[^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !invented.test(path) && !existsSync(join(root, path)))
    .map((path) => `${page}: no ${path}`);

describe('the documentation', () => {
  it('refers only to commands that exist', () => {
    expect(commands.length).toBeGreaterThan(5);
    const wrong = commands.flatMap(({ page, text }) => {
      const problem = problemOf(text);
      return problem ? [`${page}: ${text}: ${problem}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('refers only to commands whose script files exist', () => {
    const files = Object.entries(scripts).flatMap(([name, line]) =>
      line
        .split(/[\s&]+/)
        .filter((word) => /\.(mjs|ts|cjs)$/.test(word))
        .map((path) => ({ name, path })),
    );
    expect(files.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
  });

  const toRun = [...new Set(commands.map(({ text }) => text).filter((text) => cheap.test(text)))];
  it.each(toRun)(
    'can be followed: %s',
    (text) => {
      const answer = execFileSync('bash', ['-c', text], {
        cwd: root,
        encoding: 'utf8',
        stdio: 'pipe',
        timeout: 60_000,
      });
      expect(answer).not.toBe('');
    },
    60_000,
  );

  it('links only to pages and files that exist', () => {
    const broken = pages.flatMap((page) =>
      [...readSource(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)]
        .map((match) => match[1] ?? '')
        .filter((target) => !existsSync(join(root, normalize(join(dirname(page), target)))))
        .map((target) => `${page} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('refers only to existing files in the guides of changes', () => {
    const guides = pages.filter((page) => page.startsWith('docs/add-a-'));
    expect(guides).toContain('docs/add-a-field.md');
    expect(guides.flatMap((page) => missingFiles(page, readSource(page)))).toEqual([]);
    expect(missingFiles('docs/gone.md', '`docs/gone.ts` and `apps/server/src/gone`')).toHaveLength(2);
  });

  it('reports a removed command', () => {
    expect(problemOf('PORT=1 npm run gone')).toBeDefined();
    expect(problemOf('node tools/gone.mjs')).toBeDefined();
    expect(problemOf('gone --help')).toBeDefined();
    expect(problemOf('npm start')).toBeUndefined();
  });
});
