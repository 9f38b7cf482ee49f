// What people are told of their account, in every language the product speaks.
import { review } from '@kerb/domain/identity';
import { expect, test } from 'vitest';
import { accountNoticeOf, wordAccountNotice } from './account-notices.ts';

const kinds = review.options.flatMap((one) => accountNoticeOf(one) ?? []);

test('every decision is told, waiting is none', () => {
  expect(kinds).toEqual(['account_approved', 'account_refused', 'account_disabled']);
  expect(accountNoticeOf('waiting')).toBeNull();
});

test.each(['en', 'es', 'ar'])('%s has its own words for each, and the reason as it was given', (language) => {
  for (const kind of kinds) {
    const { title, body } = wordAccountNotice(kind, language, 'Sin $& licencia');
    expect(title).not.toBe('');
    expect(body).toMatch(kind === 'account_approved' ? /./ : /^Sin \$& licencia$/);
    if (language !== 'en') expect(title).not.toBe(wordAccountNotice(kind, 'en', '').title);
  }
});

test('a language without words, or none, is told in English', () => {
  const english = wordAccountNotice('account_approved', 'en', '');
  expect(wordAccountNotice('account_approved', 'fr-FR', '')).toEqual(english);
  expect(wordAccountNotice('account_approved', undefined, '')).toEqual(english);
  expect(wordAccountNotice('account_approved', 'ES-uy', '').title).toBe('Tu cuenta está aprobada');
});
