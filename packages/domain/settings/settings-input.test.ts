// Tests which settings can be saved, and that older invalid values can still be read.
import { expect, test } from 'vitest';
import { checkSettings, isWebAddress, settings, settingsInput } from './index.ts';

const links = ['CompanyWebsite', 'CompanyTerms', 'AppleStoreLink', 'PlayStoreLink'] as const;
const handles = ['FacebookHandle', 'TwitterHandle', 'InstagramHandle'] as const;
const problems = (patch: object) => [
  ...new Set(
    settingsInput
      .partial()
      .safeParse(patch)
      .error?.issues.map(({ path }) => path.join('.')),
  ),
];

test('the input accepts exactly the fields of the settings', () => {
  expect(Object.keys(settingsInput.shape).toSorted()).toEqual(Object.keys(settings.shape).toSorted());
  expect(checkSettings(settings.parse({}))).toEqual(settings.parse({}));
});

test('returns only the given fields, without defaults', () => {
  expect(checkSettings({ appName: ' Taxi Uno ' })).toEqual({ appName: 'Taxi Uno' });
  expect(checkSettings({})).toEqual({});
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://kerb.example',
  'kerb.example',
  '//kerb.example',
  '/about-us',
  'http://',
  'http://localhost/x',
  'https://kerb.example/a b',
  'https://kerb.example\\@evil.example',
  'https://me:secret@kerb.example',
  'https://kerb.example\njavascript:1',
])('%j is no address of a website', (text) => {
  expect(isWebAddress(text)).toBe(false);
  for (const key of links) expect(problems({ [key]: text })).toEqual([key]);
});

test.each(['https://kerb.example', 'http://kerb.example/terms?lang=es#top', 'https://münchen.example/ä', ''])(
  '%j may stand in a link',
  (text) => {
    for (const key of links) expect(problems({ [key]: text })).toEqual([]);
  },
);

test.each([
  'https://facebook.com/kerb',
  'two words',
  'kerb/../x',
  '<b>',
  'javascript:1',
  '@',
  'a'.repeat(102),
])('%j is no handle', (text) => {
  for (const key of handles) expect(problems({ [key]: text })).toEqual([key]);
});

test('a handle is stored without its at sign', () => {
  expect(checkSettings({ TwitterHandle: ' @kerb_rides.uy ', InstagramHandle: '' })).toEqual({
    TwitterHandle: 'kerb_rides.uy',
    InstagramHandle: '',
  });
});

test('the contact is an e-mail address or empty', () => {
  for (const text of ['', 'help@kerb.example']) expect(problems({ contact_email: text })).toEqual([]);
  for (const text of ['help', 'help@kerb', 'a b@kerb.example', '<x@kerb.example>', `${'a'.repeat(250)}@b.co`])
    expect(problems({ contact_email: text })).toEqual(['contact_email']);
});

test.each([
  { appName: '' },
  { appName: '  ' },
  { appName: 'x'.repeat(61) },
  { appName: 'Ke\u0000rb' },
  { symbol: '' },
  { symbol: 'far too long' },
  { taxName: '' },
  { CompanyName: 'two\nlines' },
  { CompanyName: 'turned \u202edn\u0131b' },
  { CompanyName: 'x'.repeat(121) },
])('%j is refused', (patch) => {
  expect(problems(patch)).toEqual(Object.keys(patch));
});

test('names accept emoji, markup and right-to-left text unchanged, and are shown as text', () => {
  const names = { appName: '\u062a\u0627\u0643\u0633\u064a 🚕', CompanyName: '<b>Uno & Dos</b>' };
  expect(checkSettings(names)).toEqual(names);
});

test('values stored before these rules can still be read', () => {
  const old = {
    contact_email: 'invalid',
    CompanyWebsite: 'javascript:alert(1)',
    FacebookHandle: 'a b',
    appName: '',
  };
  expect(settings.parse(old)).toMatchObject(old);
});

test.each([
  [{ appName: 'Ke\u202erb' }, 'hidden_letters'],
  [{ CompanyTerms: 'terms' }, 'web_address'],
  [{ TwitterHandle: 'two words' }, 'handle'],
  [{ contact_email: 'help' }, 'proper_email'],
])('%j is refused as %s', (patch, problem) => {
  const { error } = settingsInput.partial().safeParse(patch);
  expect(error?.issues.map(({ message }) => message)).toEqual([problem]);
});

test.each([
  'xhttps://kerb.example',
  'https://me@kerb.example',
  'https://:secret@kerb.example',
  'https://kerb.example:99999',
  'https://[kerb.example',
])('%j leads to no website', (text) => {
  expect(isWebAddress(text)).toBe(false);
});

test.each(['HTTPS://KERB.EXAMPLE', 'https://kerb.example:8443/x'])('%j leads to a website', (text) => {
  expect(isWebAddress(text)).toBe(true);
});

test('a handle may be entered without its at sign, and has at most 100 characters', () => {
  for (const key of handles) {
    expect(problems({ [key]: 'kerb' })).toEqual([]);
    expect(problems({ [key]: `@${'a'.repeat(100)}` })).toEqual([]);
    expect(problems({ [key]: 'a'.repeat(101) })).toEqual([key]);
  }
});

test('links have at most 500 characters', () => {
  const ofLength = (length: number) => `https://kerb.example/${'x'.repeat(length - 21)}`;
  for (const key of links) {
    expect(problems({ [key]: ofLength(500) })).toEqual([]);
    expect(problems({ [key]: ofLength(501) })).toEqual([key]);
  }
});

test.each([
  ['appName', 1, 60],
  ['symbol', 1, 8],
  ['taxName', 1, 40],
  ['timezone', 1, 60],
  ['CompanyName', 0, 120],
])('%s has %i to %i characters', (key, shortest, longest) => {
  expect(problems({ [key]: 'x'.repeat(shortest) })).toEqual([]);
  expect(problems({ [key]: 'x'.repeat(longest) })).toEqual([]);
  expect(problems({ [key]: 'x'.repeat(longest + 1) })).toEqual([key]);
  if (shortest > 0) expect(problems({ [key]: ' ' })).toEqual([key]);
});

test('an e-mail address has at most 254 characters', () => {
  const ofLength = (length: number) => `help@${'x'.repeat(length - 13)}.example`;
  expect(problems({ contact_email: ofLength(254) })).toEqual([]);
  expect(problems({ contact_email: ofLength(255) })).toEqual(['contact_email']);
});
