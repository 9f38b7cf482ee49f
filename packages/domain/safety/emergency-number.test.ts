// Tests that every country has an emergency number.
import { countries } from '@kerb/domain/countries';
import { expect, it } from 'vitest';
import { emergencyNumber } from './index.ts';

it('every country has an emergency number, 112 when its own is unknown', () => {
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

// Copied by hand from the countries' publications, so that a typing error in either list is found.
it.each([
  ['911', 'US CA MX UY AR PY EC VE CR PA SV HN DO BZ BS JM PR GU PH JO SA LR'],
  ['999', 'GB HK SG MY BD KE AE QA BH TT ZW UG'],
  ['110', 'CN JP TW BO GT'],
  ['100', 'IL NP'],
])('%s is the number of %s', (number, list) => {
  for (const country of list.split(' ')) expect(emergencyNumber(country), country).toBe(number);
});

it.each([
  ['AU', '000'],
  ['NZ', '111'],
  ['BR', '190'],
  ['CL', '133'],
  ['CO', '123'],
  ['PE', '105'],
  ['NI', '118'],
  ['CU', '106'],
  ['EG', '122'],
  ['TH', '191'],
  ['VN', '113'],
  ['LK', '119'],
  ['PK', '15'],
  ['DZ', '17'],
  ['MA', '19'],
  ['OM', '9999'],
  // Numbers of the police: 190 is the ambulance in Tunisia, and Barbados has a number for each service.
  ['TN', '197'],
  ['BB', '211'],
])('%s has the number %s', (country, number) => {
  expect(emergencyNumber(country)).toBe(number);
});
