// Tests that saving the settings keeps the focus in the form.
import { aPublicSettings } from '@kerb/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { SettingsEditor } from './settings-editor.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const live = aPublicSettings({ version: 3, CompanyName: 'City Cabs' });

beforeAll(async () => {
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) =>
    Response.json(
      method === 'PATCH'
        ? { ...live, CompanyName: 'Town Cabs', version: 4 }
        : { items: [], nextCursor: null },
    ),
  );
  await startI18n();
  await Promise.all([loadTexts('settings'), loadTexts('console')]);
});

it('has the focus beside the disabled button after the alert of a save is closed', async () => {
  render(
    <Provider store={store}>
      <MemoryRouter>
        <SettingsEditor page="appinfo" settings={live} uid="admin" />
      </MemoryRouter>
    </Provider>,
  );
  fireEvent.change(await screen.findByDisplayValue('City Cabs'), { target: { value: 'Town Cabs' } });
  const save = screen.getByRole('button', { name: 'Save' });
  save.focus();
  fireEvent.click(save);
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Save' })));
});
