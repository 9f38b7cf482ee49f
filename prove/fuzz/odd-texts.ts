// Generates texts of a language as an operator edits or imports them, with unusual placeholders, markup, plural forms
// and keys.
import type { KeyValuePairs } from '@kerb/texts';
import { type Draw, pick } from './change-input.ts';

/** One entry of a translation map; a text may be anything that JSON has. */
export interface TextChange {
  readonly key: string;
  readonly text: unknown;
}

const variable = (english: string): string => /\{\{\s*(\w+)\s*\}\}/.exec(english)?.[1] ?? 'name';

/** Changed variants of the English text. */
function oddTextsFor(key: string, english: string): readonly unknown[] {
  const name = variable(english);
  const around = (placeholder: string): string => english.replaceAll(/\{\{\s*\w+\s*\}\}/g, placeholder);
  return [
    `${english} `,
    `<b onclick="alert(1)">${english}</b>`,
    `<script>alert(1)</script>${english}`,
    `${english}\u202e\u2067`,
    `${english} {{${name}}} {{ ${name} }}`,
    around(`{{ ${name} }}`),
    around(''),
    around('{{unknown}}'),
    around(`{{${name}.first}}`),
    around(`{{- ${name}}}`),
    around(`{{${name}, uppercase}}`),
    around(`{{{${name}}}}`),
    around(`{{${name}`),
    `${english} {{other}}`,
    `${english} {{${name}.first}}`,
    `${english} {{- other}}`,
    `${english} {{other, number}}`,
    `${english} {{`,
    `${english} }}`,
    `${english} {{}}`,
    `${english} {{__proto__}}`,
    `${english} {{constructor}}`,
    `${english} $t(${key})`,
    `${english} $t(app_name)`,
    `${english} $t(${key}, {"count": 3})`,
    `${english} \${1+1} %s {0} {count}`,
    `${english}\u0000`,
    `${english}\ud800`,
    `${english}\u2028`,
    '',
    ' ',
    'a'.repeat(4_001),
    '🚕'.repeat(1_000),
    null,
    5,
    {},
    [],
    { toString: 'x' },
  ];
}

const oddKeys: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  'k'.repeat(121),
  'a\u0000b',
  'a\ud800',
  'unused_key',
  'a.b:c',
];

/** One to four entries, most of them for keys of the product; a quarter for those with a form for each count. */
export function drawTexts(draw: Draw, english: KeyValuePairs): TextChange[] {
  const keys = Object.keys(english);
  const counted = keys.filter((key) => /_(one|other)$/.test(key));
  return Array.from({ length: 1 + draw(4) }, () => {
    const known = pick(draw, draw(4) === 0 ? counted : keys) ?? '';
    const form = pick(draw, ['_zero', '_one', '_two', '_few', '_many', '_other']) ?? '';
    const text = pick(draw, oddTextsFor(known, english[known] ?? ''));
    if (draw(8) === 0) return { key: pick(draw, oddKeys) ?? '', text };
    return { key: draw(3) === 0 ? known.replace(/_(one|other)$/, form) : known, text };
  });
}

/** As JSON with every key as an own property, including `__proto__`. */
export function fileOf(version: number, changes: readonly TextChange[]): string {
  const entries = changes.map(({ key, text }) => `${JSON.stringify(key)}:${JSON.stringify(text)}`);
  return `{"version":${version},"keyValuePairs":{${entries.join(',')}}}`;
}

/** Files that are not translation maps; VERSION stands for the version of the language. */
const broken: readonly (() => string)[] = [
  () => '',
  () => '{',
  () => 'null',
  () => '[]',
  () => '"text"',
  () => '\ufeff{"version":VERSION,"keyValuePairs":{}}',
  () => '{"version":VERSION,"keyValuePairs":[]}',
  () => '{"version":VERSION,"keyValuePairs":null}',
  () => '{"version":VERSION,"keyValuePairs":{"__proto__":{"isAdmin":true}}}',
  () => '{"version":VERSION,"__proto__":{"isAdmin":true},"keyValuePairs":{}}',
  () => '{"version":VERSION,"keyValuePairs":{"constructor":{"prototype":{"isAdmin":true}}}}',
  () => '{"version":"VERSION","keyValuePairs":{}}',
  () => '{"version":1e400,"keyValuePairs":{}}',
  () => `{"version":VERSION,"keyValuePairs":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`,
  () => `{"version":VERSION,"keyValuePairs":{"a":"${'x'.repeat(2 * 1024 * 1024)}"}}`,
  () =>
    `{"version":VERSION,"keyValuePairs":{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":"x"`).join()}}}`,
];

export const brokenFiles: readonly ((version: number) => string)[] = broken.map(
  (file) => (version) => file().replace('VERSION', String(version)),
);
