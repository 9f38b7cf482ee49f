// Every country has an emergency number.
import { countries } from '@kerb/domain/countries';
import { expect, it } from 'vitest';
import { emergencyNumber } from './index.ts';

it('every country has one, 112 where none of its own is known', () => {
  expect(['UY', 'BR', 'GB', 'DE', 'SA', 'AU', 'XX'].map(emergencyNumber)).toEqual([
    '911',
    '190',
    '999',
    '112',
    '911',
    '000',
    '112',
  ]);
  for (const { code } of countries) expect(emergencyNumber(code)).toMatch(/^\d{2,4}$/);
});
