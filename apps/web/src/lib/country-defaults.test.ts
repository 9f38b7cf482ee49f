// Tests the defaults that the set-up form fills in for a country.
import { countries } from '@kerb/domain/countries';
import { isTimeZone } from '@kerb/domain/kernel';
import { expect, test, vi } from 'vitest';
import { decimalsOf, defaultsOf, timeZonesOf } from './country-defaults.ts';

test.each([
  ['UY', { code: 'UYU', symbol: '$U', decimal: 2, swipe_symbol: false, convert_to_mile: false }],
  ['DE', { code: 'EUR', symbol: '€', decimal: 2, swipe_symbol: true, convert_to_mile: false }],
  ['GB', { code: 'GBP', symbol: '£', decimal: 2, swipe_symbol: false, convert_to_mile: true }],
  ['JP', { code: 'JPY', symbol: '¥', decimal: 0, convert_to_mile: false }],
  // Stripe charges no thousandths of a dinar, and PayPal only whole forints and Taiwan dollars.
  ['KW', { code: 'KWD', decimal: 2 }],
  ['HU', { code: 'HUF', decimal: 0 }],
  ['TW', { code: 'TWD', decimal: 0 }],
  // Mercado Pago charges only whole pesos in Colombia.
  ['CO', { code: 'COP', decimal: 0 }],
  ['US', { code: 'USD', symbol: '$', convert_to_mile: true }],
])('%s suggests its own', (country, expected) => {
  expect(defaultsOf(country, 'UTC')).toMatchObject(expected);
});

test.each(['COP', 'HUF', 'MGA', 'TWD'])('suggests no decimals of %s where Intl has two', (code) => {
  const options = vi.spyOn(Intl.NumberFormat.prototype, 'resolvedOptions');
  options.mockReturnValue({ ...new Intl.NumberFormat('en').resolvedOptions(), maximumFractionDigits: 2 });
  expect([decimalsOf(code), decimalsOf('EUR')]).toEqual([0, 2]);
  options.mockRestore();
});

test('uses the browser’s time zone when it belongs to the country', () => {
  const zones = timeZonesOf('US');
  const second = zones[1] ?? 'America/Chicago';
  expect(defaultsOf('US', second).timezone).toBe(zones.length > 1 ? second : 'America/Chicago');
  expect(zones.length === 0 || defaultsOf('US', 'Europe/Paris').timezone === zones[0]).toBe(true);
});

test('suggests values that the server accepts for every country', () => {
  for (const { code } of countries) {
    const defaults = defaultsOf(code, 'UTC');
    expect(defaults.code, code).toMatch(/^[A-Z]{3}$/);
    expect(defaults.symbol.trim(), code).not.toBe('');
    expect(defaults.symbol.length, code).toBeLessThanOrEqual(8);
    expect([0, 1, 2], code).toContain(defaults.decimal);
    expect(isTimeZone(defaults.timezone), code).toBe(true);
  }
});
