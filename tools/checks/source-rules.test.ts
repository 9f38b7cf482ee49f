// House rules that no linter knows: opening comments, one place for SQL and for the environment, nothing silenced.
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, sourceFiles } from './source-files.ts';

const code = sourceFiles(/(?<!\.d)\.(ts|tsx|mts|mjs|cjs)$/);
const tests = /\.(test|journey|contract)\.tsx?$|\/testing\//;

// Written with brackets so that this file does not break its own rules. Three lint rules guess wrongly: about effects that
// run on navigation, about lists whose order is their identity, and about files that stand in for a package with a
// default export. They may be silenced, with a reason.
const forbiddenInCode: readonly [what: string, pattern: RegExp][] = [
  [
    'a silenced linter',
    /biome-ignor[e](?! lint\/(correctness\/useExhaustiveDependencies|suspicious\/noArrayIndexKey|style\/noDefaultExport): \S)|eslint-disabl[e]/,
  ],
  ['a silenced compiler', /@ts-(ignor|expect-erro|nochec)[erk]/],
  ['unfinished work', /\b(TOD[O]|FIXM[E]|XX[X])\b|coming soo[n]|lorem ipsu[m]/i],
  ['a skipped or lonely test', /\b(it|test|describe)\.(ski[p]|onl[y]|tod[o])\b/],
  ['a test that sleeps', /waitForTimeou[t]/],
];

const forbiddenAnywhere: readonly [what: string, pattern: RegExp][] = [
  ["a path of somebody's machine", /(?<![\w.@-])\/(wor[k]|hom[e]|User[s])\/\w|\/tmp\/ker[b]\b/],
  ['a private package registry', /"resolved": "https?:\/\/(?!registry\.npmjs\.org\/)/],
];

function linesMatching(path: string, pattern: RegExp): string[] {
  return readSource(path)
    .split('\n')
    .flatMap((line, index) =>
      pattern.test(line) ? [`${path}:${index + 1} ${line.trim().slice(0, 120)}`] : [],
    );
}

/** The comment that a file opens with, without its marks; empty when there is none. */
function openingComment(text: string): string {
  const lines = text.replace(/^#!.*\n/, '').split('\n');
  const first = lines[0] ?? '';
  const mark = ['//', '--', '#'].find((prefix) => first.startsWith(prefix));
  if (mark) {
    const end = lines.findIndex((line) => !line.startsWith(mark));
    return lines
      .slice(0, end === -1 ? undefined : end)
      .map((line) => line.slice(mark.length).trim())
      .join(' ');
  }
  if (!first.startsWith('/*')) return '';
  return (/^\/\*+([\s\S]*?)\*\//.exec(lines.join('\n'))?.[1] ?? '').replaceAll(/\n\s*\*/g, ' ').trim();
}

describe('every source file', () => {
  it('opens with a sentence saying what it is for', () => {
    const files = [...code, ...sourceFiles(/\.(sql|css|sh)$/)];
    const silent = files.filter((path) => !/^\S.{15,}[.:]/s.test(openingComment(readSource(path))));
    expect(files.length).toBeGreaterThan(50);
    expect(silent).toEqual([]);
  });

  it.each(forbiddenInCode)('has no sign of %s', (_what, pattern) => {
    expect(code.flatMap((path) => linesMatching(path, pattern))).toEqual([]);
  });

  it.each(forbiddenAnywhere)('names no %s', (_what, pattern) => {
    const files = sourceFiles(/\.(ts|tsx|mjs|cjs|json|md|sql|css|html|ya?ml|sh)$|^\.npmrc$|^run$/);
    expect(files.flatMap((path) => linesMatching(path, pattern))).toEqual([]);
  });

  it('never casts through unknown, except tests that hand over what should be impossible', () => {
    const production = code.filter((path) => !tests.test(path));
    expect(production.flatMap((path) => linesMatching(path, /as unknow[n] as/))).toEqual([]);
  });

  it('has a name in kebab-case', () => {
    const allowed = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/;
    expect(code.filter((path) => !allowed.test(path.split('/').at(-1) ?? ''))).toEqual([]);
  });
});

describe('the server', () => {
  const production = code.filter((path) => path.startsWith('apps/server/src/') && !tests.test(path));

  it('has SQL only in repositories, and in the kit that runs the database', () => {
    const speaksSql = /\bsql`|\b(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;
    const elsewhere = production.filter((path) => !/\.repository\.ts$|\/kit\//.test(path));
    expect(elsewhere.flatMap((path) => linesMatching(path, speaksSql))).toEqual([]);
  });

  it('reads and writes through the repositories of its own module only', () => {
    const moduleOf = (path: string) => /\/modules\/([^/]+)\//.exec(path)?.[1];
    const foreign = production
      .filter((path) => path.includes('/modules/'))
      .flatMap((path) =>
        [...readSource(path).matchAll(/from '([^']*\.repository\.ts)'/g)]
          .map(([, imported = '']) => posix.join(posix.dirname(path), imported))
          .filter((imported) => moduleOf(imported) !== moduleOf(path))
          .map((imported) => `${path} → ${imported}`),
      );
    expect(foreign).toEqual([]);
  });

  it('reads the environment only in config.ts; a child process may be handed all of it', () => {
    const readers = production.filter((path) => /(?<!\.\.\.)\bprocess\.env\b/.test(readSource(path)));
    expect(readers).toEqual(['apps/server/src/config.ts']);
  });

  it('takes time and ids from ports in its modules', () => {
    const impure = /\bDate\.now\(|\bnew Date\(\)|\brandomUUID\(|\bMath\.random\(/;
    const modules = production.filter((path) => path.includes('/modules/'));
    expect(modules.flatMap((path) => linesMatching(path, impure))).toEqual([]);
  });
});

describe('the domain', () => {
  it('has no clock, chance or input and output', () => {
    const impure =
      /\bDate\.now\(|\bnew Date\(\)|\brandomUUID\(|\bMath\.random\(|\bfetch\(|\bprocess\.|from 'node:/;
    const domain = code.filter((path) => path.startsWith('packages/domain/') && !tests.test(path));
    expect(domain.length).toBeGreaterThan(20);
    expect(domain.flatMap((path) => linesMatching(path, impure))).toEqual([]);
  });
});
