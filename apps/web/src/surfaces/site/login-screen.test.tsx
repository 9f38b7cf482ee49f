// Tests that a signed-in user of another role is led to their own first screen, with a notice that explains it.
import type { Usertype } from '@kerb/domain/identity';
import { fetchUser } from '@kerb/sdk/store';
import { aUser } from '@kerb/testing';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { ProtectedRoute } from '../../ui/protected-route.tsx';
import { LoginScreen } from './login-screen.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let user = aUser();

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ user }));
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await startI18n();
  await loadTexts('login');
});

async function openAs(usertype: Usertype, address: string): Promise<void> {
  user = { ...aUser(), usertype };
  await act(() => store.dispatch(fetchUser()));
  render(
    <StrictMode>
      <Provider store={store}>
        <MemoryRouter initialEntries={[address]}>
          <Routes>
            <Route
              path="/settings"
              element={<ProtectedRoute roles={['admin']}>The settings</ProtectedRoute>}
            />
            <Route path="/login" element={<LoginScreen />} />
            <Route path="/" element="The landing page" />
            <Route path="/bookings" element="The bookings" />
            <Route path="/dashboard" element="The dashboard" />
          </Routes>
        </MemoryRouter>
      </Provider>
    </StrictMode>,
  );
}
const notice = () => screen.queryByText('The page that you opened is not for your role.');

it.each([
  ['rider', 'The landing page'],
  ['driver', 'The bookings'],
  ['fleetadmin', 'The dashboard'],
] as const)(
  'shows a %s their own first screen, with the message that the page is not for their role',
  async (usertype, first) => {
    await openAs(usertype, '/settings');
    await screen.findByText(first);
    await waitFor(() => expect(notice()).not.toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(notice()).toBeNull());
  },
);

it('shows no message to a signed-in user who opens the sign-in, or a page of their role', async () => {
  await openAs('rider', '/login');
  await screen.findByText('The landing page');
  expect(notice()).toBeNull();
  await openAs('admin', '/settings');
  await screen.findByText('The settings');
  expect(notice()).toBeNull();
});
