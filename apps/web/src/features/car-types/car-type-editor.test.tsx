// Tests leaving the editor of a car type while it is being saved: the save may still be rejected, so the editor asks.
import { publicSettings } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { fetchSettings } from '@kerb/sdk/store';
import { aCarType } from '@kerb/testing';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { CarTypeEditor } from './car-type-editor.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const economy = aCarType({ name: 'Economy' });
const known = publicSettings.parse({
  version: 1,
  languages: [],
  ...settings.parse({ AllowCriticalEditsAdmin: true }),
  city: { name: 'Montevideo', center: { lat: -34.9, lng: -56.2 }, bounds: [-57, -35, -56, -34] },
  social: [],
  demo: null,
});
let saves = 0;
let finish = () => {};

beforeAll(async () => {
  vi.stubGlobal('fetch', async (_address: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'PATCH') return Response.json(known);
    saves += 1;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return Response.json(economy);
  });
  await startI18n();
  await Promise.all((['catalog', 'site', 'errors', 'console'] as const).map(loadTexts));
  await store.dispatch(fetchSettings());
});
afterEach(cleanup);

it('asks before it is left while it is being saved, and then does not navigate again', async () => {
  const onSaved = vi.fn();
  const editor = (
    <>
      <a href="/bookings">Bookings</a>
      <CarTypeEditor carType={economy} onSaved={onSaved} onOutdated={() => undefined} />
    </>
  );
  render(
    <Provider store={store}>
      <MemoryRouter>
        <Routes>
          <Route path="/" element={editor} />
          <Route path="/bookings" element={<p>All bookings</p>} />
        </Routes>
      </MemoryRouter>
    </Provider>,
  );
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Economy plus' } });
  fireEvent.click(screen.getByText('Save'));
  await waitFor(() => expect(saves).toBe(1));
  fireEvent.click(screen.getByText('Bookings'));
  expect(screen.queryByText('All bookings')).toBeNull();
  fireEvent.click(await screen.findByText('Leave without saving'));
  await screen.findByText('All bookings');
  await act(async () => finish());
  expect(onSaved).not.toHaveBeenCalled();
});
