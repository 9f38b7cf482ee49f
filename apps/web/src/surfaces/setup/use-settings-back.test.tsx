// Tests that the app continues with the signed-in user once the server answers again.
import { fetchSettings, fetchUser } from '@kerb/sdk/store';
import { renderHook, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { expect, it, vi } from 'vitest';
import { store } from '../../lib/store.ts';
import { useSettingsBack } from './use-settings-back.ts';

const unavailable = () => Response.json({ code: 'unavailable', status: 500 }, { status: 500 });

it('reads the session that could not be read at the start, before the settings show the screens', async () => {
  const calls: string[] = [];
  let isBack = false;
  vi.stubGlobal('fetch', async (address: string) => {
    const path = new URL(address, 'https://kerb.example').pathname.replace('/api/v1', '');
    calls.push(path);
    if (!isBack) return unavailable();
    return Response.json(path.includes('session') ? { user: { id: 'ana' } } : { appName: 'Kerb' });
  });
  await Promise.all([store.dispatch(fetchSettings()), store.dispatch(fetchUser())]);
  expect(store.getState().auth).toMatchObject({ known: true, info: null });
  isBack = true;
  calls.length = 0;
  renderHook(() => useSettingsBack(), {
    wrapper: ({ children }) => <Provider store={store}>{children}</Provider>,
  });
  await waitFor(() => expect(store.getState().settingsdata.settings).not.toBeNull());
  expect(store.getState().auth.info).toEqual({ id: 'ana' });
  expect(calls).toEqual(['/settings', '/auth/session', '/settings']);
});
