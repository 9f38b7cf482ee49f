// Tests the document title: a public page's own title, and the heading on all other screens.
import { publicSettings } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { fetchSettings } from '@kerb/sdk/store';
import { cleanup, render, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { useScreenTitle } from '../../ui/screen-title.ts';
import { PageHead } from './page-head.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

function Screen({ heading }: { heading: string }) {
  useScreenTitle(heading);
  return null;
}

beforeAll(async () => {
  const known = publicSettings.parse({
    version: 1,
    languages: [],
    ...settings.parse({ appName: 'Taxi Uno' }),
    city: { name: 'Montevideo', center: { lat: -34.9, lng: -56.2 }, bounds: [-57, -35, -56, -34] },
    social: [],
    demo: null,
  });
  vi.stubGlobal('fetch', async () => Response.json(known));
  await startI18n();
  await loadTexts('head');
  await store.dispatch(fetchSettings());
});
afterEach(cleanup);

it.each([
  ['/driverearning', 'Earning reports', 'Earning reports · Taxi Uno'],
  ['/trip/1', 'Trip K7PD2M', 'Trip K7PD2M · Taxi Uno'],
  ['/about-us', null, 'About us · Taxi Uno'],
  ['/nowhere', null, 'Page not found · Taxi Uno'],
  ['/wallet', null, 'Taxi Uno'],
])('of %s with the heading %s is "%s"', async (path, heading, title) => {
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        {heading !== null && <Screen heading={heading} />}
        <PageHead />
      </MemoryRouter>
    </Provider>,
  );
  await waitFor(() => expect(document.title).toBe(title));
});
