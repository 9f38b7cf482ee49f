// Tests that every text is used, that every key in the code has a text, and that the code contains no literal texts.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCatalogue } from '@kerb/domain/kernel';
import { describe, expect, it } from 'vitest';
import { literalTexts } from './testing/find-literals.ts';

const source = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const locales = path.resolve(source, '../../../packages/texts/locales');
const areas = readdirSync(path.join(locales, 'en'))
  // The keys of delivery.json are those of the texts that they replace; @kerb/texts checks them.
  .filter((area) => !area.startsWith('server-') && area !== 'delivery.json')
  .sort();
const pluralSuffix = /_(zero|one|two|few|many|other)$/;

const read = (locale: string, area: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(locales, locale, area), 'utf8'));
const allOf = (locale: string) => areas.flatMap((area) => Object.entries(read(locale, area)));
/** English counts have two forms; a key that merely ends in "_other" has no sibling. */
const isPlural = (key: string, keys: ReadonlySet<string>) =>
  pluralSuffix.test(key) && ['_one', '_other'].every((suffix) => keys.has(key.replace(pluralSuffix, suffix)));
const english = new Set(allOf('en').map(([key]) => key));
const baseOf = (key: string) => (isPlural(key, english) ? key.replace(pluralSuffix, '') : key);
const bases = new Set([...english].map(baseOf));

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file) && !/\btesting\b/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(source, file), 'utf8') }));
const code = files.map(({ text }) => text).join('\n');

describe('the texts', () => {
  it('use tú in Spanish, never usted', () => {
    const formal =
      /\b(usted|ustedes|espere|elija|toque|pida|pague|cobre|recoja|lleve|gire|siga|tome|busque|póngase|agréguela|escríbanos|véalo|verifique|permítala|(su|sus) (auto|cuenta|código|conductor|mano|mapa|nombre|sesión|tarifa|teléfono|viaje))\b/iu;
    expect(formal.test('Póngase en servicio')).toBe(true);
    // Texts about other users belong to the `people` area.
    const spoken = areas
      .filter((area) => area !== 'people.json')
      .flatMap((area) => Object.entries(read('es', area)));
    expect(spoken.filter(([, text]) => formal.test(text))).toEqual([]);
  });

  it('include a text for every error code', () => {
    const codes = [...Object.keys(errorCatalogue), 'network_error', 'unexpected_answer'];
    expect(codes.filter((errorCode) => !english.has(errorCode))).toEqual([]);
  });

  it('exist for every t(…) call in the code', () => {
    const asked = [...code.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => key);
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter((key) => !bases.has(key))).toEqual([]);
    const prefixes = [...code.matchAll(/\bt\(\s*`([a-zA-Z_]+)\$\{/g)].map(([, prefix = '']) => prefix);
    expect(prefixes.filter((prefix) => ![...bases].some((key) => key.startsWith(prefix)))).toEqual([]);
  });

  it('are all used', () => {
    const prefixes = [...code.matchAll(/`([a-zA-Z_]+_)\$\{/g)].map(([, prefix = '']) => prefix);
    const unused = [...bases].filter(
      (key) =>
        !(key in errorCatalogue) &&
        !['network_error', 'unexpected_answer'].includes(key) &&
        !code.includes(`'${key}'`) &&
        !prefixes.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });

  // Parses every file of the app, which takes long on a busy machine.
  it('contain every visible text: no text and no locale is hard-coded', { timeout: 60_000 }, () => {
    const literals = files.flatMap(({ file, text }) =>
      literalTexts(file, text).map((words) => `${file}: ${words}`),
    );
    expect(literals).toEqual([]);
  });
});

describe('the check for hard-coded words', () => {
  it.each([
    ['<p>Hello</p>', 'Hello'],
    ["<p>{'Hello'}</p>", 'Hello'],
    ["<p>{open ? 'Open' : null}</p>", 'Open'],
    ["<p>{open && 'Open'}</p>", 'Open'],
    ["<p>{name || ('Unknown' as string)}</p>", 'Unknown'],
    [`<p>{\`\${count} cars\`}</p>`, '… cars'],
    [`<p>{\`\${count} \${one ? 'car' : t('cars')}\`}</p>`, 'car'],
    ["<>{'Total: ' + total}</>", 'Total: '],
    ['<a aria-label="Close" />', 'Close'],
    ["<a aria-label={open ? t('close') : 'Open'} />", 'Open'],
    [`<a title={\`Open \${name}\`} />`, 'Open …'],
    ['<Field helperText="Needed" />', 'Needed'],
    ['<Dialog confirmText="OK" />', 'OK'],
    [`document.title = \`\${name} | Kerb\``, '… | Kerb'],
    ["setAlert('It failed')", 'It failed'],
    ["window.alert(wrong ?? 'It failed')", 'It failed'],
    ['at.toLocaleString()', 'at.toLocaleString()'],
    ["new Date().toLocaleDateString('en')", "new Date().toLocaleDateString('en')"],
    ['at.toLocaleTimeString(undefined, style)', 'at.toLocaleTimeString(undefined, style)'],
    ["new Intl.NumberFormat('en-US')", "new Intl.NumberFormat('en-US')"],
    ["new Intl.DisplayNames(['en'], names)", "new Intl.DisplayNames(['en'], names)"],
    ['Intl.DateTimeFormat()', 'Intl.DateTimeFormat()'],
  ])('is found in %s', (text, words) => {
    expect(literalTexts('x.tsx', text)).toEqual([words]);
  });

  it.each([
    "<p>{t('hello')}</p>",
    `<p className="tabular">{\`\${t('hello')} · \${count}\`}</p>`,
    '<a aria-labelledby="title" title={t(\'hello\')} />',
    "document.title = t('setup_title')",
    "setAlert(t('failed')); setAlert('no_details_error')",
    "Intl.DateTimeFormat().resolvedOptions().timeZone; new Intl.NumberFormat('en').formatToParts(1)",
    "money.toLocaleString(dateLocale); Intl.getCanonicalLocales('en'); new Intl.NumberFormat(locale)",
    "<p>{kind === 'car' && <Car />}</p>",
  ])('is not seen in %s', (text) => {
    expect(literalTexts('x.tsx', text)).toEqual([]);
  });
});
