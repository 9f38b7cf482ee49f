// Tests that the roles of each protected route are those that the specification lists.
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { store } from '../../lib/store.ts';
import { ConsoleScreens } from './screens.tsx';

vi.setConfig({ testTimeout: 60_000 });
vi.mock('../../ui/protected-route.tsx', () => ({
  ProtectedRoute: ({ roles }: { roles: readonly string[] }) => <output>{[...roles].sort().join(' ')}</output>,
}));
afterEach(cleanup);

const everyRole = 'admin driver fleetadmin rider';
const managers = 'admin fleetadmin';
const allowed = {
  '/bookings': everyRole,
  '/profile': everyRole,
  '/dashboard': managers,
  '/drivers': managers,
  '/driverearning': managers,
  '/cartypes': 'admin',
  '/cancelreasons': 'admin',
  '/addbookings': 'admin',
  '/promos': 'admin',
  '/riders': 'admin',
  '/alladmin': 'admin',
  '/fleetadmins': 'admin',
  '/notifications': 'admin',
  '/earningreports': 'admin',
  '/addtowallet': 'admin',
  '/withdraws': 'admin',
  '/settings': 'admin',
  '/farereviews': 'admin',
  '/appinfo': 'admin',
  '/vehicles': 'admin fleetadmin',
  '/whatif': 'admin',
  '/opendata': 'admin',
  '/languagesetting': 'admin',
};

it.each(Object.entries(allowed))('%s is for %s', (path, roles) => {
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <ConsoleScreens />
      </MemoryRouter>
    </Provider>,
  );
  expect(screen.getByRole('status').textContent).toBe(roles);
});
