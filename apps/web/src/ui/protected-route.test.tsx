// Tests that a protected screen is hidden until the session is known, then shown to its roles; others are sent to the
// sign-in.
import { fetchUser } from '@kerb/sdk/store';
import { aUser } from '@kerb/testing';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../lib/i18n/index.ts';
import { store } from '../lib/store.ts';
import { ProtectedRoute } from './protected-route.tsx';

let user: ReturnType<typeof aUser> | null = null;

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ user }));
  await startI18n();
});
afterEach(cleanup);

function Login() {
  const { state } = useLocation();
  return <p>{`Login with ${JSON.stringify(state)}`}</p>;
}

function show() {
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/dashboard?day=1']}>
        <Routes>
          <Route
            path="/dashboard"
            element={<ProtectedRoute roles={['admin', 'fleetadmin']}>The dashboard</ProtectedRoute>}
          />
          <Route path="/login" element={<Login />} />
        </Routes>
      </MemoryRouter>
    </Provider>,
  );
}
const signedInAs = (person: typeof user) => {
  user = person;
  return act(() => store.dispatch(fetchUser()));
};

it('shows a spinner until the session is known, then sends visitors to /login and back afterwards', async () => {
  show();
  expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeTruthy();
  expect(screen.queryByText('The dashboard')).toBeNull();
  await signedInAs(null);
  expect(screen.getByText('Login with {"from":"/dashboard?day=1"}')).toBeTruthy();
});

it.each(['rider', 'driver'] as const)(
  'a %s, who is of no matching role, is led to /login',
  async (usertype) => {
    await signedInAs({ ...aUser(), usertype });
    show();
    expect(screen.getByText('Login with {"isWrongRole":true}')).toBeTruthy();
  },
);

it.each(['admin', 'fleetadmin'] as const)('a matching role, %s, sees the screen', async (usertype) => {
  await signedInAs({ ...aUser(), usertype });
  show();
  expect(screen.getByText('The dashboard')).toBeTruthy();
});
