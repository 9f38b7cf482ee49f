// Tests the search state shown to a waiting rider, computed from the last round, the open offers and the kind of
// booking.
import { describe, expect, it } from 'vitest';
import { ASK_MARGIN_MS, ASSUMED_ETA_SECS } from './later-booking.ts';
import { type SearchFacts, searchStateOf } from './search-state.ts';

const now = 1_800_000_000_000;
const facts = (change: Partial<SearchFacts> = {}): SearchFacts => ({
  booking: { status: 'NEW', book_later: false, tripdate: now, dispatch_at: now },
  autoDispatch: true,
  last: undefined,
  openOffers: 0,
  now,
  ...change,
});
const later = { status: 'NEW', book_later: true, tripdate: now + 7_200_000, dispatch_at: now } as const;

describe('searchStateOf a trip now', () => {
  it('is starting without a round', () => {
    expect(searchStateOf(facts())).toEqual({ outcome: 'starting', ask_at: null, next_look_at: null });
  });

  it('has open offers until the round expires', () => {
    const last = { policy: 'broadcast', asked: 5, ends_at: now + 20_000, ask_at: null };
    expect(searchStateOf(facts({ last, openOffers: 3 }))).toEqual({
      outcome: 'offered',
      ask_at: null,
      next_look_at: now + 20_000,
    });
  });

  it('starts again when no offer of the round is open', () => {
    const last = { policy: 'broadcast', asked: 5, ends_at: now + 20_000, ask_at: null };
    expect(searchStateOf(facts({ last })).outcome).toBe('starting');
  });

  it('continues after a batch without offers: it may have left a driver for a nearer request', () => {
    const last = { policy: 'batched', asked: 0, ends_at: now + 10_000, ask_at: null };
    expect(searchStateOf(facts({ last }))).toMatchObject({ outcome: 'starting', next_look_at: now + 10_000 });
  });

  it('has no candidate, and searches again at the end of the round', () => {
    const last = { policy: 'broadcast', asked: 0, ends_at: now + 10_000, ask_at: null };
    expect(searchStateOf(facts({ last }))).toEqual({
      outcome: 'no_candidates',
      ask_at: null,
      next_look_at: now + 10_000,
    });
  });

  it('is manual without automatic dispatch, but offered while an admin has an open offer', () => {
    expect(searchStateOf(facts({ autoDispatch: false })).outcome).toBe('manual');
    expect(searchStateOf(facts({ autoDispatch: false, openOffers: 1 }))).toEqual({
      outcome: 'offered',
      ask_at: null,
      next_look_at: null,
    });
  });

  it('is closed once the booking is not NEW', () => {
    const booking = { ...facts().booking, status: 'ACCEPTED' } as const;
    const last = { policy: 'broadcast', asked: 5, ends_at: now + 20_000, ask_at: null };
    expect(searchStateOf(facts({ booking, last, openOffers: 1 })).outcome).toBe('closed');
  });
});

describe('searchStateOf a later trip', () => {
  it('is scheduled by the assumed travel time before the first round', () => {
    const booking = { ...later, dispatch_at: now + 60_000 };
    expect(searchStateOf(facts({ booking }))).toEqual({
      outcome: 'scheduled',
      ask_at: later.tripdate - ASSUMED_ETA_SECS * 1000 - ASK_MARGIN_MS,
      next_look_at: now + 60_000,
    });
  });

  it('is scheduled by the last round once there is one', () => {
    const last = { policy: 'broadcast', asked: 0, ends_at: now + 180_000, ask_at: now + 900_000 };
    expect(searchStateOf(facts({ booking: later, last }))).toEqual({
      outcome: 'scheduled',
      ask_at: now + 900_000,
      next_look_at: now + 180_000,
    });
  });

  it('is that of a trip now once its offers are due', () => {
    const none = { policy: 'broadcast', asked: 0, ends_at: now + 10_000, ask_at: now - 1 };
    expect(searchStateOf(facts({ booking: later, last: none })).outcome).toBe('no_candidates');
    const some = { policy: 'broadcast', asked: 2, ends_at: now + 10_000, ask_at: now + 60_000 };
    expect(searchStateOf(facts({ booking: later, last: some })).outcome).toBe('starting');
    expect(searchStateOf(facts({ booking: later, last: some, openOffers: 1 })).outcome).toBe('offered');
  });
});
