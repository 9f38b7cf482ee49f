// Tests car types in demonstration mode: adding and deleting are disabled, and the editor shows a notice above its
// fields.
import { publicSettings } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { fetchSettings } from '@kerb/sdk/store';
import { aCarType } from '@kerb/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { AddCarType } from './add-car-type.tsx';
import { CarTypeEditor } from './car-type-editor.tsx';
import { DeleteCarType } from './delete-car-type.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const sent: string[] = [];
const economy = aCarType({ name: 'Economy' });
const nothing = () => undefined;
let allowed = false;

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') sent.push(method);
    const known = publicSettings.parse({
      version: 1,
      languages: [],
      ...settings.parse({ AllowCriticalEditsAdmin: allowed }),
      city: { name: 'Montevideo', center: { lat: -34.9, lng: -56.2 }, bounds: [-57, -35, -56, -34] },
      social: [],
      demo: null,
    });
    return Response.json(new URL(address, 'http://kerb').pathname.endsWith('/settings') ? known : {});
  });
  await startI18n();
  await Promise.all(['catalog', 'site', 'errors', 'console'].map((area) => loadTexts(area as 'catalog')));
});
beforeEach(async () => {
  allowed = false;
  sent.length = 0;
  await store.dispatch(fetchSettings());
});
afterEach(cleanup);

const show = (element: ReactNode) =>
  render(
    <Provider store={store}>
      <MemoryRouter>{element}</MemoryRouter>
    </Provider>,
  );
const alertText = async () => (await screen.findByRole('alertdialog')).textContent;

it('rejects adding a car type before the form opens', async () => {
  show(<AddCarType />);
  fireEvent.click(screen.getByRole('button', { name: 'Add car type' }));
  expect(await alertText()).toContain('Not available in demonstration mode.');
});

it('rejects deleting a car type before the confirmation opens', async () => {
  show(<DeleteCarType carType={economy} onClose={nothing} />);
  expect(await alertText()).toContain('Not available in demonstration mode.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent).toEqual([]);
});

it('shows above the fields of the editor that nothing can be saved', () => {
  show(<CarTypeEditor carType={economy} onSaved={nothing} onOutdated={nothing} />);
  expect(screen.getByText(/nothing can be saved here/)).not.toBeNull();
});

it('shows no such message in the editor while critical edits are on', async () => {
  allowed = true;
  await store.dispatch(fetchSettings());
  show(<CarTypeEditor carType={economy} onSaved={nothing} onOutdated={nothing} />);
  expect(screen.queryByText(/nothing can be saved here/)).toBeNull();
});
