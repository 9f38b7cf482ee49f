// The texts are the code's: each is used and each asked for is there, and no words are in the code itself.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCatalogue } from '@kerb/domain/kernel';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const source = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const locales = path.resolve(source, '../../../packages/texts/locales');
const areas = readdirSync(path.join(locales, 'en'))
  .filter((area) => !area.startsWith('server-'))
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

/** Words between tags, and in the attributes people read or hear. */
function literalTexts(file: string, text: string): string[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const spoken = /^(aria-label|title|placeholder|alt|label|helperText|text)$/;
  const visit = (node: ts.Node) => {
    if (ts.isJsxText(node) && /\p{L}/u.test(node.text)) found.push(node.text.trim());
    if (
      ts.isJsxAttribute(node) &&
      spoken.test(node.name.getText()) &&
      node.initializer &&
      ts.isStringLiteral(node.initializer)
    ) {
      if (/\p{L}/u.test(node.initializer.text)) found.push(node.initializer.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

describe('the texts', () => {
  it('say tú in Spanish, never usted', () => {
    const formal =
      /\b(usted|ustedes|espere|elija|toque|pida|pague|cobre|recoja|lleve|gire|siga|tome|busque|póngase|agréguela|escríbanos|véalo|verifique|permítala|(su|sus) (auto|cuenta|código|conductor|mano|mapa|nombre|sesión|tarifa|teléfono|viaje))\b/iu;
    expect(formal.test('Póngase en servicio')).toBe(true);
    // What belongs to somebody else is told in the people's area.
    const spoken = areas
      .filter((area) => area !== 'people.json')
      .flatMap((area) => Object.entries(read('es', area)));
    expect(spoken.filter(([, text]) => formal.test(text))).toEqual([]);
  });

  it('name every error of the catalogue', () => {
    const codes = [...Object.keys(errorCatalogue), 'network_error', 'unexpected_answer'];
    expect(codes.filter((errorCode) => !english.has(errorCode))).toEqual([]);
  });

  it('exist for every t(…) of the code', () => {
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

  it('hold every word people see: none is written into the code', () => {
    const literals = files
      .filter(({ file }) => file.endsWith('.tsx'))
      .flatMap(({ file, text }) => literalTexts(file, text).map((words) => `${file}: ${words}`));
    expect(literals).toEqual([]);
    expect(literalTexts('x.tsx', '<p>Hello</p>')).toEqual(['Hello']);
  });
});
