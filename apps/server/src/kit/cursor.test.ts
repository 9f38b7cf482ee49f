// Tests the cursors of lists: what a list writes is read back, and everything else is `invalid_input`.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { idCursor, numberCursor, readCursor, writeCursor } from './cursor.ts';

const ID = '01980b4c-7c3e-7d6f-9a51-3f1f0f2f7a10';
const message = 'This cursor was not given by this list';
const rejected = { code: 'invalid_input', errors: [{ path: 'cursor', message }] };

it('reads the cursors that lists write', () => {
  expect(idCursor(undefined)).toBeUndefined();
  expect(idCursor(ID)).toBe(ID);
  expect(numberCursor(undefined)).toBeUndefined();
  expect(numberCursor('12')).toBe(12);
  const shape = z.tuple([z.int(), z.uuid()]);
  expect(readCursor(shape, writeCursor([7, ID]))).toEqual([7, ID]);
});

it.each(['', 'x', `${ID}1`, '12'])('rejects %j as the id of a row', (cursor) => {
  expect(() => idCursor(cursor)).toThrow(expect.objectContaining(rejected));
});

it.each(['', '0', '-1', '1e9', '1.5', '1 ', '101', '1'.repeat(16)])('rejects %j as a number', (cursor) => {
  expect(() => numberCursor(cursor, 100)).toThrow(expect.objectContaining(rejected));
});

it.each(['', '%', writeCursor([7]), writeCursor(['7', ID]), Buffer.from('{').toString('base64url')])(
  'rejects %j as the values of a row',
  (cursor) => {
    const shape = z.tuple([z.int(), z.uuid()]);
    expect(() => readCursor(shape, cursor)).toThrow(expect.objectContaining(rejected));
  },
);
