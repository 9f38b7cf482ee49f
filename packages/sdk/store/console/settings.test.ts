// Tests the settings in the store: an edit sends its version, an error is a code, and a response replaces the settings.
import type { PublicSettings } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { expect, it } from 'vitest';
import { changeSettings, fetchSettings, refreshSettings } from '../index.ts';
import { json, refuse, storeAnswering } from '../testing/store-answering.ts';
import { editSettings } from './index.ts';

const stateOf = (version: number, appName: string): PublicSettings => ({
  ...settings.parse({ appName }),
  version,
  languages: [],
  social: [],
  demo: null,
  city: { name: 'Montevideo', center: { lat: -34.9, lng: -56.2 }, bounds: [-57, -35, -56, -34] },
});

it('sends the changed fields with the version they are based on', async () => {
  const { store, calls } = storeAnswering([json(stateOf(4, 'Taxi Uno'))]);
  const edit = editSettings({ patch: { appName: 'Taxi Uno' }, version: 3 });
  expect(await store.dispatch(edit).unwrap()).toMatchObject({ appName: 'Taxi Uno', version: 4 });
  expect(calls).toEqual(['PATCH /settings?version=3 {"appName":"Taxi Uno"}']);
});

it('rejects with the error code of the server, and leaves the settings unchanged', async () => {
  const { store } = storeAnswering([json(stateOf(3, 'Kerb')), refuse('conflict', 409)]);
  await store.dispatch(fetchSettings());
  const edit = store.dispatch(editSettings({ patch: { appName: 'Taxi Uno' }, version: 2 }));
  await expect(edit.unwrap()).rejects.toBe('conflict');
  expect(store.getState().settingsdata.settings).toMatchObject({ appName: 'Kerb', version: 3 });
});

it('stores the response of a save, and ignores an older read that ends later', async () => {
  const { store } = storeAnswering([json(stateOf(3, 'Kerb'))]);
  const reading = store.dispatch(fetchSettings());
  store.dispatch(changeSettings(stateOf(4, 'Taxi Uno')));
  await reading;
  expect(store.getState().settingsdata).toMatchObject({
    settings: { appName: 'Taxi Uno', version: 4 },
    loading: false,
    error: { flag: false },
  });
});

it('are replaced by a background read, unless it failed or is older than a save', async () => {
  const { store } = storeAnswering([
    json(stateOf(3, 'Kerb')),
    json(stateOf(4, 'Taxi Uno')),
    refuse('unavailable', 500),
    json(stateOf(4, 'Taxi Uno')),
  ]);
  const known = () => store.getState().settingsdata;
  await store.dispatch(fetchSettings());
  await store.dispatch(refreshSettings());
  expect(known()).toMatchObject({ settings: { appName: 'Taxi Uno' }, error: { flag: false } });
  await store.dispatch(refreshSettings());
  expect(known()).toMatchObject({ settings: { appName: 'Taxi Uno' }, error: { flag: false } });
  store.dispatch(changeSettings(stateOf(5, 'Taxi Dos')));
  await store.dispatch(refreshSettings());
  expect(known()).toMatchObject({ settings: { appName: 'Taxi Dos', version: 5 } });
});
