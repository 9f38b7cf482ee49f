// Tests which ride the landing page leads back to, and what it says about a driver who is not on the way.
import type { BookingView } from '@kerb/contract';
import { fetchBookings } from '@kerb/sdk/store';
import { aBooking } from '@kerb/testing';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { client, store } from '../../lib/store.ts';
import { ActiveRide } from './active-ride.tsx';

vi.mock('../../lib/use-auth.ts', () => ({ useAuth: () => ({ known: true, user: { usertype: 'rider' } }) }));

const inTwoDays = Date.now() + 48 * 3_600_000;
const ahead = aBooking({
  id: 'ahead',
  status: 'ACCEPTED',
  acceptedAhead: true,
  bookLater: true,
  tripdate: inTwoDays,
});
const planned = aBooking({ id: 'planned', status: 'NEW', bookLater: true, tripdate: inTwoDays });
const sought = aBooking({ id: 'sought', status: 'NEW', bookLater: false });
const followOn = aBooking({ id: 'next', status: 'ACCEPTED', followOn: { pickupAt: Date.now() } });
const underway = aBooking({ id: 'underway', status: 'ACCEPTED' });

beforeAll(async () => {
  await startI18n();
  await loadTexts('site');
});

async function show(items: BookingView[]) {
  vi.spyOn(client, 'listBookings').mockResolvedValue({ items, nextCursor: null });
  await store.dispatch(fetchBookings());
  render(
    <Provider store={store}>
      <MemoryRouter>
        <ActiveRide />
      </MemoryRouter>
    </Provider>,
  );
}

it.each([
  [
    'a ride that waits for a driver, not one accepted days ahead',
    [ahead, sought],
    sought,
    'Finding a driver',
  ],
  ['a follow-on ride, whose driver is not on the way yet', [ahead, followOn], followOn, 'Driver booked'],
  ['the ride whose driver is on the way', [followOn, underway], underway, 'Driver on the way'],
] as const)('leads to %s', async (_, items, ride, status) => {
  await show([...items]);
  const link = screen.getByRole('link');
  expect(link.getAttribute('href')).toBe(paths.trip(ride.id));
  expect(link.textContent).toBe(`${ride.reference} · ${status}`);
});

it('leads nowhere while all rides are for later', async () => {
  await show([ahead, planned]);
  expect(screen.queryByRole('link')).toBeNull();
});
