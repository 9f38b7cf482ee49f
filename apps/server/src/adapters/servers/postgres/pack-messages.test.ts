// Tests the packing of messages into PostgreSQL notifications: each below 8000 bytes, complete, and in order.
import { expect, test } from 'vitest';
import { packMessages } from './pack-messages.ts';

const said = (texts: readonly string[]) =>
  packMessages('me', texts).map((text) => {
    expect(Buffer.byteLength(text)).toBeLessThan(8000);
    return JSON.parse(text);
  });

test('packs all messages that fit into one notification', () => {
  expect(said(['["a",1]', '["b",{"c":2}]'])).toEqual([
    {
      from: 'me',
      said: [
        ['a', 1],
        ['b', { c: 2 }],
      ],
    },
  ]);
  expect(said([])).toEqual([]);
});

test('continues in the next notification in order, and counts the bytes of multi-byte characters', () => {
  const texts = Array.from({ length: 1000 }, (_, index) =>
    JSON.stringify(['car', `${index} ${'ñ'.repeat(40)}`]),
  );
  const packed = said(texts);
  expect(packed.length).toBeGreaterThan(10);
  expect(packed.flatMap((one) => one.said)).toEqual(texts.map((text) => JSON.parse(text)));
});

test('omits a message that no notification can hold, and sends the others', () => {
  const texts = ['["a",1]', JSON.stringify(['b', 'x'.repeat(8000)]), '["c",3]'];
  expect(said(texts).flatMap((one) => one.said)).toEqual([
    ['a', 1],
    ['c', 3],
  ]);
});
