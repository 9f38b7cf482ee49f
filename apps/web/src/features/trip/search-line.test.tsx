// Tests the text a waiting rider sees in each state of the search, and when that state is reloaded.
import type { BookingView } from '@kerb/contract';
import { aBooking } from '@kerb/testing';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { TripHeadline } from './trip-headline.tsx';
import { type Search, useSearch } from './use-search.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const start = Date.UTC(2026, 2, 2, 12);
const offered: Search = {
  outcome: 'offered',
  round: 1,
  asked: 5,
  widened: false,
  nearest_secs: 240,
  given_back_at: null,
  since: start,
  ask_at: null,
  next_look_at: start + 30_000,
};
const booking = aBooking({ status: 'NEW', bookLater: false, requestedCount: 3 });
let answer: Search | null = offered;
let reads = 0;

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.endsWith('/search')) return new Response('{}', { status: 404 });
    reads += 1;
    return new Response(JSON.stringify(answer ?? { code: 'internal', status: 500 }), {
      status: answer ? 200 : 500,
    });
  });
  await startI18n();
  await Promise.all([loadTexts('rider'), loadTexts('trip')]);
});
beforeEach(() => {
  answer = offered;
  reads = 0;
});
afterEach(() => {
  cleanup();
  store.dispatch(answersApi.util.resetApiState());
  vi.useRealTimers();
});

function Headline({ booking: shown, isRider }: { booking: BookingView; isRider: boolean }) {
  const search = useSearch(shown, isRider);
  return <TripHeadline booking={shown} eta={null} seenAt={null} isCarUnknown={false} search={search} />;
}
const findPart = (text: string) => screen.findByText(text.trim(), { exact: false });
const element = (shown: BookingView, isRider = true) => (
  <Provider store={store}>
    <Headline booking={shown} isRider={isRider} />
  </Provider>
);

describe('while drivers are looked for, the rider reads', () => {
  it.each<[string, Partial<Search>]>([
    ['5 drivers nearby, the nearest is 4 min away', {}],
    ['1 driver nearby, 4 min away', { asked: 1 }],
    ['5 drivers nearby', { nearest_secs: null }],
    ['No driver has accepted yet. This is round 2.', { round: 2 }],
    ['No driver has accepted yet. Round 2 also asks drivers farther away.', { round: 2, widened: true }],
    ['No driver is free nearby now. We look again every few seconds.', { outcome: 'no_candidates' }],
    ['Looking for drivers nearby', { outcome: 'starting' }],
    ['Our team will choose a driver for you.', { outcome: 'manual' }],
  ])('%s', async (text, change) => {
    answer = { ...offered, ...change };
    render(element(booking));
    expect((await findPart(text)).closest('[role="status"]')).not.toBeNull();
  });

  it('when drivers will be offered a later trip, below its time', async () => {
    const askAt = Date.now() + 3_600_000;
    answer = { ...offered, outcome: 'scheduled', asked: 0, round: 0, ask_at: askAt };
    const later = aBooking({ status: 'NEW', bookLater: true, tripdate: askAt + 1_800_000 });
    render(element(later));
    const text = (await screen.findByText(/^We will ask drivers at about/)).textContent ?? '';
    expect(text).toMatch(/\d/);
  });
});

describe('the state of the search', () => {
  it('is reloaded after a change of the booking, and not for other viewers', async () => {
    const { rerender } = render(element(booking));
    await screen.findByText(/4 min/);
    expect(reads).toBe(1);
    answer = { ...offered, asked: 2 };
    const changed = { type: 'dispatch', id: booking.id } as const;
    act(() => void store.dispatch(answersApi.util.invalidateTags([changed])));
    await findPart('2 drivers nearby, the nearest is 4 min away');
    expect(reads).toBe(2);
    rerender(element(booking, false));
    await findPart('3 drivers nearby');
    expect(reads).toBe(2);
  });

  it('is reloaded after the offer round ends, and not before', async () => {
    vi.useFakeTimers({ now: start });
    render(element(booking));
    await act(() => vi.advanceTimersByTimeAsync(0));
    await act(() => vi.advanceTimersByTimeAsync(29_000));
    expect(reads).toBe(1);
    answer = { ...offered, round: 2, next_look_at: start + 60_000 };
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(reads).toBe(2);
    expect(screen.getByText('No driver has accepted yet. This is round 2.')).toBeTruthy();
  });

  it('falls back to the number of open offers when it cannot be read', async () => {
    render(element(booking));
    await findPart('5 drivers nearby');
    answer = null;
    const changed = { type: 'dispatch', id: booking.id } as const;
    act(() => void store.dispatch(answersApi.util.invalidateTags([changed])));
    expect(await findPart('3 drivers nearby')).toBeTruthy();
  });

  it('does not count the open offers while there are none', async () => {
    answer = null;
    render(element({ ...booking, requestedCount: 0 }));
    expect(await findPart('Looking for drivers nearby')).toBeTruthy();
  });
});
