// Tests that a sign-out which failed is reported and can be retried.
import { fetchUser } from '@kerb/sdk/store';
import { aUser } from '@kerb/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { signOutUser } from '../../lib/sign-out.ts';
import { store } from '../../lib/store.ts';
import { SignOutFailed } from './sign-out-failed.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let isOffline = false;

beforeAll(async () => {
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit = {}) => {
    if (isOffline) throw new TypeError('offline');
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ user: aUser() });
  });
  await startI18n();
  await loadTexts('errors');
  await store.dispatch(fetchUser());
});

it('reports a sign-out without a network, and repeats it', async () => {
  render(
    <Provider store={store}>
      <SignOutFailed />
    </Provider>,
  );
  isOffline = true;
  await signOutUser();
  await screen.findByRole('dialog', { name: 'You were not signed out' });
  screen.getByText('No connection. Check your network and try again.');
  expect(store.getState().auth.info).not.toBeNull();
  isOffline = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(store.getState().auth.info).toBeNull();
});
