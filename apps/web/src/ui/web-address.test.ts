// Tests which texts of operators become links.
import { describe, expect, it } from 'vitest';
import { mailAddress, socialAddress, webAddress } from './web-address.ts';

describe('webAddress', () => {
  it.each([
    ['https://ride.example/terms', 'https://ride.example/terms'],
    [' http://ride.example ', 'http://ride.example/'],
    ['ride.example/terms?of=use', 'https://ride.example/terms?of=use'],
    ['www.ride.example', 'https://www.ride.example/'],
    ['https://مثال.إختبار/', new URL('https://مثال.إختبار/').href],
  ])('makes a link of %s', (typed, href) => {
    expect(webAddress(typed)).toBe(href);
  });

  it.each([
    '',
    '   ',
    undefined,
    'none',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
    'two words',
    '//x',
    'https://a b',
  ])('makes none of %s', (typed) => {
    expect(webAddress(typed)).toBeNull();
  });
});

describe('socialAddress', () => {
  it.each([
    ['facebook', 'kerb', 'https://www.facebook.com/kerb'],
    ['x', '@kerb', 'https://x.com/kerb'],
    ['instagram', ' kerb.taxi ', 'https://www.instagram.com/kerb.taxi'],
    ['facebook', 'https://www.facebook.com/kerb', 'https://www.facebook.com/kerb'],
    ['instagram', 'instagram.com/kerb', 'https://instagram.com/kerb'],
  ] as const)('finds on %s the page of %s', (site, handle, href) => {
    expect(socialAddress(site, handle)).toBe(href);
  });

  it.each(['', undefined, '@', 'javascript:alert(1)', '../../evil?', 'a b'])('finds none of %s', (handle) => {
    expect(socialAddress('x', handle)).toBeNull();
  });
});

describe('mailAddress', () => {
  it('opens a mail program for an address, and adds nothing to the mail', () => {
    expect(mailAddress(' hola@kerb.example ')).toBe('mailto:hola@kerb.example');
    for (const typed of ['', undefined, 'no-address', 'a@b?bcc=all@x', 'two words@x'])
      expect(mailAddress(typed)).toBeNull();
  });
});
