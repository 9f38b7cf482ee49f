// Tests the driver's follow-on trip and later trips: time and place shown with the current trip, and returning them after
// a confirmation.
import { ApiError } from '@kerb/sdk/client';
import { fetchBookings } from '@kerb/sdk/store';
import { aBooking } from '@kerb/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { client, store } from '../../lib/store.ts';
import { CurrentTrip } from './current-trip.tsx';
import { WaitingTrips } from './waiting-trips.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const DRIVER = '00000000-0000-7000-8000-000000000001';
const trips = {
  current: aBooking({
    id: 'current',
    status: 'STARTED',
    driver: DRIVER,
    customer_name: 'Ana Silva',
    dropAddress: 'Rambla 1',
  }),
  next: aBooking({
    id: 'next',
    status: 'ACCEPTED',
    driver: DRIVER,
    customer_name: 'Bruno Paz',
    pickupAddress: 'Plaza 2',
    followOn: { pickupAt: Date.UTC(2026, 2, 2, 15, 5) },
  }),
  ahead: aBooking({
    id: 'ahead',
    status: 'ACCEPTED',
    driver: DRIVER,
    customer_name: 'Carla Gil',
    pickupAddress: 'Puerto 3',
    bookLater: true,
    tripdate: Date.UTC(2026, 2, 4, 9, 45),
    acceptedAhead: true,
  }),
};

vi.mock('../../lib/use-auth.ts', () => ({
  useAuth: () => ({ user: { id: '00000000-0000-7000-8000-000000000001', usertype: 'driver' } }),
}));

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('driver'), loadTexts('trip')]);
});

beforeEach(async () => {
  vi.restoreAllMocks();
  vi.spyOn(client, 'listBookings').mockResolvedValue({
    items: [trips.next, trips.current],
    nextCursor: null,
  });
  await store.dispatch(fetchBookings());
});

const show = () =>
  render(
    <Provider store={store}>
      <MemoryRouter>
        <CurrentTrip />
        <WaitingTrips />
      </MemoryRouter>
    </Provider>,
  );

it('is shown beside the current trip, which stays active', () => {
  show();
  expect(screen.getByRole('link').textContent).toContain('Ana');
  expect(screen.getByRole('heading', { name: 'Next trip: Bruno' })).toBeTruthy();
  expect(screen.getByText('Plaza 2')).toBeTruthy();
});

it('is returned only after a confirmation', async () => {
  const giveBack = vi.spyOn(client, 'giveBackBooking').mockResolvedValue(undefined);
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Give back' }));
  expect(giveBack).not.toHaveBeenCalled();
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('another driver');
  const confirm = screen.getAllByRole('button', { name: 'Give back' }).at(-1);
  if (confirm) fireEvent.click(confirm);
  await waitFor(() => expect(giveBack).toHaveBeenCalledWith({ params: { id: 'next' }, body: {} }));
});

it('lists a later trip after the follow-on trip, with its day and when it begins', async () => {
  vi.spyOn(client, 'listBookings').mockResolvedValue({
    items: [trips.ahead, trips.next, trips.current],
    nextCursor: null,
  });
  await store.dispatch(fetchBookings());
  show();
  expect(screen.getByRole('link').textContent).toContain('Ana');
  const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(headings.slice(-2)).toEqual(['Next trip: Bruno', 'Booked trip: Carla']);
  expect(screen.getByText(/Mar 4.*9:45|4 Mar.*9:45/)).toBeTruthy();
  expect(screen.getByText(/It becomes your trip at 9:00/)).toBeTruthy();
});

it('a later trip is returned after a confirmation that does not speak of a current trip', async () => {
  vi.spyOn(client, 'listBookings').mockResolvedValue({ items: [trips.ahead], nextCursor: null });
  await store.dispatch(fetchBookings());
  const giveBack = vi.spyOn(client, 'giveBackBooking').mockResolvedValue(undefined);
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Give back' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).not.toContain('current trip');
  const confirm = screen.getAllByRole('button', { name: 'Give back' }).at(-1);
  if (confirm) fireEvent.click(confirm);
  await waitFor(() => expect(giveBack).toHaveBeenCalledWith({ params: { id: 'ahead' }, body: {} }));
});

async function confirmGiveBack() {
  fireEvent.click(screen.getByRole('button', { name: 'Give back' }));
  await screen.findByRole('dialog');
  const confirm = screen.getAllByRole('button', { name: 'Give back' }).at(-1);
  if (confirm) fireEvent.click(confirm);
}

it('stays, with the error, when it could not be returned without a network', async () => {
  const offline = new ApiError({ status: 0, code: 'network_error' });
  vi.spyOn(client, 'giveBackBooking').mockRejectedValue(offline);
  const listBookings = vi.spyOn(client, 'listBookings').mockRejectedValue(offline);
  listBookings.mockClear();
  show();
  await confirmGiveBack();
  expect((await screen.findByRole('alert')).textContent).toBeTruthy();
  expect(screen.getByText('Next trip: Bruno')).toBeTruthy();
  expect(listBookings).not.toHaveBeenCalled();
});

it('stays, with the error, and is read again when the server rejects the return', async () => {
  const rejected = new ApiError({ status: 409, code: 'transition_not_allowed' });
  vi.spyOn(client, 'giveBackBooking').mockRejectedValue(rejected);
  const listBookings = vi.spyOn(client, 'listBookings');
  listBookings.mockClear();
  show();
  await confirmGiveBack();
  expect((await screen.findByRole('alert')).textContent).toBeTruthy();
  await waitFor(() => expect(listBookings).toHaveBeenCalled());
});

it('is shown from the last list while a reload has failed', async () => {
  vi.spyOn(client, 'listBookings').mockRejectedValue(new ApiError({ status: 503, code: 'unavailable' }));
  await store.dispatch(fetchBookings());
  show();
  expect(screen.getByRole('link').textContent).toContain('Ana');
  expect(screen.getByRole('heading', { name: 'Next trip: Bruno' })).toBeTruthy();
});

it.each([
  ['leads to the tasks once it was returned on its own page', null, 'Tasks'],
  ['stays on its own page when the return was rejected', 'transition_not_allowed', 'Next trip: Bruno'],
] as const)('%s', async (_, code, text) => {
  const giveBack = vi.spyOn(client, 'giveBackBooking').mockResolvedValue(undefined);
  if (code !== null) giveBack.mockRejectedValue(new ApiError({ status: 409, code }));
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[paths.driverTrip('next')]}>
        <Routes>
          <Route path={paths.driverTrip('next')} element={<WaitingTrips only="next" />} />
          <Route path={paths.driverTrips} element="Tasks" />
        </Routes>
      </MemoryRouter>
    </Provider>,
  );
  await confirmGiveBack();
  if (code !== null) await screen.findByRole('alert');
  expect(await screen.findByText(text)).toBeTruthy();
});
