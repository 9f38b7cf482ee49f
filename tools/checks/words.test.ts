// Code, comments, test titles, docs and file names use the words of the field; words.ts lists those to avoid.
import { describe, expect, it } from 'vitest';
import { readSource, sourceFiles } from './source-files.ts';
import { bannedWords, findWords } from './words.ts';

/** Files that must quote the words, released migrations, which never change, and the data model generated from them. */
const exempt =
  /^(docs\/data-model\.md|tools\/checks\/words(\.test)?\.ts|packages\/texts\/locales\/.*|apps\/server\/db\/migrations\/.*\.sql)$/;

const files = sourceFiles(/\.(ts|tsx|mts|mjs|cjs|md|sql|sh|css|html|yml|yaml)$|^run$/).filter(
  (path) => !exempt.test(path),
);

const placesIn = (path: string, text: string): string[] =>
  findWords(path, text).map(({ line, word, instead }) => `${path}:${line} "${word}": write ${instead}`);

describe('words', () => {
  it('of every file are plain technical English', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(files.flatMap((path) => placesIn(path, readSource(path)))).toEqual([]);
  });

  it('of the English texts of the product are plain too', () => {
    const english = sourceFiles(/\.json$/).filter((path) => path.startsWith('packages/texts/locales/en/'));
    expect(english.length).toBeGreaterThan(20);
    // Keys stay as they are: operators have stored their own wording by them.
    const withoutKeys = (path: string) => readSource(path).replaceAll(/^ *"\w+":/gm, '');
    expect(english.flatMap((path) => placesIn(path, withoutKeys(path)))).toEqual([]);
  });

  it('are found in comments, identifiers, titles and file names', () => {
    const sample = [
      '// Nobody is told.',
      'const toldAt = 1;',
      "it('tells whoever asks', () => {});",
      'const KEPT_POSITIONS = [];',
      'The rate is in the books, and the house number is shown.',
    ].join('\n');
    expect(placesIn('src/kept-positions.ts', sample)).toEqual([
      expect.stringMatching(/^src\/kept-positions\.ts:0 "kept": write stored/),
      expect.stringMatching(/^src\/kept-positions\.ts:1 "Nobody": write the actor/),
      expect.stringMatching(/^src\/kept-positions\.ts:1 "told": write notify/),
      expect.stringMatching(/^src\/kept-positions\.ts:2 "told": write notify/),
      expect.stringMatching(/^src\/kept-positions\.ts:3 "tells": write notify/),
      expect.stringMatching(/^src\/kept-positions\.ts:3 "whoever": write the actor/),
      expect.stringMatching(/^src\/kept-positions\.ts:4 "KEPT": write stored/),
      expect.stringMatching(/^src\/kept-positions\.ts:5 "the books": write the ledger/),
    ]);
  });

  it('each have a replacement in the list', () => {
    for (const { pattern, instead } of bannedWords)
      expect([pattern, instead.length > 0]).toEqual([pattern, true]);
    expect(
      findWords('a.ts', 'Nobody hears whatever he told her anew.').filter(({ instead }) => instead === ''),
    ).toEqual([]);
  });

  it('with a technical meaning are allowed in their file only', () => {
    expect(findWords('packages/texts/index.ts', "language === 'he'")).toEqual([]);
    expect(findWords('packages/sdk/index.ts', "language === 'he'")).toHaveLength(1);
  });
});
