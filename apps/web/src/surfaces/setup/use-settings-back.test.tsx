// Tests that the app continues with the signed-in user once the server answers again.
import { fetchSettings, fetchUser } from '@kerb/sdk/store';
import { act, renderHook, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { expect, it, vi } from 'vitest';
import { store } from '../../lib/store.ts';
import { useSettingsBack } from './use-settings-back.ts';

const unavailable = () => Response.json({ code: 'unavailable', status: 500 }, { status: 500 });

it('shows the screens only when both the session and the settings can be read', async () => {
  const calls: string[] = [];
  let areSettingsBack = false;
  let isSessionBack = false;
  vi.stubGlobal('fetch', async (address: string) => {
    const path = new URL(address, 'https://kerb.example').pathname.replace('/api/v1', '');
    calls.push(path);
    if (path === '/auth/session')
      return isSessionBack ? Response.json({ user: { id: 'ana' } }) : unavailable();
    return areSettingsBack ? Response.json({ appName: 'Kerb' }) : unavailable();
  });
  await Promise.all([store.dispatch(fetchSettings()), store.dispatch(fetchUser())]);
  expect(store.getState().auth).toMatchObject({ known: true, info: null });
  areSettingsBack = true;
  calls.length = 0;
  const { result } = renderHook(() => useSettingsBack(), {
    wrapper: ({ children }) => <Provider store={store}>{children}</Provider>,
  });
  await waitFor(() => expect(store.getState().auth.loading).toBe(false));
  await waitFor(() => expect(calls).toContain('/auth/session'));
  act(result.current.look);
  await waitFor(() => expect(result.current.looking).toBe(false));
  expect(store.getState().settingsdata.settings).toBeNull();
  isSessionBack = true;
  calls.length = 0;
  act(result.current.look);
  await waitFor(() => expect(store.getState().settingsdata.settings).not.toBeNull());
  expect(store.getState().auth.info).toEqual({ id: 'ana' });
  expect(calls).toEqual(['/settings', '/auth/session', '/settings']);
});
