// Tests the reason for which a driver did not get a booking, for every outcome of an offer and every eligibility check.
import { describe, expect, it } from 'vitest';
import { dispatchGates } from './eligibility.ts';
import { type MissedRound, whyNot, whyNotReasons } from './why-not.ts';

const round = (change: Partial<MissedRound> = {}): MissedRound => ({
  policy: 'broadcast',
  asked: 3,
  farthest_secs: 180,
  eta_secs: 420,
  gate: null,
  ...change,
});
const plain = { own_secs: null, their_secs: null, drivers: null, open_offers: null };

describe('whyNot of a driver with an offer', () => {
  it.each([
    ['declined', false, 'declined'],
    ['expired', false, 'offer_expired'],
    ['expired', true, 'took_another'],
    ['lost', false, 'taken'],
    ['cancelled', false, 'cancelled'],
    ['late', false, 'late'],
    ['silent', true, 'silent'],
    ['off_duty', false, 'off_duty'],
    ['other_car_type', false, 'other_car_type'],
  ] as const)('that was %s (another booking accepted: %s): %s', (outcome, took_another, reason) => {
    expect(whyNot(round(), { outcome, took_another })).toEqual({ ...plain, reason });
  });

  it('is the outcome of the offer, regardless of a later round', () => {
    const later = round({ gate: 'busy' });
    expect(whyNot(later, { outcome: 'expired', took_another: false })?.reason).toBe('offer_expired');
  });
});

describe('whyNot of a driver without an offer', () => {
  it.each(dispatchGates.filter((gate) => gate !== 'offer_limit'))('who failed %s', (gate) => {
    expect(whyNot(round({ gate }), null)).toEqual({ ...plain, reason: gate });
  });

  it.each([
    ['broadcast', 3],
    ['nearest', 1],
    ['a policy of another version', null],
  ])('who failed offer_limit under %s had %s', (policy, open_offers) => {
    const missed = round({ gate: 'offer_limit', policy });
    expect(whyNot(missed, null)).toEqual({ ...plain, reason: 'offer_limit', open_offers });
  });

  it('compares their travel time with that of the farthest driver with an offer', () => {
    expect(whyNot(round(), null)).toEqual({
      reason: 'nearer_driver',
      own_secs: 420,
      their_secs: 180,
      drivers: 3,
      open_offers: null,
    });
  });

  it.each([
    ['their own travel time is unknown', { eta_secs: null }],
    ['that of the others is unknown', { farthest_secs: null }],
    ['the others are not nearer', { farthest_secs: 420 }],
    ['the check is of another version', { gate: 'left_handed' }],
  ])('names no travel times when %s', (_, change) => {
    expect(whyNot(round(change), null)).toEqual({ ...plain, reason: 'other_driver' });
  });

  it('is null in a round that sent no offers, unless a check failed', () => {
    const waiting = { asked: 0, farthest_secs: null };
    expect(whyNot(round(waiting), null)).toBeNull();
    expect(whyNot(round({ ...waiting, gate: 'off_duty' }), null)?.reason).toBe('off_duty');
  });
});

it('lists every reason once', () => {
  expect(new Set(whyNotReasons).size).toBe(whyNotReasons.length);
});
