// Tests the formatting of amounts, distances and times by settings and language.
import { describe, expect, it } from 'vitest';
import {
  formatChange,
  formatDate,
  formatDateTime,
  formatDayAndTime,
  formatDays,
  formatDistance,
  formatDuration,
  formatMoney,
  formatShortDateTime,
  formatTime,
} from './format.ts';
import { formatPercent, formatPoints } from './format-figures.ts';
import { formatExactDistance, formatRate } from './format-unit.ts';

const peso = { symbol: '$U', decimal: 2, swipe_symbol: false };
const bare = (text: string) => text.replaceAll(/[\u2066\u2069]/g, '').replaceAll('\u00A0', ' ');

describe('formats', () => {
  it('place the symbol before or after the amount', () => {
    expect(bare(formatMoney(1234.5, peso, 'en'))).toBe('$U 1,234.50');
    expect(bare(formatMoney(1234.5, peso, 'es-UY'))).toBe('$U 1.234,50');
    expect(bare(formatMoney(1234.5, { symbol: '€', decimal: 0, swipe_symbol: true }, 'en'))).toBe('1,235 €');
    expect(bare(formatMoney(-5, peso, 'en'))).toBe('−$U 5.00');
  });

  it.each(['en', 'es', 'pt', 'fr', 'ar-u-nu-latn'])('write a decrease with a minus sign in %s', (locale) => {
    expect(formatChange(-0.41, locale)).toMatch(/^[^\d-]*−41/);
    expect(formatPercent(-0.412, locale, true)).toMatch(/^[^\d-]*−41/);
    expect(formatPoints(-0.042, locale)).toMatch(/^[^\d-]*−4/);
  });

  it('write Arabic amounts with Latin digits, isolated left to right', () => {
    expect(formatMoney(120, peso, 'ar-u-nu-latn')).toMatch(/^\u2066.*120.*\u2069$/);
  });

  it('write distances in the operator’s unit and durations in whole minutes', () => {
    expect(formatDistance(3.456, false, 'en')).toBe('3.5 km');
    expect(formatDistance(12.4, true, 'en')).toBe('12 mi');
    expect(formatDuration(20, 'en')).toBe('1 min');
    expect(formatDuration(3600 + 120, 'en')).toBe('1 hr 2 min');
  });

  it('isolate a quantity and its unit in right-to-left text, and add no marks elsewhere', () => {
    const arabic = 'ar-u-nu-latn';
    const at = Date.UTC(2030, 0, 5, 2, 30);
    const pieces = (locale: string) => [
      formatDistance(0.9, false, locale),
      formatDuration(3600, locale),
      formatDuration(3720, locale),
      formatTime(at, locale, 'UTC'),
      formatDate(at, locale, 'UTC'),
      formatDateTime(at, locale, 'UTC'),
      formatDayAndTime(at, locale, 'UTC'),
      formatDays(at, at, locale, 'UTC'),
    ];
    for (const piece of pieces(arabic)) expect(piece).toMatch(/^\u2068[^\u2068\u2069]+\u2069$/);
    for (const piece of pieces('fr')) expect(piece).not.toMatch(/[\u2066-\u2069]/);
    expect(formatDistance(0.9, false, arabic)).toBe('\u20680.9 كم\u2069');
  });

  it('write a multiplication in full', () => {
    expect(formatExactDistance(20.9918, 4, false, 'en')).toBe('\u206820.9918 km\u2069');
    expect(formatExactDistance(3, 2, true, 'es-UY')).toBe('\u20683,00 mi\u2069');
    expect(bare(formatRate(38, peso, 'en'))).toBe('$U 38.00');
    expect(bare(formatRate(0.0825, peso, 'en'))).toBe('$U 0.0825');
  });

  it('write times in the operator’s time zone', () => {
    const at = Date.UTC(2030, 0, 5, 2, 30);
    expect(formatTime(at, 'en', 'America/Montevideo')).toMatch(/11:30\sPM/);
    expect(formatDateTime(at, 'en', 'America/Montevideo')).toContain('Jan 4');
    expect(formatShortDateTime(at, 'en', 'America/Montevideo')).toMatch(/^1\/4, 11:30\u00A0PM$/);
    expect(formatDateTime(at, 'en', 'America/Montevideo')).toMatch(/11:30\u00A0PM$/);
    expect(formatDayAndTime(at, 'en', 'America/Montevideo')).toMatch(/^Jan 4, \d{4}, 11:30\u00A0PM$/);
    expect(formatTime(at, 'es-UY', 'America/Montevideo')).not.toContain(' ');
  });
});
