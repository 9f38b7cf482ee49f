// Tests that quantity times price gives the amount on each line of a receipt, in every language.
import { expect, it } from 'vitest';
import { shippedLanguagesApi } from '../languages/testing/shipped-languages.ts';
import { receiptWords } from './receipt-words.ts';

const wordsIn = async (langLocale: string, decimals = 2) =>
  receiptWords(await shippedLanguagesApi.textsFor({ langLocale }), {
    symbol: '$U',
    swipe_symbol: false,
    timezone: 'America/Montevideo',
    decimals,
  });
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/[\u00A0\u202F]/g, ' ');

it.each([
  ['en', '20.9918 km at $U 38/km', '0:23:40 h at $U 240 an hour', 'Service fee, 2.5% of $U 952.35'],
  ['es', '20,9918 km a $U 38/km', '0:23:40 h a $U 240 la hora', 'Cargo de servicio, 2,5 % de $U 952,35'],
  ['fr', '20,9918 km à $U 38/km', '0:23:40 h à $U 240 l’heure', 'Frais de service, 2,5 % de $U 952,35'],
  ['pt', '20,9918 km a $U 38/km', '0:23:40 h a $U 240 por hora', 'Taxa de serviço, 2,5% de $U 952,35'],
  ['ar', '20.9918 كم بسعر $U 38/km', '0:23:40 س بسعر $U 240 للساعة', 'رسوم الخدمة، 2.5٪ من $U 952.35'],
])('lines in %s show the quantity that their amount was computed from', async (language, ...expected) => {
  const { line } = await wordsIn(language);
  const lines = [
    line({ item: 'distance', quantity: 20.99184, rate: 38, amount: 797.69 }, 'km'),
    line({ item: 'time', quantity: 1420, rate: 240, amount: 94.67 }, 'km'),
    line({ item: 'convenience_fee', quantity: 952.35, rate: 2.5, amount: 23.81 }, 'km'),
  ];
  expect(lines.map(plain)).toEqual(expected);
  expect(line({ item: 'rounding', amount: -0.01 }, 'km')).not.toContain('receipt_doc');
});

it('shows fewer decimals for a currency without any, and distances in miles', async () => {
  const { line } = await wordsIn('en', 0);
  expect(plain(line({ item: 'distance', quantity: 20.99184, rate: 38, amount: 798 }, 'mi'))).toBe(
    '20.99 mi at $U 38/mi',
  );
});

it('reads the lines of receipts that were issued before fees had a quantity', async () => {
  const { line } = await wordsIn('en');
  expect(line({ item: 'convenience_fee', rate: 10, amount: 5 }, 'km')).toBe('Service fee (10%)');
  expect(line({ item: 'trip', amount: 5 }, 'km')).toBe('Ride');
});
