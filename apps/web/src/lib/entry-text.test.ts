// Names of wallet movements by kind, direction and the owner's role.
import { expect, it } from 'vitest';
import { entryText } from './entry-text.ts';

it.each([
  ['Debit', 'ride', 'driver', 'entry_ride_cash'],
  ['Debit', 'ride', 'rider', 'entry_ride_out'],
  ['Debit', 'ride', undefined, 'entry_ride_out'],
  ['Credit', 'ride', 'driver', 'entry_ride_in'],
  ['Debit', 'withdrawal', 'driver', 'entry_withdrawal_out'],
] as const)('%s of kind %s in the wallet of a %s is %s', (type, kind, owner, text) => {
  expect(entryText({ type, kind }, owner)).toBe(text);
});
