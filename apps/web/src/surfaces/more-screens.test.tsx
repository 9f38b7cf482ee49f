// Tests that the screens of a trip show their own outline while their code loads.
import { fetchUser } from '@kerb/sdk/store';
import { aUser } from '@kerb/testing';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../lib/i18n/index.ts';
import { paths } from '../lib/paths.ts';
import { store } from '../lib/store.ts';
import { MoreScreens } from './more-screens.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

vi.mock('../ui/trip-skeleton.tsx', () => ({
  TripSkeleton: () => 'Outline of a trip',
  TripLines: () => null,
}));

beforeAll(() => startI18n());

it.each([
  { usertype: 'rider' as const, path: paths.trip('x1') },
  { usertype: 'driver' as const, path: paths.driverTrip('x1') },
])('shows a $usertype the outline of a trip first', async ({ usertype, path }) => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ user: aUser({ usertype }) })));
  await store.dispatch(fetchUser());
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <MoreScreens />
      </MemoryRouter>
    </Provider>,
  );
  expect(screen.getByText('Outline of a trip')).toBeTruthy();
});
