// Tests the link from a rider's page to the phone desk.
import { fetchSettings, fetchUser, updateTripDrop } from '@kerb/sdk/store';
import { aUser, testId } from '@kerb/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { KerbThemeProvider } from '../../ui/theme-provider.tsx';
import { PersonButtons } from './person-buttons.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const admin = aUser({ id: testId(1), usertype: 'admin' });

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/auth/session')
      ? Response.json({ user: admin, secondFactor: null })
      : Response.json({ code: 'not_found', status: 404 }, { status: 404 }),
  );
  await startI18n();
  await Promise.all((['console', 'people'] as const).map(loadTexts));
  await Promise.all([store.dispatch(fetchSettings()), store.dispatch(fetchUser())]);
});
afterEach(cleanup);

const show = (change: Parameters<typeof aUser>[0]) =>
  render(
    <Provider store={store}>
      <KerbThemeProvider>
        <MemoryRouter>
          <PersonButtons
            person={{
              ...aUser({ id: testId(2), ...change }),
              driver: null,
              createdByAdmin: false,
              review: 'approved',
              reviewReason: '',
            }}
            onDeleted={() => undefined}
          />
        </MemoryRouter>
      </KerbThemeProvider>
    </Provider>,
  );

it('opens the phone desk with the rider, without the trip that was entered before', () => {
  store.dispatch(updateTripDrop({ lat: -34.9, lng: -56.2, add: 'Ejido 1275' }));
  show({ usertype: 'rider' });
  const link = screen.getByRole('link', { name: 'Add booking' });
  expect(link.getAttribute('href')).toBe(`/addbookings?rider=${testId(2)}`);
  fireEvent.click(link);
  expect(store.getState().tripdata.drop?.add).not.toBe('Ejido 1275');
});

it.each([{ usertype: 'driver' }, { usertype: 'rider', approved: false }] as const)(
  'does not offer a booking for %j',
  (change) => {
    show(change);
    screen.getByRole('button', { name: 'Edit' });
    expect(screen.queryByRole('link', { name: 'Add booking' })).toBeNull();
  },
);
