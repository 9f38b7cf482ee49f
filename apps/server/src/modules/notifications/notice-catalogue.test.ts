// Who is told what at each step of a ride, and how it is worded.
import type { BookingStatus, CancelledBy } from '@kerb/domain/booking';
import { describe, expect, test } from 'vitest';
import { noticesOf, wordNotice } from './notice-catalogue.ts';
import { noticeTexts } from './notice-texts.ts';

const told = (
  status: BookingStatus,
  from: BookingStatus | undefined,
  { rated = false, cancelledBy = null }: { rated?: boolean; cancelledBy?: CancelledBy | null } = {},
) => noticesOf({ status, from, rated, cancelledBy }).map(({ kind, to }) => `${to}: ${kind}`);

describe('who is told', () => {
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
    expect(told(status, from)).toEqual(expected);
  });

  test('the driver hears of a rating', () => {
    expect(told('COMPLETE', 'PAID', { rated: true })).toEqual(['driver: rated']);
  });

  test('both sides hear of a cancelled ride that a driver had taken', () => {
    for (const from of ['ACCEPTED', 'ARRIVED'] as const)
      expect(told('CANCELLED', from, { cancelledBy: 'rider' })).toEqual([
        'customer: cancelled',
        'driver: cancelled',
      ]);
  });

  test('the rider hears when a ride nobody took is cancelled by others', () => {
    expect(told('CANCELLED', 'NEW', { cancelledBy: 'driver' })).toEqual(['customer: no_driver']);
    expect(told('CANCELLED', 'NEW', { cancelledBy: 'rider' })).toEqual([]);
    expect(told('CANCELLED', 'PAYMENT_PENDING', { cancelledBy: 'rider' })).toEqual([]);
    expect(told('CANCELLED', 'PAYMENT_PENDING', { cancelledBy: 'system' })).toEqual(['customer: not_paid']);
  });

  test('nobody is on the way yet when a driver takes a trip that is hours ahead', () => {
    const step = { status: 'ACCEPTED', from: 'NEW', rated: false, cancelledBy: null } as const;
    expect(noticesOf({ ...step, later: true }).map(({ kind }) => kind)).toEqual(['accepted_later']);
  });

  test('a change of something else than the status tells nobody', () => {
    expect(told('ACCEPTED', undefined)).toEqual([]);
  });
});

describe('the words', () => {
  const words = {
    reference: 'K7M2XQ',
    driver: 'Ana {reference}',
    customer: 'Leo',
    vehicle: 'Fiat Argo, SAB 1234',
    pickup: 'Rambla 1',
    drop: 'Plaza 2',
    time: '17:45',
  };
  test('names are filled in once, as they are', () => {
    expect(wordNotice('accepted', 'en', words)).toEqual({
      title: 'Your ride is on its way',
      body: 'Ana {reference} is coming to Rambla 1 in Fiat Argo, SAB 1234.',
    });
  });
  test('every language has every text, with the same names in it', () => {
    const names = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted();
    for (const texts of [noticeTexts.es, noticeTexts.ar])
      for (const [kind, { title, body }] of Object.entries(noticeTexts.en)) {
        const own = Object.entries(texts ?? {}).find(([name]) => name === kind)?.[1];
        expect([kind, names(`${own?.title} ${own?.body}`)]).toEqual([kind, names(`${title} ${body}`)]);
        expect(own?.title).not.toBe(title);
      }
  });
  test('a language without an entry reads English', () => {
    expect(wordNotice('new_task', 'tlh', words)).toEqual({
      title: 'New ride',
      body: 'From Rambla 1 to Plaza 2.',
    });
    expect(wordNotice('new_task', undefined, words)).toEqual(wordNotice('new_task', 'en-GB', words));
  });
});
