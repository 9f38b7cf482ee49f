// Tests importing texts: accepts only a flat map, compares it with the stored texts, and exports a file that can be
// imported.
import { languageMaxBytes } from '@kerb/contract';
import { describe, expect, it } from 'vitest';
import { exportTexts, isTooLarge, parseTexts, previewImport } from './import-texts.ts';
import { textRows } from './text-rows.ts';

const keys = [
  { key: 'home', area: 'core', english: 'Home' },
  { key: 'hello', area: 'core', english: 'Hello {{name}}' },
  { key: 'bye', area: 'core', english: 'Bye' },
];
const rows = (texts: Record<string, string>, shipped: Record<string, string> | null = null) =>
  textRows({ locale: 'de', texts, keys, shipped, copied: null });

describe('reading a file', () => {
  it.each(['', '{', 'null', '"home"', '7', '["home"]', '{"home":1}', '{"home":{"a":"b"}}', '{"home":null}'])(
    'takes no %s',
    (json) => {
      expect(parseTexts(json)).toBeNull();
    },
  );

  it('accepts a flat object with a byte order mark, and removes invisible characters', () => {
    expect(parseTexts('\uFEFF{"home":"a\\tb\\r\\nc","__proto__":"x"}')).toEqual(
      Object.fromEntries([
        ['home', 'a b\nc'],
        ['__proto__', 'x'],
      ]),
    );
  });

  it('rejects a text or key above the maximum length, and a file of 5 MB', () => {
    expect(parseTexts(JSON.stringify({ home: 'x'.repeat(4000) }))).not.toBeNull();
    expect(parseTexts(JSON.stringify({ home: 'x'.repeat(4001) }))).toBeNull();
    expect(parseTexts(JSON.stringify({ ['k'.repeat(121)]: 'x' }))).toBeNull();
    expect(isTooLarge(5 * 1024 * 1024)).toBe(true);
    expect(isTooLarge(languageMaxBytes)).toBe(false);
  });
});

describe('the preview of an import', () => {
  it('counts changed, added, unused, removed and wrong texts, and leaves the wrong ones unchanged', () => {
    const have = rows({ home: 'Start', hello: 'Hallo {{name}}', old: 'x' });
    expect(
      previewImport({ home: 'Anfang', hello: 'Hallo', bye: 'Tschüss', more: 'y', blank: ' ' }, have),
    ).toEqual({
      keyValuePairs: { home: 'Anfang', hello: 'Hallo {{name}}', bye: 'Tschüss', more: 'y' },
      changed: 1,
      added: 1,
      unused: 1,
      removed: 1,
      wrong: ['hello'],
    });
  });

  it('changes nothing when the texts are identical', () => {
    const have = rows({ home: 'Start' });
    expect(previewImport({ home: 'Start' }, have)).toMatchObject({
      changed: 0,
      added: 0,
      unused: 0,
      removed: 0,
      wrong: [],
    });
  });

  it('restores the shipped text of a language when the file omits it', () => {
    const shipped = { home: 'Start', hello: 'Hallo {{name}}', bye: 'Tschüss' };
    expect(previewImport({}, rows({ ...shipped, home: 'Anfang' }, shipped)).removed).toBe(1);
  });
});

it('exports every key in alphabetical order, and parses its own export', () => {
  const json = exportTexts(rows({ home: 'Start', old: 'x' }));
  expect(json).toBe('{\n  "bye": "",\n  "hello": "",\n  "home": "Start",\n  "old": "x"\n}\n');
  expect(previewImport(parseTexts(json) ?? {}, rows({ home: 'Start', old: 'x' }))).toMatchObject({
    changed: 0,
    added: 0,
    removed: 0,
  });
});
