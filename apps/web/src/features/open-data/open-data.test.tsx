// Tests the open data screen: creating, showing and revoking keys, declarations, and the daily files.
import { type MobilityProvider, type PartnerKey, publicSettings, type TripFile } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { fetchSettings } from '@kerb/sdk/store';
import { ThemeProvider } from '@mui/material/styles';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { createKerbTheme } from '../../ui/theme.ts';
import { CarTypeDialog } from './car-type-dialog.tsx';
import { OpenData } from './open-data.tsx';
import { ProviderDialog } from './provider-dialog.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const used: PartnerKey = {
  id: 'one',
  name: 'City hall',
  scopes: ['mds.vehicles', 'mds.trips'],
  created_at: 1,
  last_used_at: Date.parse('2026-05-11T07:00:00Z'),
  revoked_at: null,
};
const revoked: PartnerKey = { ...used, id: 'two', name: 'Ministry', scopes: ['mds.trips'], revoked_at: 2 };
const provider: MobilityProvider = {
  provider_id: '5b0f3f0e-8c4d-4a39-9d5a-1f6c7e28b094',
  carTypes: [
    {
      id: 'e',
      name: 'Economy',
      declared: true,
      vehicle_type: 'car',
      propulsion_types: ['electric'],
      wheelchair_accessible: true,
    },
    {
      id: 'm',
      name: 'Moto',
      declared: false,
      vehicle_type: 'car',
      propulsion_types: ['combustion'],
      wheelchair_accessible: false,
    },
  ],
};
const fileOf = (day: string): TripFile => ({ day, trips: 212, bytes: 48_213, written_at: 1 });

const settingsWith = (AllowCriticalEditsAdmin: boolean) =>
  publicSettings.parse({
    version: 1,
    languages: [],
    ...settings.parse({ AllowCriticalEditsAdmin }),
    city: { name: 'Montevideo', center: { lat: -34.9, lng: -56.2 }, bounds: [-57, -35, -56, -34] },
    social: [],
    demo: null,
  });

let answers: Record<string, unknown> = {};
let sent: { method: string; path: string; body: unknown }[] = [];

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const path = new URL(address, 'http://kerb').pathname.replace('/api/v1', '');
    const method = init.method ?? 'GET';
    sent.push({ method, path, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined });
    return Response.json(answers[`${method} ${path}`] ?? {});
  });
  await startI18n();
  await Promise.all([loadTexts('opendata'), loadTexts('errors'), loadTexts('console')]);
});
beforeEach(async () => {
  sent = [];
  answers = {
    'GET /settings': settingsWith(true),
    'GET /partner-keys': { items: [used, revoked] },
    'GET /mobility-data/provider': provider,
    'GET /mobility-data/files': {
      items: Array.from({ length: 12 }, (_, day) => fileOf(`2026-05-${String(30 - day).padStart(2, '0')}`)),
    },
  };
  await store.dispatch(fetchSettings());
  sent = [];
  return () => act(() => store.dispatch(answersApi.util.resetApiState()));
});

const show = (shown = <OpenData />) =>
  render(
    <Provider store={store}>
      <ThemeProvider theme={createKerbTheme('ltr', { clear: '', close: '', openList: '' })}>
        {shown}
      </ThemeProvider>
    </Provider>,
  );
const rows = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('listitem');

it('revokes a key after the admin confirmed it', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: /^Revoke the key of/ }));
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke the key' }));
  await vi.waitFor(() =>
    expect(sent.find(({ method }) => method === 'DELETE')?.path).toBe('/partner-keys/one'),
  );
});

it('lists keys with their scopes and last use, and revokes only valid ones', async () => {
  show();
  await screen.findByText('City hall');
  const [first, second] = rows('Keys');
  expect(first?.textContent).toContain('Vehicles and their status · Trips');
  expect(first?.textContent).toContain('Last used');
  expect(second?.textContent).toContain('Revoked');
  expect(screen.getAllByRole('button', { name: /^Revoke the key of/ })).toHaveLength(1);
});

it('shows what is declared for each car type, and which have no declaration', async () => {
  show();
  await screen.findByText('Economy');
  const [, economy, moto] = rows('What you declare');
  expect(economy?.textContent).toContain('Car · Electric · Wheelchair accessible');
  expect(economy?.textContent).not.toContain('Not declared');
  expect(moto?.textContent).toContain('Not declared');
});

it('shows ten days, and all days when a button is pressed', async () => {
  show();
  await screen.findByText('Saturday, May 30, 2026');
  expect(rows('Trips by day')).toHaveLength(10);
  fireEvent.click(screen.getByRole('button', { name: 'Show all (12)' }));
  expect(rows('Trips by day')).toHaveLength(12);
  expect(screen.getByRole('button', { name: /^Download the trips of .*May 30, 2026/ })).toBeTruthy();
});

it('downloads the trips of one day, and shows why that failed', async () => {
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  URL.createObjectURL = () => 'blob:trips';
  URL.revokeObjectURL = () => undefined;
  answers['GET /mobility-data/files/2026-05-30'] = 'a,b';
  show();
  const [first, second] = await screen.findAllByRole<HTMLButtonElement>('button', { name: /^Download/ });
  if (!first || !second) throw new Error('no files');
  sent = [];
  act(() => {
    fireEvent.click(first);
    fireEvent.click(first);
  });
  expect([first.ariaDisabled, second.ariaDisabled]).toEqual(['true', null]);
  await vi.waitFor(() => expect(download).toHaveBeenCalledOnce());
  expect(sent.map(({ path }) => path)).toEqual(['/mobility-data/files/2026-05-30']);
  download.mockImplementation(() => {
    throw new Error('not downloaded');
  });
  fireEvent.click(second);
  await screen.findByRole('alertdialog');
  download.mockRestore();
});

it('explains an empty list of keys and of files', async () => {
  answers['GET /partner-keys'] = { items: [] };
  answers['GET /mobility-data/files'] = { items: [] };
  show();
  await screen.findByText('No key has been made yet.');
  await screen.findByText('The first file is written in the coming night.');
});

it('creates a key only with a name and a scope, and shows it once', async () => {
  const key = `kerb_key_${'x'.repeat(43)}`;
  answers['POST /partner-keys'] = { item: used, key };
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'New key' }));
  sent = [];
  const make = () => fireEvent.click(screen.getByRole('button', { name: 'Make the key' }));
  make();
  expect(screen.getByRole('alert').textContent).toBe('Enter whose key it is');
  fireEvent.change(screen.getByLabelText('Whose key it is'), { target: { value: ' City hall ' } });
  for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
  make();
  expect(screen.getByRole('alert').textContent).toBe('Choose at least one');
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Trips' }));
  make();
  await screen.findByDisplayValue(key);
  expect(sent[0]?.body).toEqual({ name: 'City hall', scopes: ['mds.trips'] });
  fireEvent.click(screen.getByRole('button', { name: 'It is stored' }));
  await vi.waitFor(() => expect(screen.queryByDisplayValue(key)).toBeNull());
});

it('changes nothing in demonstration mode, and shows why', async () => {
  answers['GET /settings'] = settingsWith(false);
  await act(() => store.dispatch(fetchSettings()));
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'New key' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'Not available in demonstration mode.',
  );
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('saves only a provider id that is a UUID', async () => {
  answers['PATCH /mobility-data/provider'] = provider;
  const close = vi.fn();
  show(<ProviderDialog provider_id="" onClose={close} />);
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  save();
  expect(screen.getByRole('alert').textContent).toBe('This is not a UUID');
  fireEvent.change(screen.getByRole('textbox', { name: 'Provider id' }), {
    target: { value: ` ${provider.provider_id} ` },
  });
  save();
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(sent[0]?.body).toEqual({ provider_id: provider.provider_id });
});

it('requires at least one propulsion for a car type', async () => {
  answers['PUT /mobility-data/car-types/m'] = provider;
  const close = vi.fn();
  const [, moto] = provider.carTypes;
  if (!moto) throw new Error('no car type');
  show(<CarTypeDialog carType={moto} onClose={close} />);
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Petrol' }));
  save();
  expect(screen.getByRole('alert').textContent).toBe('Choose at least one');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Electric' }));
  fireEvent.click(screen.getByRole('switch', { name: 'Wheelchair accessible' }));
  save();
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(sent[0]?.body).toEqual({
    vehicle_type: 'car',
    propulsion_types: ['electric'],
    wheelchair_accessible: true,
  });
});
