// Tests the headline of a trip: a single arrival time, the reason of a cancellation by a person, and the end of a search
// without a driver.
import type { BookingView } from '@kerb/contract';
import { NO_DRIVER_REASON, TRIP_TIME_PASSED_REASON } from '@kerb/domain/booking';
import { aBooking } from '@kerb/testing';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { serverClock } from '../../lib/trip-queue/server-clock.ts';
import { TripHeadline } from './trip-headline.tsx';

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('rider'), loadTexts('reasons')]);
});

/** Sets the server's clock relative to this device's clock, which has a resolution of 1 s. */
const setServerAhead = (ms: number) =>
  act(() => serverClock.observe(new Date(Date.now() + ms).toUTCString(), Date.now(), Date.now()));
afterEach(() => setServerAhead(0));

it.each([
  ['the last driver declined', { cancelledBy: 'driver', driver: null }, false],
  ['the payment is missing', { cancelledBy: 'system', driver: null }, false],
  ['the driver cancelled', { cancelledBy: 'driver' }, true],
  ['the rider cancelled', { cancelledBy: 'rider', driver: null }, true],
] as const)('shows a person’s reason and no other: %s', (_, change: Partial<BookingView>, isShown) => {
  const booking = aBooking({ driver: 'a driver', ...change, status: 'CANCELLED', reason: 'The reason' });
  render(
    <Provider store={store}>
      <TripHeadline booking={booking} eta={null} seenAt={null} isCarUnknown={false} search={null} />
    </Provider>,
  );
  expect(screen.queryByText('The reason') !== null).toBe(isShown);
});

it.each([
  ['no driver was found, where the search ended without one', NO_DRIVER_REASON, 'No driver was found'],
  [
    'its time had passed, where it was paid too late',
    TRIP_TIME_PASSED_REASON,
    'The time of the trip had passed',
  ],
])('says that %s', (_, reason, name) => {
  const booking = aBooking({ status: 'CANCELLED', driver: null, cancelledBy: 'system', reason });
  render(
    <Provider store={store}>
      <TripHeadline booking={booking} eta={null} seenAt={null} isCarUnknown={false} search={null} />
    </Provider>,
  );
  screen.getByRole('heading', { name });
});

it.each([
  ['ACCEPTED', 'pickup', 'At the pickup about'],
  ['STARTED', 'drop', 'At the drop about'],
] as const)('says once when the car arrives: %s', (status, to, sentence) => {
  const at = Date.now();
  const booking = aBooking({ driver: 'a driver', status });
  const { container } = render(
    <Provider store={store}>
      <TripHeadline
        booking={booking}
        eta={{ to, time_in_secs: 240, distance_in_km: 2, polyline: '', receivedAt: at }}
        seenAt={at}
        isCarUnknown={false}
        search={null}
      />
    </Provider>,
  );
  const shown = [...container.querySelectorAll<HTMLElement>('[data-testid="eta"]')];
  expect(shown).toHaveLength(1);
  expect(screen.getByText(new RegExp(sentence)).closest('[data-testid="eta"]')).toBeNull();
  screen.getByText(status === 'STARTED' ? booking.dropAddress : booking.pickupAddress);
});

it.each([
  ['slow', 600_000],
  ['fast', -600_000],
])('shows the car as last seen by the age of its position on a device with a %s clock', (_, aheadMs) => {
  setServerAhead(aheadMs);
  const headlineOf = (ageMs: number) => (
    <Provider store={store}>
      <TripHeadline
        booking={aBooking({ driver: 'a driver', status: 'ACCEPTED' })}
        eta={null}
        seenAt={Date.now() + aheadMs - ageMs}
        isCarUnknown={false}
        search={null}
      />
    </Provider>
  );
  const { rerender } = render(headlineOf(5_000));
  expect(screen.queryByTestId('last-seen')).toBeNull();
  rerender(headlineOf(60_000));
  expect(screen.queryByTestId('last-seen')).not.toBeNull();
});

it('of a later trip accepted ahead names the time, and shows no car', () => {
  const booking = aBooking({
    driver: 'a driver',
    status: 'ACCEPTED',
    bookLater: true,
    acceptedAhead: true,
    tripdate: Date.UTC(2026, 2, 4, 9, 45),
  });
  render(
    <Provider store={store}>
      <TripHeadline booking={booking} eta={null} seenAt={1} isCarUnknown search={null} />
    </Provider>,
  );
  screen.getByRole('heading', { name: 'Your driver is booked' });
  screen.getByText(/9:45/);
  expect(screen.queryByTestId('last-seen')).toBeNull();
  expect(screen.queryByText(/position/)).toBeNull();
});
