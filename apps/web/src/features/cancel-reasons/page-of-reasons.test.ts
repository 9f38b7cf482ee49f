// Tests paging of the cancellation reasons: ten a page, searched by text, and never an empty page past the end.
import { expect, test } from 'vitest';
import { pageOfReasons } from './page-of-reasons.ts';

const reasons = Array.from({ length: 23 }, (_, value) => ({ value, label: `Reason ${value}` }));
const page = (cursor: string | null, q = '', from = reasons) => {
  const { items, nextCursor, total } = pageOfReasons(from, { q, limit: 10, cursor });
  return [items.map(({ value }) => value).join(), nextCursor, total];
};

test('shows ten reasons a page, in their order', () => {
  expect(page(null)).toEqual(['0,1,2,3,4,5,6,7,8,9', '10', 23]);
  expect(page('10')).toEqual(['10,11,12,13,14,15,16,17,18,19', '20', 23]);
  expect(page('20')).toEqual(['20,21,22', null, 23]);
});

test('has no next page after a full last page', () => {
  expect(page('10', '', reasons.slice(0, 20))).toEqual(['10,11,12,13,14,15,16,17,18,19', null, 20]);
});

test('finds reasons by their words, ignoring case', () => {
  expect(page(null, 'REASON 2')).toEqual(['2,20,21,22', null, 4]);
  expect(page(null, 'nothing')).toEqual(['', null, 0]);
});

test('finds reasons by their words in every language', () => {
  const translated = [{ value: 0, label: 'Another reason', translations: { es: { label: 'Otro motivo' } } }];
  expect(page(null, 'MOTIVO', translated)).toEqual(['0', null, 1]);
});

test('falls back to the page before when a page becomes empty', () => {
  expect(page('20', '', reasons.slice(0, 20))).toEqual(['10,11,12,13,14,15,16,17,18,19', null, 20]);
  expect(page('10', '', [])).toEqual(['', null, 0]);
});
