// Tests that the embedded country list is complete, unambiguous and has valid country codes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { e164 } from '../identity/index.ts';
import { countries } from './countries.ts';
import { countryOf, internationalNumber, isTypedNumber, joinDialCode } from './dial-code.ts';

/** Country codes assigned by ITU-T E.164 to countries and territories. */
const assigned = new Set(
  `1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84
   86 90 91 92 93 94 95 98 211 212 213 216 218 220 221 222 223 224 225 226 227 228 229 230 231 232 233 234 235 236
   237 238 239 240 241 242 243 244 245 246 247 248 249 250 251 252 253 254 255 256 257 258 260 261 262 263 264 265
   266 267 268 269 290 291 297 298 299 350 351 352 353 354 355 356 357 358 359 370 371 372 373 374 375 376 377 378
   380 381 382 383 385 386 387 389 420 421 423 500 501 502 503 504 505 506 507 508 509 590 591 592 593 594 595 596
   597 598 599 670 672 673 674 675 676 677 678 679 680 681 682 683 685 686 687 688 689 690 691 692 850 852 853 855
   856 880 886 960 961 962 963 964 965 966 967 968 970 971 972 973 974 975 976 977 992 993 994 995 996 998`.split(
    /\s+/,
  ),
);

describe('countries', () => {
  it('are about 240, each unique and named', () => {
    expect(countries.length).toBeGreaterThanOrEqual(235);
    expect(countries.length).toBeLessThanOrEqual(250);
    expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length);
    expect(new Set(countries.map(({ label }) => label)).size).toBe(countries.length);
    for (const { code, label } of countries) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      expect(label).toBe(label.trim());
      expect(label.length).toBeGreaterThan(2);
    }
  });

  it('have assigned dial codes, and cover all of them', () => {
    for (const { phone } of countries) {
      expect(phone).toMatch(/^\d{1,3}(-\d{3,4})?$/);
      expect(assigned).toContain(phone.split('-')[0]);
    }
    expect(new Set(countries.map(({ phone }) => phone.split('-')[0]))).toEqual(assigned);
  });

  it.each([
    ['UY', 'Uruguay', '598'],
    ['US', 'United States', '1'],
    ['AS', 'American Samoa', '1-684'],
    ['BS', 'Bahamas', '1-242'],
    ['GB', 'United Kingdom', '44'],
    ['GG', 'Guernsey', '44-1481'],
  ])('%s is %s, +%s', (code, label, phone) => {
    expect(countryOf(code)).toEqual({ code, label, phone });
  });

  it('have distinct hyphenated dial codes', () => {
    const hyphenated = countries.map(({ phone }) => phone).filter((phone) => phone.includes('-'));
    expect(hyphenated.length).toBeGreaterThan(20);
    expect(new Set(hyphenated).size).toBe(hyphenated.length);
  });

  it('include no country for an unknown code', () => {
    expect(countryOf('XX')).toBeUndefined();
    expect(countryOf('uy')).toBeUndefined();
  });
});

describe('internationalNumber', () => {
  it.each([
    ['598', '99 123 456', '+59899123456'],
    ['1-684', '633-1234', '+16846331234'],
    ['+44-1481', '(96) 0194', '+441481960194'],
    ['598', '+54 11 4123 4567', '+541141234567'],
    ['598', ' +54 11 4123 4567 ', '+541141234567'],
    ['298', '2112', '+2982112'],
    ['598', '123456789012', '+598123456789012'],
  ])('%s and %s make %s', (phone, number, expected) => {
    expect(internationalNumber(phone, number)).toBe(expected);
  });

  it.each(['', '12', '112', '1234567890123', 'call me', '99123456789012345', '0990x123456'])(
    'refuses %j',
    (number) => {
      expect(() => internationalNumber('598', number)).toThrowError(/^invalid_mobile/);
    },
  );

  it('always returns a number in E.164 format', () => {
    const numbers = fc.integer({ min: 1_000_000, max: 999_999_999 }).map(String);
    fc.assert(
      fc.property(fc.constantFrom(...countries), numbers, ({ phone }, number) => {
        const result = internationalNumber(phone, number);
        expect(e164.safeParse(result).success).toBe(true);
        expect(result).toBe(`+${joinDialCode(phone)}${number}`);
      }),
    );
  });
});

describe('a typed number', () => {
  it.each(['+59899123456', '099 123 456', '(099) 123-456', '00598.99.123.456', ' 112 '])('is %j', (text) => {
    expect(isTypedNumber(text)).toBe(true);
  });

  it.each(['', ' ', '099x', 'SAB 1234', '099+123', '++598', 'Ana'])('is not %j', (text) => {
    expect(isTypedNumber(text)).toBe(false);
  });
});
