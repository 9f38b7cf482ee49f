// What the live map of the dashboard asks of the map when it is opened: how near it begins, and how large a car is.
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { LiveMap } from './live-map.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
vi.mock('../../map/kerb-map.tsx', () => ({
  KerbMap: ({ zoom, children }: { zoom: number; children: ReactNode }) => (
    <section aria-label={`Zoom ${zoom}`}>{children}</section>
  ),
}));
vi.mock('../../map/fleet-layer.tsx', () => ({
  FleetLayer: ({ length, cars }: { length: number; cars: readonly unknown[] }) => (
    <p>{`${cars.length} of ${length} px`}</p>
  ),
}));
vi.mock('../../map/demand-layer.tsx', () => ({ DemandLayer: () => null }));

const car = (driver: string) => ({
  driver,
  name: driver,
  vehicle_number: 'SAB 1',
  carType: 'c1',
  queue: false,
  booking: null,
  lat: -34.9,
  lng: -56.2,
  at: 1_780_000_000_000,
});

beforeAll(async () => {
  const items = [car('1'), car('2')];
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json({ items: address.endsWith('/cartypes') ? [] : items }),
  );
  await startI18n();
  await Promise.all([loadTexts('console'), loadTexts('dashboard')]);
});
afterEach(cleanup);

it('begins at zoom 10, with every active driver as a marker of 35 px', async () => {
  render(
    <Provider store={store}>
      <MemoryRouter>
        <LiveMap places={null} />
      </MemoryRouter>
    </Provider>,
  );
  await screen.findByText('2 of 35 px');
  expect(screen.getByRole('region', { name: 'Zoom 10' })).toBeTruthy();
});
