// Tests the rows of the text editor: missing, copied, changed and unused texts, and the language's plural forms.
import { describe, expect, it } from 'vitest';
import { type CountForm, cleanText, findRows, textProblem, textRows } from './text-rows.ts';

const keys = [
  { key: 'home', area: 'core', english: 'Home' },
  { key: 'stars_one', area: 'core', english: '{{count}} star' },
  { key: 'stars_other', area: 'core', english: '{{count}} stars' },
  { key: 'hello', area: 'site', english: 'Hello {{name}}' },
  { key: 'rights', area: 'site', english: '© {{year}}' },
];
const rows = (locale: string, texts: Record<string, string>, more: object = {}) =>
  textRows({ locale, texts, keys, shipped: null, copied: null, ...more });
const marks = (list: ReturnType<typeof rows>) => Object.fromEntries(list.map(({ key, mark }) => [key, mark]));

describe('the rows', () => {
  it('contain every key in the plural forms of the language, and unused keys at the end', () => {
    const list = rows('ar', { home: 'الرئيسية', gone: 'x', stars_few: '{{count}} نجوم' });
    expect(list.map(({ key }) => key)).toEqual([
      'home',
      ...['few', 'many', 'one', 'other', 'two', 'zero'].map((form) => `stars_${form}`),
      'hello',
      'rights',
      'gone',
    ]);
    expect(list.find(({ key }) => key === 'stars_few')).toMatchObject({
      area: 'core',
      english: '{{count}} stars',
      form: 'few',
      text: '{{count}} نجوم',
      mark: null,
    });
    expect(marks(list)).toMatchObject({ home: null, stars_two: 'missing', hello: 'missing', gone: 'unused' });
  });

  it('of a shipped language mark the texts that the operator changed', () => {
    const list = rows(
      'es',
      { home: 'Portada', hello: 'Hola {{name}}' },
      { shipped: { home: 'Inicio', hello: 'Hola {{name}}' } },
    );
    expect(marks(list)).toMatchObject({ home: 'changed', hello: null, rights: 'missing' });
    expect(list[0]?.shipped).toBe('Inicio');
  });

  it('of an added language mark copies of the default language, except texts of symbols only', () => {
    const copied = {
      home: 'Home',
      stars_other: '{{count}} stars',
      hello: 'Hello {{name}}',
      rights: '© {{year}}',
    };
    const list = rows('pl', { ...copied, stars_few: '{{count}} stars', hello: 'Cześć {{name}}' }, { copied });
    expect(marks(list)).toMatchObject({
      home: 'copied',
      stars_few: 'copied',
      stars_many: 'missing',
      hello: null,
      rights: null,
    });
  });
});

describe('the variables of a text', () => {
  const of = (english: string, form: CountForm | null = null) => ({ english, form, mark: null });
  it('are all those of the English text', () => {
    expect(textProblem('Hallo {{ name }}', of('Hello {{name}}'))).toBeNull();
    expect(textProblem('Hallo {{nome}}', of('Hello {{name}}'))).toEqual({ what: 'unknown', names: ['nome'] });
    expect(textProblem('Hallo', of('Hello {{name}}'))).toEqual({ what: 'missing', names: ['name'] });
    expect(textProblem('Hallo {{name}', of('Hello {{name}}'))).toEqual({ what: 'braces' });
    expect(textProblem('Hallo {{{name}}}', of('Hello {{name}}'))).toEqual({ what: 'braces' });
    expect(textProblem('Hallo {{name}} $t(home)', of('Hello {{name}}'))).toEqual({ what: 'reference' });
    expect(textProblem('Haus', of('Home'))).toBeNull();
  });

  it('may omit only the count in a plural form', () => {
    expect(textProblem('ein Stern', of('{{count}} stars', 'one'))).toBeNull();
    expect(textProblem('ein Stern', of('{{count}} stars of {{name}}', 'one'))).toEqual({
      what: 'missing',
      names: ['name'],
    });
  });

  it('are not required in an empty or unused text', () => {
    expect(textProblem('  ', of('Hello {{name}}'))).toBeNull();
    expect(textProblem('{{x}}', { english: '', form: null, mark: 'unused' })).toBeNull();
  });
});

it('retains line breaks in pasted text, and removes other invisible characters', () => {
  expect(cleanText('a\tb\r\nc\u0000d\u2028e 😀 \u202Bf')).toBe('a b\nc d\ne 😀 \u202Bf');
});

it('finds rows by key, English text, translation and unsaved text, by mark and by area', () => {
  const list = rows('de', { home: 'Start', gone: 'x' });
  const found = (query: object, typed: Record<string, string> = {}) =>
    findRows(list, { q: '', filter: 'all', area: '', ...query }, (key) => typed[key]).map(({ key }) => key);
  expect(found({ q: 'STAR' })).toEqual(['home', 'stars_one', 'stars_other']);
  expect(found({ q: 'hello {{' })).toEqual(['hello']);
  expect(found({ q: 'hallo' }, { hello: 'Hallo' })).toEqual(['hello']);
  expect(found({ filter: 'edited' }, { hello: '' })).toEqual(['hello']);
  expect(found({ filter: 'unused' })).toEqual(['gone']);
  expect(found({ filter: 'missing', area: 'site' })).toEqual(['hello', 'rights']);
});
