// Tests of the names of users.
import { expect, it } from 'vitest';
import { fullNameOf } from './full-name.ts';

it.each([
  [{ firstName: 'Ana', lastName: 'Pérez' }, 'Ana Pérez'],
  [{ firstName: 'Ana', lastName: '' }, 'Ana'],
  [{ firstName: '', lastName: 'Pérez' }, 'Pérez'],
  [{ firstName: '', lastName: '' }, ''],
  [null, ''],
  [undefined, ''],
])('the name of %o is %o', (user, name) => {
  expect(fullNameOf(user)).toBe(name);
});
