// Source rules that no linter checks: opening comments, one place for SQL and for the environment, no silenced checks.
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, sourceFiles } from './source-files.ts';

const code = sourceFiles(/(?<!\.d)\.(ts|tsx|mts|mjs|cjs)$/);
const tests = /\.(test|journey|contract)\.tsx?$|\/testing\//;

// The brackets prevent the patterns from matching this file. Two lint rules may be silenced with a reason, because they
// report false positives: for effects that run on navigation, and for lists whose items are identified by their index.
const forbiddenInCode: readonly [what: string, pattern: RegExp][] = [
  [
    'a silenced linter',
    /biome-ignor[e](?! lint\/(correctness\/useExhaustiveDependencies|suspicious\/noArrayIndexKey): \S)|eslint-disabl[e]/,
  ],
  ['a silenced compiler', /@ts-(ignor|expect-erro|nochec)[erk]/],
  ['unfinished work', /\b(TOD[O]|FIXM[E]|XX[X])\b|coming soo[n]|lorem ipsu[m]/i],
  ['a skipped or lonely test', /\b(it|test|describe)\.(ski[p]|onl[y]|tod[o])\b/],
  ['a test that sleeps', /waitForTimeou[t]/],
  // Native date controls use the browser's language instead of the selected one; use those of ui/dates.
  ["the browser's own date control", /type[:=]\s*['"{]+(dat[e]|datetime-loca[l]|tim[e]|mont[h]|wee[k])['"}]/],
  // The router's Link adds the prefetching code of its framework mode to the first load; use ui/link.tsx.
  ["the router's own link", /import \{[^}]*\bLin[k]\b[^}]*\} from 'react-router'/],
];

const forbiddenAnywhere: readonly [what: string, pattern: RegExp][] = [
  ["a path of one developer's machine", /(?<![\w.@-])\/(wor[k]|hom[e]|User[s])\/\w|\/tmp\/ker[b]\b/],
  ['a private package registry', /"resolved": "https?:\/\/(?!registry\.npmjs\.org\/)/],
];

function linesMatching(path: string, pattern: RegExp): string[] {
  return readSource(path)
    .split('\n')
    .flatMap((line, index) =>
      pattern.test(line) ? [`${path}:${index + 1} ${line.trim().slice(0, 120)}`] : [],
    );
}

/** Returns the text of the comment at the beginning of a file, or '' when the file does not begin with one. */
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

/** Layouts that only circumvent the formatter: patterns matched against a whole file, each with a matching sample. */
const packedLayouts: readonly [what: string, pattern: RegExp, sample: string][] = [
  ['an object literal spread into another', /\.\.\.\(?\{(?!\})/g, 'const a = { ...{ b, c }, d };'],
  ['an array literal spread into a list', /\.\.\.\(?\[[^\]]*\]\s*\)?(?=[,\])])/g, 'f(...[b, c], d);'],
  [
    'a constant array literal spread into a list',
    /\.\.\.\(\[[^\]]*\]\s*as const\)(?=[,\])])/g,
    "const list = [...(['b', 'c'] as const), d];",
  ],
  [
    'unrelated variables in one destructured tuple',
    /\b(const|let) \[[^\];]*\](: [^=;]+)? =\s*\[[^;]*\](;|\s+as const)/g,
    'const [a = 1, b] = [c[0], g()];',
  ],
];

describe('every source file', () => {
  it.each(packedLayouts)('packs nothing: no %s', (_what, pattern, sample) => {
    expect(sample).toMatch(pattern);
    const others = code.filter((path) => path !== 'tools/checks/source-rules.test.ts');
    const places = others.flatMap((path) =>
      [...readSource(path).matchAll(pattern)].map(([found]) => `${path}: ${found}`),
    );
    expect(places).toEqual([]);
  });

  it('opens with a sentence that describes its purpose', () => {
    const files = [...code, ...sourceFiles(/\.(sql|css|sh)$/)];
    const silent = files.filter((path) => !/^\S.{15,}[.:]/s.test(openingComment(readSource(path))));
    expect(files.length).toBeGreaterThan(50);
    expect(silent).toEqual([]);
  });

  it.each(forbiddenInCode)('has no sign of %s', (_what, pattern) => {
    expect(code.flatMap((path) => linesMatching(path, pattern))).toEqual([]);
  });

  it('imports the date pickers of MUI only in apps/web/src/ui/dates', () => {
    const elsewhere = code.filter(
      (path) => !path.startsWith('apps/web/src/ui/dates/') && /@mui\/x-date-picker[s]/.test(readSource(path)),
    );
    expect(elsewhere).toEqual([]);
  });

  it.each(forbiddenAnywhere)('names no %s', (_what, pattern) => {
    const files = sourceFiles(/\.(ts|tsx|mjs|cjs|json|md|sql|css|html|ya?ml|sh)$|^\.npmrc$|^run$/);
    expect(files.flatMap((path) => linesMatching(path, pattern))).toEqual([]);
  });

  it('never casts through unknown, except tests that pass invalid values', () => {
    const production = code.filter((path) => !tests.test(path));
    expect(production.flatMap((path) => linesMatching(path, /as unknow[n] as/))).toEqual([]);
  });

  it('has a name in kebab-case', () => {
    const allowed = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/;
    expect(code.filter((path) => !allowed.test(path.split('/').at(-1) ?? ''))).toEqual([]);
  });
});

it('takes random keys in the browser from randomKey, because crypto.randomUUID exists only over https', () => {
  const shipped = code.filter((path) => /^(apps\/web|packages\/sdk)\//.test(path) && !tests.test(path));
  const calls = /\bcrypto\.randomUUI[D]\b/;
  expect(shipped.length).toBeGreaterThan(100);
  expect(shipped.flatMap((path) => linesMatching(path, calls))).toEqual([]);
});

describe('the server', () => {
  const production = code.filter((path) => path.startsWith('apps/server/src/') && !tests.test(path));

  it('has SQL only in repositories and in kit folders', () => {
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

  it('reads the environment only in config.ts, but may pass all of it to a child process', () => {
    const readers = production.filter((path) => /(?<!\.\.\.)\bprocess\.env\b/.test(readSource(path)));
    expect(readers).toEqual(['apps/server/src/config.ts']);
  });

  it('formats its responses in presenters, not in route files', () => {
    const presenter = /\b(const|function) present[A-Z]\w*/;
    expect('const presentItem = (item: Item) => ({ id: item.id });').toMatch(presenter);
    const routeFiles = production.filter((path) => path.endsWith('.routes.ts'));
    expect(routeFiles.length).toBeGreaterThan(10);
    expect(routeFiles.flatMap((path) => linesMatching(path, presenter))).toEqual([]);
  });

  it('takes time and ids from ports in its modules', () => {
    const impure = /\bDate\.now\(|\bnew Date\(\)|\brandomUUID\(|\bMath\.random\(/;
    const modules = production.filter((path) => path.includes('/modules/'));
    expect(modules.flatMap((path) => linesMatching(path, impure))).toEqual([]);
  });
});

describe('the domain', () => {
  it('uses no clock, randomness or I/O', () => {
    const impure =
      /\bDate\.now\(|\bnew Date\(\)|\brandomUUID\(|\bMath\.random\(|\bfetch\(|\bprocess\.|from 'node:/;
    const domain = code.filter((path) => path.startsWith('packages/domain/') && !tests.test(path));
    expect(domain.length).toBeGreaterThan(20);
    expect(domain.flatMap((path) => linesMatching(path, impure))).toEqual([]);
  });
});
