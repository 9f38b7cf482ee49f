// Typical search words of admins: parts of real bookings and users, and words without matches.
import type { Random } from '@kerb/testing';
import type pg from 'pg';

export interface TypedWord {
  kind: string;
  word: string;
}

interface Row {
  reference: string;
  customer_name: string;
  customer_contact: string;
  vehicle_number: string | null;
  pickup: string;
}

/** How each kind is made from a booking; empty when the booking lacks it. */
const kinds: Readonly<Record<string, (row: Row) => string>> = {
  reference: ({ reference }) => reference,
  'start of a reference': ({ reference }) => reference.slice(0, 3),
  'name of a rider': ({ customer_name }) => customer_name,
  'last name': ({ customer_name }) => customer_name.split(' ').at(-1) ?? '',
  'number plate': ({ vehicle_number }) => vehicle_number ?? '',
  'plate without blank': ({ vehicle_number }) => vehicle_number?.replace(' ', '') ?? '',
  'digits of a plate': ({ vehicle_number }) => vehicle_number?.split(' ').at(-1) ?? '',
  address: ({ pickup }) => pickup.split(',')[0] ?? '',
  street: ({ pickup }) => pickup.split(',')[0]?.replace(/^\d+ /, '') ?? '',
  'phone number': ({ customer_contact }) => customer_contact,
  'end of a phone number': ({ customer_contact }) => customer_contact.slice(-6),
  'two letters': ({ reference }) => reference.slice(2, 4),
  'nothing has it': ({ reference }) => `${reference}zz`,
};

/** This number of words of each kind, from bookings throughout the table. */
export async function typedWords(client: pg.Client, ofEach: number, random: Random): Promise<TypedWord[]> {
  const words: TypedWord[] = [];
  for (let taken = 0; taken < ofEach; taken += 1) {
    const { rows } = await client.query<Row>(
      `select reference, customer_name, customer_contact, vehicle_number, pickup ->> 'add' as pickup from bookings
       where tripdate >= (select min(tripdate) + ($1::float8 * (max(tripdate) - min(tripdate)))::bigint from bookings)
       order by tripdate limit 1`,
      [random()],
    );
    for (const row of rows)
      for (const [kind, wordOf] of Object.entries(kinds)) words.push({ kind, word: wordOf(row) });
  }
  return words.filter(({ word }) => word.length > 1);
}
