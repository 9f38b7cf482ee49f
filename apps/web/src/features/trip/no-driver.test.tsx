// Tests the end of a search without a driver: its message, and booking the same trip again for now or for later.
import type { EstimateView } from '@kerb/contract';
import { INCOMPLETE_BOOKING_REASON, TRIP_TIME_PASSED_REASON } from '@kerb/domain/booking';
import { changeEstimate } from '@kerb/sdk/store';
import { aBooking } from '@kerb/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { store } from '../../lib/store.ts';
import { endedWithoutDriver, NoDriver } from './no-driver.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('rider'), loadTexts('reasons')]);
});

const ended = aBooking({
  status: 'CANCELLED',
  driver: null,
  cancelledBy: 'system',
  reason: 'no driver took the booking',
});

it.each([
  ['again', 'Try again', false],
  ['for later', 'Book for later', true],
] as const)('the same trip is booked %s from the form', async (_, button, bookLater) => {
  store.dispatch(changeEstimate({ id: 'an old estimate' } as EstimateView));
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/trip']}>
        <Routes>
          <Route path="/trip" element={<NoDriver booking={ended} />} />
          <Route path={paths.home} element={<p>the form</p>} />
        </Routes>
      </MemoryRouter>
    </Provider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: button }));
  await waitFor(() => expect(screen.getByText('the form')).toBeTruthy());
  expect(store.getState().estimatedata.estimate).toBeNull();
  expect(store.getState().tripdata).toMatchObject({
    pickup: ended.pickup,
    drop: ended.drop,
    waypoints: ended.waypoints,
    carType: ended.carType,
    bookLater,
    tripdate: null,
  });
});

it('says nothing about drivers when the payment of a paid trip came after its time', () => {
  render(
    <Provider store={store}>
      <MemoryRouter>
        <NoDriver booking={{ ...ended, reason: TRIP_TIME_PASSED_REASON }} />
      </MemoryRouter>
    </Provider>,
  );
  screen.getByRole('region', { name: 'The time of the trip had passed' });
  screen.getByText('The booking was cancelled. It costs nothing, and what was paid goes back.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByText(/driver/)).toBeNull();
});

it('does not count an unpaid booking, or one that a user cancelled, as ended without a driver', () => {
  expect(endedWithoutDriver(ended)).toBe(true);
  expect(endedWithoutDriver({ ...ended, cancelledBy: 'driver' })).toBe(true);
  expect(endedWithoutDriver({ ...ended, reason: INCOMPLETE_BOOKING_REASON })).toBe(false);
  expect(endedWithoutDriver({ ...ended, cancelledBy: 'rider' })).toBe(false);
  expect(endedWithoutDriver({ ...ended, status: 'NEW', cancelledBy: null })).toBe(false);
});
