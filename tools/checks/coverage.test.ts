// Checks docs/coverage.md: every clause names files and tests that exist.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, root } from './source-files.ts';
import { specificationNames } from './specification-names.ts';

interface Row {
  clause: string;
  files: string[];
  tests: string[];
}

const page = readSource('docs/coverage.md');

/** Returns the texts in backticks of a table cell: one or more paths or test titles. */
const quoted = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].flatMap((match) => match[1] ?? []);

const rows: Row[] = page
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| *(clause *\||-)/.test(line))
  .map((line) => {
    const [, clause = '', file = '', test = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return { clause, files: quoted(file), tests: quoted(test) };
  });

/** Returns whether a source contains the title; a placeholder in a title (%s, ${…}, $name) matches any text. */
function declaresTitle(source: string, title: string): boolean {
  const declared = [...source.matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])+)\1/g)].map((match) =>
    (match[2] ?? '').replaceAll('\\', ''),
  );
  return declared.some((text) => {
    if (text === title) return true;
    if (!/%[sdijo]|\$\{|\$\w/.test(text)) return false;
    const parts = text.split(/%[sdijo]|\$\{[^}]*\}|\$\w+/);
    const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+');
    return parts.join('').trim().length > 5 && new RegExp(`^${pattern}$`).test(title);
  });
}

function problemsOf({ clause, files, tests }: Row): string[] {
  const lost = files.filter((path) => !existsSync(join(root, path))).map((path) => `no file ${path}`);
  const untested = tests.flatMap((test) => {
    const [path = '', ...titles] = test.split(' › ');
    if (!existsSync(join(root, path))) return [`no test file ${path}`];
    const source = readSource(path);
    return titles
      .filter((title) => !declaresTitle(source, title))
      .map((title) => `no test "${title}" in ${path}`);
  });
  const silent = [
    ...(/^§\d/.test(clause) ? [] : ['the clause does not begin with its section']),
    ...(files.length === 0 ? ['no file named'] : []),
    ...(tests.length === 0 ? ['no test named'] : []),
  ];
  return [...silent, ...lost, ...untested].map((problem) => `${clause}: ${problem}`);
}

/** Returns whether a clause contains the name as whole words, ignoring letter case. */
function says(clause: string, name: string): boolean {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w/-])${escaped}(?![\\w/-])`, 'i').test(clause);
}

describe('docs/coverage.md', () => {
  it('refers for every clause to files and tests that exist', () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.flatMap(problemsOf)).toEqual([]);
  });

  it('has a row for every identifier of the specification', () => {
    const missing = Object.entries(specificationNames).flatMap(([section, names]) => {
      const clauses = rows.filter(({ clause }) => clause.startsWith(section)).map(({ clause }) => clause);
      return names
        .filter((name) => !clauses.some((clause) => says(clause, name)))
        .map((name) => `${section} ${name}`);
    });
    expect(missing).toEqual([]);
    expect(says('§2 /bookings on a phone', '/')).toBe(false);
    expect(says('§8 success', 'success')).toBe(true);
  });

  it('lists every clause once', () => {
    const clauses = rows.map(({ clause }) => clause);
    expect(clauses.filter((clause, index) => clauses.indexOf(clause) !== index)).toEqual([]);
  });

  it('reports a missing file, test and title', () => {
    const gone = {
      clause: '§0 nothing',
      files: ['gone.ts'],
      tests: ['gone.test.ts', 'tools/checks/coverage.test.ts › gone'],
    };
    expect(problemsOf(gone)).toHaveLength(3);
    expect(declaresTitle("it.each(x)('takes %s from $name', f)", 'takes money from riders')).toBe(true);
    expect(declaresTitle("it('takes money', f)", 'takes time')).toBe(false);
  });
});
