// Tests the settings form: number parsing, the request that is sent, validation, and stored drafts.
import { settings as settingsSchema } from '@kerb/domain/settings';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { keysOf, kinds, pages } from '../../lib/setting-groups.ts';
import { dropDraft, readDraft, storeDraft } from './settings-draft.ts';
import {
  changedKeys,
  fieldOf,
  numberTextOrEmpty,
  patchOf,
  problemOf,
  sentNow,
  type Typed,
  typedIn,
  withField,
} from './settings-form.ts';

const base = settingsSchema.parse({});
const typedOver = (typed: Typed, key: keyof typeof kinds, field: Typed[keyof typeof kinds], locale = 'en') =>
  withField(typed, base, key, { field: field ?? '', locale });

test('lists every setting on exactly one of the two pages', () => {
  const shown = [...keysOf('settings'), ...keysOf('appinfo')];
  expect(shown.toSorted()).toEqual(Object.keys(kinds).toSorted());
  expect(Object.values(pages).flat()).toHaveLength(13);
});

describe('numbers', () => {
  it.each(['-1', 'abc', '12 km', '1e3', '--', 'NaN', '∞', '=1+1'])('%j becomes empty', (text) => {
    expect(numberTextOrEmpty(text, 'en')).toBe('');
  });

  it.each(['0', '12', '2.5', '2.', '٣'])('%j stays as it is typed', (text) => {
    expect(numberTextOrEmpty(text, 'en')).toBe(text);
  });

  it('are rewritten for another language', () => {
    const typed = { driverRadius: '1.375', walletMoneyField: ['2.5', ''], appName: '1.5', otp_secure: true };
    expect(typedIn(typed, 'en', 'es')).toEqual({
      driverRadius: '1,375',
      walletMoneyField: ['2,5', ''],
      appName: '1.5',
      otp_secure: true,
    });
  });

  it('are parsed in the number format of the language', () => {
    expect(patchOf({ driverRadius: '2,5' }, 'es')).toEqual({ driverRadius: 2.5 });
    expect(patchOf({ bonus: '1.250' }, 'es')).toEqual({ bonus: 1250 });
    expect(fieldOf({ ...base, driverRadius: 2.5 }, 'driverRadius', 'es')).toBe('2,5');
    expect(patchOf({ walletMoneyField: ['100', '٢٥٠'] }, 'ar')).toEqual({ walletMoneyField: [100, 250] });
  });
});

describe('what is sent', () => {
  it('contains the changed settings, without those changed back', () => {
    const once = typedOver({}, 'appName', 'Taxi Uno');
    const twice = typedOver(once, 'otp_secure', true);
    expect(patchOf(twice, 'en')).toEqual({ appName: 'Taxi Uno', otp_secure: true });
    expect(typedOver(twice, 'appName', ' Kerb ')).toEqual({ otp_secure: true });
    expect(typedOver({}, 'driverRadius', '10.0')).toEqual({});
    expect(typedOver({}, 'walletMoneyField', ['200', '500', '1000'])).toEqual({
      walletMoneyField: ['200', '500', '1000'],
    });
  });

  it('contains only critical edits being turned on in demonstration mode', () => {
    const typed = { appName: 'Mine', bonus: '5' };
    expect(sentNow(typed, false)).toEqual(typed);
    expect(sentNow(typed, true)).toBeNull();
    expect(sentNow({ ...typed, AllowCriticalEditsAdmin: true }, true)).toEqual({
      AllowCriticalEditsAdmin: true,
    });
  });

  it('lists the settings that another admin changed', () => {
    const theirs = { ...base, symbol: '€', walletMoneyField: [5] };
    expect(changedKeys(base, theirs)).toEqual(['symbol', 'walletMoneyField']);
  });
});

describe('what is wrong', () => {
  it.each([
    ['decimal', '', 'needed', 0],
    ['decimal', '2.5', 'whole', 0],
    ['decimal', '5', 'too_big', 4],
    ['dutyHoursLimit', '4.2', 'half', 0],
    ['driverRadius', '1001', 'too_big', 1000],
    ['offerSeconds', '4', 'too_small', 5],
    ['taxRate', '101', 'too_big', 100],
    ['fareTolerance', '1001', 'too_big', 1000],
    ['appName', '  ', 'needed', 0],
    ['appName', 'x'.repeat(61), 'too_long', 0],
    ['symbol', '', 'needed', 0],
    ['contact_email', 'no-address', 'proper_email', 0],
    ['CompanyWebsite', 'javascript:alert(1)', 'web_address', 0],
    ['FacebookHandle', 'two words', 'handle', 0],
    ['CompanyName', 'a\u0007b', 'hidden_letters', 0],
    ['taxName', 'a\u202eb', 'hidden_letters', 0],
    ['trafficByHour', Array.from({ length: 24 }, () => '0.5'), 'too_small', 0.8],
    ['trafficByHour', Array.from({ length: 24 }, () => '5'), 'too_big', 4],
    ['trafficByHour', Array.from({ length: 24 }, () => ''), 'number', 0],
    ['walletMoneyField', ['100', ''], 'positive', 0],
    ['walletMoneyField', ['0'], 'positive', 0],
    ['walletMoneyField', Array.from({ length: 13 }, () => '5'), 'too_many', 12],
  ] as const)('%s: %j', (key, field, name, limit) => {
    expect(problemOf(key, field, 'en')).toEqual({ name, limit });
  });

  it('is null for every default, and for optional settings left empty', () => {
    for (const key of [...keysOf('settings'), ...keysOf('appinfo')])
      expect([key, problemOf(key, fieldOf(base, key, 'en'), 'en')]).toEqual([key, null]);
    expect(problemOf('walletMoneyField', [], 'en')).toBeNull();
  });
});

describe('a draft', () => {
  beforeEach(() => window.sessionStorage.clear());
  const draft = {
    base: { version: 3, settings: base },
    typed: { appName: 'Half', walletMoneyField: ['1', ''] },
    locale: 'en',
  };

  it('restores unsaved input on its page, for the same user, until it is discarded', () => {
    storeDraft('appinfo', 'ana', draft);
    expect(readDraft('appinfo', 'ana')).toEqual(draft);
    expect(readDraft('appinfo', 'eva')).toBeNull();
    expect(readDraft('settings', 'ana')).toBeNull();
    dropDraft('appinfo');
    expect(readDraft('appinfo', 'ana')).toBeNull();
  });

  it.each(['', '{', 'null', '[]', '{"uid":"ana"}', '{"uid":"ana","base":{},"typed":{}}'])(
    'with the remainder %j is empty',
    (text) => {
      window.sessionStorage.setItem('kerb.settings-draft', text);
      expect(readDraft('settings', 'ana')).toBeNull();
    },
  );

  it('discards values of the wrong type', () => {
    const odd = { ...draft.typed, appName: true, otp_secure: 'yes', surprise: 'x', symbol: '€' };
    const text = JSON.stringify({ uid: 'ana', base: draft.base, typed: odd, locale: 'en' });
    window.sessionStorage.setItem('kerb.settings-draft', text);
    expect(readDraft('settings', 'ana')?.typed).toEqual({ symbol: '€', walletMoneyField: ['1', ''] });
  });
});
