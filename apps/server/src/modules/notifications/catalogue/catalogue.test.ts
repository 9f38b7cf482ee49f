// Tests of the catalogue: the recipients of each step, and the texts of every kind in every language with all variables
// filled in.
import { documentKind } from '@kerb/contract';
import {
  type BookingStatus,
  type CancelledBy,
  INCOMPLETE_BOOKING_REASON,
  TRIP_TIME_PASSED_REASON,
} from '@kerb/domain/booking';
import { review } from '@kerb/domain/identity';
import { minor } from '@kerb/domain/kernel';
import { describe, expect, test } from 'vitest';
import { shippedLanguagesApi } from '../../languages/testing/shipped-languages.ts';
import { noticeCatalogue, ruleOf, type TextNoticeKind } from './notice-catalogue.ts';
import { accountNoticeOf, documentNoticeOf, noticesOf } from './plan-notices.ts';
import { type NoticeWords, renderNotice } from './render-notice.ts';

const recipientsOf = (
  status: BookingStatus,
  from: BookingStatus | undefined,
  {
    rated = false,
    cancelledBy = null,
    reason = null,
  }: { rated?: boolean; cancelledBy?: CancelledBy | null; reason?: string | null } = {},
) => noticesOf({ status, from, rated, cancelledBy, reason }).map(({ kind, to }) => `${to}: ${kind}`);

const isWorded = (kind: string): kind is TextNoticeKind => kind !== 'message';
const kinds = Object.keys(noticeCatalogue).filter(isWorded);
const reads = (langLocale: string) => shippedLanguagesApi.textsFor({ langLocale });
const inEnglish = await reads('en');
const inSpanish = await reads('es');
const inArabic = await reads('ar');

const words: NoticeWords = {
  reference: 'K7M2XQ',
  driver: 'Ana {reference}',
  customer: 'Leo',
  vehicle: 'Fiat Argo, SAB 1234',
  plate: 'SAB 1234',
  pickup: 'Rambla 1',
  drop: 'Plaza 2',
  document: 'licenseImage',
  date: '2026-03-01',
  name: 'Ana Paz',
  amount: { minor: minor(123_450), notation: { symbol: '$U', decimal: 2, swipe_symbol: false } },
  left: '9',
  reason: 'Sin $& licencia',
  text: 'I am\n at the corner',
  item: 'A black umbrella',
  time: { at: Date.parse('2026-05-01T20:45:00Z'), timeZone: 'America/Montevideo' },
  when: { at: Date.parse('2026-05-01T20:45:00Z'), timeZone: 'America/Montevideo' },
  link: 'https://kerb.example/t/token',
};

describe('recipients of a notice', () => {
  test.each<[BookingStatus, BookingStatus, string[]]>([
    ['NEW', 'PAYMENT_PENDING', []],
    ['ACCEPTED', 'NEW', ['customer: accepted']],
    ['ARRIVED', 'ACCEPTED', ['customer: driver_near']],
    ['STARTED', 'ARRIVED', ['customer: trip_started']],
    ['REACHED', 'STARTED', ['customer: trip_completed']],
    ['PENDING', 'REACHED', []],
    ['PAID', 'PENDING', ['customer: payment_success', 'driver: payment_success']],
    ['COMPLETE', 'PAID', []],
  ])('%s after %s', (status, from, expected) => {
    expect(recipientsOf(status, from)).toEqual(expected);
  });

  test('the driver is notified of a rating', () => {
    expect(recipientsOf('COMPLETE', 'PAID', { rated: true })).toEqual(['driver: rated']);
  });

  test('both sides are notified of a cancelled ride that a driver had taken', () => {
    for (const from of ['ACCEPTED', 'ARRIVED'] as const)
      expect(recipientsOf('CANCELLED', from, { cancelledBy: 'rider' })).toEqual([
        'customer: cancelled',
        'driver: cancelled',
      ]);
  });

  test('the rider is notified when a ride without a driver is cancelled by others', () => {
    expect(recipientsOf('CANCELLED', 'NEW', { cancelledBy: 'driver' })).toEqual(['customer: no_driver']);
    expect(recipientsOf('CANCELLED', 'NEW', { cancelledBy: 'rider' })).toEqual([]);
    expect(recipientsOf('CANCELLED', 'PAYMENT_PENDING', { cancelledBy: 'rider' })).toEqual([]);
  });

  test('a booking that the server cancels before its confirmation is unpaid only for that reason', () => {
    const noticesFor = (reason: string) =>
      recipientsOf('CANCELLED', 'PAYMENT_PENDING', { cancelledBy: 'system', reason });
    expect(noticesFor(INCOMPLETE_BOOKING_REASON)).toEqual(['customer: not_paid']);
    // Paid, but so late that the payment is refunded.
    expect(noticesFor(TRIP_TIME_PASSED_REASON)).toEqual(['customer: cancelled']);
  });

  test('the rider is notified when an admin cancels a booking that waits for its payment', () => {
    expect(recipientsOf('CANCELLED', 'PAYMENT_PENDING', { cancelledBy: 'admin' })).toEqual([
      'customer: cancelled',
    ]);
  });

  test('the rider is not notified of a driver on the way when a driver takes a trip that is hours ahead', () => {
    const step = {
      status: 'ACCEPTED',
      from: 'NEW',
      rated: false,
      cancelledBy: null,
      reason: null,
    } as const;
    expect(noticesOf({ ...step, followOn: 'waits' }).map(({ kind }) => kind)).toEqual(['accepted_follow_on']);
    expect(noticesOf({ ...step, followOn: 'begun' })).toEqual([]);
    expect(noticesOf({ ...step, later: true }).map(({ kind }) => kind)).toEqual(['accepted_later']);
  });

  test('a change of other fields than the status notifies no user', () => {
    expect(recipientsOf('ACCEPTED', undefined)).toEqual([]);
  });

  test('a document’s notice depends on whether it ends later, today, or has expired', () => {
    expect([30, 1, 0, -1].map(documentNoticeOf)).toEqual([
      'document_ending',
      'document_ending',
      'document_ends_today',
      'document_expired',
    ]);
  });

  test('every account decision has a notice; a waiting account has no notice', () => {
    expect(review.options.flatMap((one) => accountNoticeOf(one) ?? [])).toEqual([
      'account_approved',
      'account_refused',
      'account_disabled',
    ]);
    expect(accountNoticeOf('waiting')).toBeNull();
  });
});

describe('the catalogue', () => {
  test('has a screen for every kind of notice, and an expiry', () => {
    for (const kind of kinds) {
      expect([kind, ruleOf(kind).screen]).not.toEqual([kind, null]);
      expect(ruleOf(kind).goodForMs).toBeGreaterThan(0);
    }
    expect(ruleOf('driver_near').goodForMs).toBe(10 * 60_000);
  });

  test('wakes a phone for what needs an answer at once, not for trips hours ahead', () => {
    const later = kinds.filter((kind) => kind.endsWith('_later'));
    expect(later).toEqual(['accepted_later', 'given_back_later', 'trip_reassigned_later', 'new_task_later']);
    expect(later.filter((kind) => ruleOf(kind).urgent)).toEqual([]);
    for (const kind of ['accepted', 'given_back', 'trip_reassigned', 'new_task'] as const)
      expect([kind, ruleOf(kind).urgent]).toEqual([kind, true]);
  });

  test('sends text messages about rides booked by an admin and about accounts, never about chats', () => {
    expect(kinds.filter((kind) => ruleOf(kind).sms === 'without-device')).toEqual([
      'accepted',
      'accepted_later',
      'accepted_follow_on',
      'given_back',
      'given_back_later',
      'driver_near',
      'cancelled',
      'no_driver',
    ]);
    expect(ruleOf('chat_message').sms).toBeUndefined();
  });

  test('sends mails of lasting interest: not about a trip under way, nor in addition to a receipt', () => {
    const mailed = (rule: 'always' | 'of-later-trip') => kinds.filter((kind) => ruleOf(kind).email === rule);
    expect(mailed('always')).toEqual([
      'accepted_later',
      'given_back_later',
      'account_approved',
      'account_refused',
      'account_disabled',
      'recovery_code_used',
      'document_ending',
      'document_expired',
      'referral_bonus',
      'withdraw_processed',
      'withdraw_returned',
      'payment_confirmed',
      'payment_failed',
      'booking_prepaid',
      'booking_payment_failed',
      'payment_held',
      'payment_accepted',
      'payment_declined',
      'payment_refunded',
      'refund_to_wallet',
      'booking_refunded',
      'fare_review_decided',
    ]);
    expect(mailed('of-later-trip')).toEqual(['accepted', 'given_back', 'cancelled', 'no_driver', 'not_paid']);
  });
});

describe('the texts of notices', () => {
  test('placeholders are replaced once, and values are inserted literally', () => {
    expect(renderNotice('accepted', inEnglish, words)).toEqual({
      title: 'Your ride is on its way',
      body: 'Ana {reference} is coming to Rambla 1 in Fiat Argo, SAB 1234.',
    });
    expect(renderNotice('account_refused', inSpanish, words).body).toBe('Sin $& licencia');
    expect(renderNotice('accepted', inSpanish, { ...words, driver: '' }).body).toMatch(/^Tu conductor va/);
  });

  test.each(['en', 'es', 'pt', 'fr', 'ar'])(
    '%s says every kind, and has each thing that it names',
    async (code) => {
      const named = new Set(Object.keys(words).filter((word) => word !== 'document'));
      for (const kind of kinds) {
        const { text } = await reads(code);
        const places: string[] = [];
        const noted = new Proxy(
          {},
          {
            getOwnPropertyDescriptor: (_, name) => {
              places.push(String(name));
              return { value: '', configurable: true };
            },
          },
        );
        expect(text(`message_${kind}_title`, noted)).not.toBe(`message_${kind}_title`);
        text(`message_${kind}_body`, noted);
        expect([kind, places.filter((place) => !named.has(place) && place !== 'document')]).toEqual([
          kind,
          [],
        ]);
      }
    },
  );

  test('a language that is not available falls back to the default one', async () => {
    expect(renderNotice('new_task', await reads('tlh'), words)).toEqual({
      title: 'New ride',
      body: 'From Rambla 1 to Plaza 2.',
    });
    expect(renderNotice('new_task', await shippedLanguagesApi.textsFor(null), words)).toEqual(
      renderNotice('new_task', await reads('en-GB'), words),
    );
    expect(renderNotice('account_approved', await reads('ES-uy'), {}).title).toBe('Tu cuenta está aprobada');
  });

  test('times use the user’s format and the operator’s zone; an invalid locale falls back to English', async () => {
    const title = (locale: string) =>
      renderNotice('ride_soon', inEnglish, words, locale).title.replaceAll(/\s/g, ' ');
    expect([title('en-US'), title('es'), title('no locale')]).toEqual([
      'Your ride is at 5:45 PM',
      'Your ride is at 17:45',
      'Your ride is at 5:45 PM',
    ]);
    expect(renderNotice('document_ending', await reads('en-GB'), words).body).toContain('March 1, 2026');
    expect(renderNotice('document_ending', await reads('es-UY'), words).body).toContain('1 de marzo de 2026');
  });

  test('amounts are formatted like times; an invalid locale falls back to English', async () => {
    const body = async (code: string, locale: string) =>
      renderNotice('referral_bonus', await reads(code), words, locale).body.replaceAll(/\s/g, ' ');
    expect(await body('en', 'en-US')).toBe('$U 1,234.50 were added to your wallet.');
    expect(await body('es', 'es-UY')).toBe('Se agregaron $U 1.234,50 a tu billetera.');
    expect(await body('fr', 'fr-FR')).toBe('$U 1 234,50 ont été ajoutés à votre portefeuille.');
    expect(await body('es', 'no locale')).toBe('Se agregaron $U 1,234.50 a tu billetera.');
  });

  test('each kind of document has its own name', () => {
    const bodies = documentKind.options.map(
      (document) => renderNotice('document_ending', inEnglish, { ...words, document }).body,
    );
    expect(new Set(bodies).size).toBe(documentKind.options.length);
  });
});

describe('a chat message', () => {
  const readers = { en: inEnglish, es: inSpanish, ar: inArabic };
  const word = (code: keyof typeof readers, name: string, text: string) =>
    renderNotice('chat_message', readers[code], { name, text });

  test('has the first name of the author and the start of the message', () => {
    expect(word('en', 'Ana Silva', 'I am\n at the corner')).toEqual({
      title: 'Message from Ana',
      body: 'I am at the corner',
    });
    expect(word('es', 'Ana', 'hola').title).toBe('Mensaje de Ana');
    expect(word('ar', 'Ana', 'hola').title).toBe('رسالة من \u2068Ana\u2069');
    expect(word('en', '$&', '{name} $1')).toEqual({ title: 'Message from $&', body: '{name} $1' });
  });

  test('is complete without a name, and describes a picture without text', () => {
    expect(word('en', ' ', 'x').title).toBe('New message');
    expect(word('es', '', '')).toEqual({ title: 'Mensaje nuevo', body: 'Envió una foto' });
    expect(word('en', 'Ana', '').body).toBe('Sent a picture');
  });

  test('truncates a long message', () => {
    const { body } = word('en', 'Ana', 'word '.repeat(200));
    expect(body.length).toBeLessThanOrEqual(81);
    expect(body.endsWith('…')).toBe(true);
  });
});

test('removes line breaks and text direction characters from user input', () => {
  const pickup = 'Rambla 1\r\n\nKerb: call\u202e+1 900\u2069\u2028now';
  const { body } = renderNotice('new_task', inEnglish, { pickup, drop: 'Plaza 2\u0000' });
  expect(body).toBe('From Rambla 1 Kerb: call +1 900 now to Plaza 2 .');
});
