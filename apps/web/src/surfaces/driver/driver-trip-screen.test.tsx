// Tests that the driver's screen shows the earnings first after a trip, and the demonstration's switch directly below the
// next step; and what it shows of a trip that was reassigned.
import { aBooking } from '@kerb/testing';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { client, store } from '../../lib/store.ts';
import { KerbThemeProvider } from '../../ui/theme-provider.tsx';
import { DriverTripScreen } from './driver-trip-screen.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const paid = aBooking({
  id: 'paid',
  status: 'COMPLETE',
  driver: 'driver',
  driver_share: 1234,
  customer_name: 'Ana Silva',
  followOn: null,
  actions: [],
});
let booking = paid;
const steps = { waiting: [], refused: null, behind: 0, fresh: null, networkFailed: false };

vi.mock('../../ui/app-shell.tsx', () => ({ AppShell: ({ children }: { children: ReactNode }) => children }));
vi.mock('../../features/chat/chat-button.tsx', () => ({ ChatButton: () => 'Message Ana' }));
vi.mock('../../features/driving/demo-panel.tsx', () => ({ DemoPanel: () => 'Drive for me' }));
let isLost = false;
vi.mock('./use-driven-trip.ts', () => ({
  useDrivenTrip: () => ({
    trip: {
      booking: isLost ? null : booking,
      problem: isLost ? 'not_found' : null,
      retry: () => undefined,
      update: () => undefined,
    },
    shown: isLost ? null : { booking, awaitsFare: false, awaitsPayment: false },
    confirmed: isLost ? null : booking,
    steps,
    isLost,
  }),
}));

beforeAll(async () => {
  vi.spyOn(client, 'listBookings').mockResolvedValue({ items: [], nextCursor: null });
  await startI18n();
  await Promise.all([loadTexts('driver'), loadTexts('trip')]);
});

beforeEach(() => {
  isLost = false;
  booking = paid;
});

const show = () =>
  render(
    <Provider store={store}>
      <KerbThemeProvider>
        <MemoryRouter initialEntries={['/paid']}>
          <Routes>
            <Route path="/:bookingId" element={<DriverTripScreen />} />
          </Routes>
        </MemoryRouter>
      </KerbThemeProvider>
    </Provider>,
  );

it('leads with what was earned', async () => {
  show();
  await screen.findByText('You earned');
  const text = document.body.textContent ?? '';
  const before = text.slice(0, text.indexOf('You earned'));
  expect(text).toContain('Message Ana');
  expect(before).not.toContain('Message Ana');
});

it('shows the demonstration’s switch between the next step and the rest of the trip', async () => {
  booking = { ...paid, status: 'ACCEPTED', actions: ['arrive'] };
  show();
  await screen.findByText('I have arrived');
  const text = document.body.textContent ?? '';
  const places = ['I have arrived', 'Drive for me', 'Message Ana'].map((part) => text.indexOf(part));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});

it('leads back to the tasks from a trip that was reassigned while it was shown', () => {
  isLost = true;
  show();
  expect(screen.getByRole('alert').textContent).toMatch(/^The trip is not yours any more\./);
  expect(screen.getByRole('link', { name: 'Back to tasks' }).getAttribute('href')).toBe(paths.driverTrips);
});
