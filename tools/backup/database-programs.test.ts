// Tests that a database password, in the user part or in the query of its URL, is passed in the environment.
import { expect, it } from 'vitest';
import { withoutPassword } from './database-programs.ts';

it.each([
  ['postgres://kerb:x%20y%401@db:5432/kerb', 'postgres://kerb@db:5432/kerb', 'x y@1'],
  [
    'postgres://kerb@db/kerb?password=s%26t&sslmode=require',
    'postgres://kerb@db/kerb?sslmode=require',
    's&t',
  ],
])('%s', (databaseUrl, address, password) => {
  expect(withoutPassword(databaseUrl)).toEqual({ address, password: { PGPASSWORD: password } });
});

it('sets no password when the address has no password', () => {
  expect(withoutPassword('postgres://kerb@db/kerb')).toEqual({
    address: 'postgres://kerb@db/kerb',
    password: {},
  });
});
