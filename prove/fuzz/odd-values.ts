// Values that programs often do not handle: characters that databases reject, numbers at the limits of their types,
// other types.

const texts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\ufeff',
  '\u202eabc',
  'e\u0301\u0301\u0301',
  'İı',
  '１２３',
  '🚕'.repeat(60),
  'a'.repeat(300),
  'a'.repeat(20_000),
  "' or 1=1 --",
  '"; drop table users; --',
  '%',
  '%%_\\',
  '../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  '{{7*7}}',
  '=1+1',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  'true',
  '-0',
  '1e309',
  '0x10',
  '1,5',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '2026-13',
  '24:61',
  '+275760-09-13T00:00:00.001Z',
  '-34.9,-56.19,0',
  '91,181',
  '+0000000000000000',
  'a@b',
  'javascript:alert(1)',
  '[1',
];

const numbers: readonly number[] = [
  0,
  -1,
  0.5,
  1e-7,
  -0.1,
  59,
  200,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  2 ** 53,
  999_999_999_999_999,
  1e15,
  1e21,
  -1e308,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  8.64e15,
  8.64e15 + 1,
];

const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 'deep');

const others: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  ['a', 1, null],
  { length: 3 },
  { toString: 'x', constructor: { prototype: {} } },
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  Array.from({ length: 1_500 }, (_, index) => index),
  nested(200),
];

/** For the fields of a JSON body. */
export const oddValues: readonly unknown[] = [...texts, ...numbers, ...others];

/** For paths and queries. */
export const oddTexts: readonly string[] = [...texts, ...numbers.map(String)];
