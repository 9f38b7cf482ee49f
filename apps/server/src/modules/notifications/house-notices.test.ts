// Every notice has its words in every language, with nothing left to fill in.
import { documentKind } from '@kerb/contract';
import { describe, expect, it } from 'vitest';
import { documentNoticeOf, type HouseNoticeKind, wordHouseNotice } from './house-notices.ts';

const kinds: readonly HouseNoticeKind[] = [
  'document_ending',
  'document_ends_today',
  'document_expired',
  'driver_waiting',
  'referral_bonus',
  'withdraw_processed',
  'withdraw_returned',
  'payment_held',
  'payment_refunded',
  'refund_to_wallet',
];
const words = { document: 'licenseImage', date: '2026-03-01', name: 'Ana', amount: '$U 50' } as const;

describe('wordHouseNotice', () => {
  it.each(['en', 'es', 'ar'])('says everything in %s', (locale) => {
    const all = kinds.map((kind) => wordHouseNotice(kind, locale, words));
    for (const { title, body } of all) expect(`${title} ${body}`).not.toMatch(/\{\w+\}/);
    expect(new Set(all.map(({ title }) => title)).size).toBe(kinds.length);
  });

  it('names each document, and the day in the person’s words whatever the zone of this machine', () => {
    const bodies = documentKind.options.map(
      (document) => wordHouseNotice('document_ending', 'en-GB', { document, date: '2026-03-01' }).body,
    );
    expect(new Set(bodies).size).toBe(documentKind.options.length);
    expect(bodies[0]).toContain('March 1, 2026');
    expect(wordHouseNotice('document_ending', 'es-UY', words).body).toContain('1 de marzo de 2026');
    expect(wordHouseNotice('driver_waiting', 'fi', words).title).toBe('A driver is waiting for approval');
  });

  it('is about tomorrow and later, today, or what is over', () => {
    expect([30, 1, 0, -1].map(documentNoticeOf)).toEqual([
      'document_ending',
      'document_ending',
      'document_ends_today',
      'document_expired',
    ]);
  });
});
