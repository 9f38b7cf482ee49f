// Slices of the operator's catalogue: settings and car types.
import type { PublicSettings, RouteAnswer, Routes } from '@kerb/contract';
import { createAction } from '@reduxjs/toolkit';
import { createAsyncSlice } from './async-slice.ts';
import { createCall } from './thunk.ts';

type CarType = RouteAnswer<Routes['getCarTypes']>['items'][number];

export const fetchSettings = createCall('settingsdata/fetchSettings', (client) => client.getSettings());
export const fetchCarTypes = createCall(
  'cartypes/fetchCarTypes',
  async (client) => (await client.getCarTypes()).items,
);

/**
 * Fetches again in the background: a response replaces the data, a failure changes nothing, so that a running app does
 * not lose its settings.
 */
export const refreshSettings = createCall('settingsdata/refreshSettings', (client) => client.getSettings());
export const refreshCarTypes = createCall(
  'cartypes/refreshCarTypes',
  async (client) => (await client.getCarTypes()).items,
);

/** Replaces the settings by a response of the server, after they were saved. */
export const changeSettings = createAction<PublicSettings>('settingsdata/changeSettings');

export const settingsSlice = createAsyncSlice({
  name: 'settingsdata',
  initial: { settings: null as PublicSettings | null },
  fetch: fetchSettings,
  store: (settings) => ({ settings }),
  replaceOn(action, known) {
    if (changeSettings.match(action)) return { settings: action.payload };
    if (!refreshSettings.fulfilled.match(action)) return null;
    // Ignores a response that is older than a saved change.
    const isOlder = action.payload.version < (known.settings?.version ?? 0);
    return isOlder ? null : { settings: action.payload };
  },
});

export const carTypesSlice = createAsyncSlice({
  name: 'cartypes',
  initial: { cars: null as readonly CarType[] | null },
  fetch: fetchCarTypes,
  store: (cars) => ({ cars }),
  replaceOn: (action) => (refreshCarTypes.fulfilled.match(action) ? { cars: action.payload } : null),
});
