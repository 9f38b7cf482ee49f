// Tests the screen without settings: a welcome on a new installation, otherwise the reason of the failure.
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { SetupScreen } from './setup-screen.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await startI18n();
  await loadTexts('setup');
});
afterEach(cleanup);

it.each([
  ['setup_required', 'Welcome to Kerb', ['Begin the set-up']],
  ['unavailable', 'Unable to fetch database and settings.', ['Try again']],
])('with the code %s it is "%s"', async (code, heading, buttons) => {
  vi.stubGlobal('fetch', async () => Response.json({ code, status: 500 }, { status: 500 }));
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/about-us']}>
        <SetupScreen />
      </MemoryRouter>
    </Provider>,
  );
  await screen.findByRole('heading', { level: 1, name: heading });
  for (const name of ['Begin the set-up', 'Try again'])
    expect(screen.queryAllByRole('button', { name })).toHaveLength(buttons.includes(name) ? 1 : 0);
});
