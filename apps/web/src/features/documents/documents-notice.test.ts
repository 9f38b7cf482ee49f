// Tests the banner about documents: shown a week before the expiry, and changed at the expiry.
import { MS_PER_DAY } from '@kerb/domain/kernel';
import { expect, it } from 'vitest';
import { documentsNotice } from './documents-notice.ts';

it('warns from a week before the expiry, and reports an expired document', () => {
  const end = 1_000 * MS_PER_DAY;
  expect(documentsNotice(null, end)).toBeNull();
  expect(documentsNotice(end, end - 7 * MS_PER_DAY - 1)).toBeNull();
  expect(documentsNotice(end, end - 7 * MS_PER_DAY)).toBe('ending');
  expect(documentsNotice(end, end - 1)).toBe('ending');
  expect(documentsNotice(end, end)).toBe('expired');
});
