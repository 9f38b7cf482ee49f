// Table of emergency numbers by country.

/**
 * Emergency numbers other than 112, by ISO 3166-1 alpha-2 code, as published by the countries themselves (112: the
 * European Union's decision 91/396/EEC and the countries that adopted it; 911: the North American Numbering Plan and
 * the countries that adopted it). For countries with a number for each service, that of the police.
 */
const numbers: Readonly<Record<string, string>> = {
  '911': 'US CA MX UY AR PY EC VE CR PA SV HN DO BZ BS JM PR GU PH JO SA LR',
  '999': 'GB HK SG MY BD KE AE QA BH TT ZW UG',
  '000': 'AU',
  '111': 'NZ',
  '110': 'CN JP TW BO GT',
  '190': 'BR',
  '197': 'TN',
  '211': 'BB',
  '133': 'CL',
  '123': 'CO',
  '105': 'PE',
  '118': 'NI',
  '106': 'CU',
  '100': 'IL NP',
  '122': 'EG',
  '191': 'TH',
  '113': 'VN',
  '119': 'LK',
  '15': 'PK',
  '17': 'DZ',
  '19': 'MA',
  '9999': 'OM',
};

const byCountry = new Map(
  Object.entries(numbers).flatMap(([number, countries]) =>
    countries.split(' ').map((country) => [country, number] as const),
  ),
);

/**
 * Returns the number to dial, digits only; 112 for all other countries. Every mobile phone treats 112 as an emergency
 * call, with or without a SIM card, and routes it to the local emergency service (3GPP TS 22.101, "Emergency Calls").
 */
export const emergencyNumber = (country: string): string => byCountry.get(country) ?? '112';
