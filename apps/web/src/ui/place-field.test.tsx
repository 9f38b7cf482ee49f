// Tests choosing a place while the position of an earlier choice is still being looked up.
import type { TripPoint } from '@kerb/sdk/store';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../lib/i18n/index.ts';
import { store } from '../lib/store.ts';
import { PlaceField } from './place-field.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const home = { id: 'home', lat: -34.9, lng: -56.2, add: 'Home Street 1' };
const chosen = vi.fn();
const reverse = vi.fn(async () => Response.json({ address: 'Here 2' }));
let resolvePosition: ((position: typeof here) => void) | null = null;
const here = { coords: { latitude: -34.8, longitude: -56.1 } };

beforeAll(async () => {
  const geolocation = {
    getCurrentPosition: (resolve: (position: typeof here) => void) => {
      resolvePosition = resolve;
    },
  };
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation });
  vi.stubGlobal('fetch', reverse);
  await startI18n();
});

function Field() {
  const [value, setValue] = useState<TripPoint | null>(null);
  const change = (point: TripPoint | null) => {
    chosen(point?.add ?? null);
    setValue(point);
  };
  return <PlaceField label="Pickup" value={value} onChange={change} saved={[home]} offerLocation />;
}
const input = () => screen.getByRole<HTMLInputElement>('combobox');

beforeEach(async () => {
  vi.clearAllMocks();
  resolvePosition = null;
  render(
    <Provider store={store}>
      <Field />
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Use my location' }));
  await waitFor(() => expect(input().getAttribute('aria-busy')).toBe('true'));
  await waitFor(() => expect(resolvePosition).not.toBeNull());
});

/** Ends the lookup: the position first, then its address. */
async function locate() {
  act(() => resolvePosition?.(here));
  await waitFor(() => expect(reverse).toHaveBeenCalledOnce());
  await act(async () => new Promise((resolve) => setTimeout(resolve, 0)));
}

it('fills in the located address', async () => {
  await locate();
  await waitFor(() => expect(input().value).toBe('Here 2'));
  expect(chosen.mock.calls).toEqual([['Here 2']]);
  expect(input().getAttribute('aria-busy')).toBe('false');
});

it('retains a place that was chosen during the lookup', async () => {
  fireEvent.focus(input());
  fireEvent.click(await screen.findByText(home.add));
  await waitFor(() => expect(input().value).toBe(home.add));
  expect(input().getAttribute('aria-busy')).toBe('false');
  await locate();
  expect(chosen.mock.calls).toEqual([[home.add]]);
  expect(input().value).toBe(home.add);
});

it('stays empty when it was cleared during the lookup', async () => {
  fireEvent.change(input(), { target: { value: 'Ave' } });
  fireEvent.click(screen.getByRole('button', { name: 'Clear Pickup' }));
  await locate();
  expect(chosen.mock.calls).toEqual([[null]]);
  expect([input().value, input().getAttribute('aria-busy')]).toEqual(['', 'false']);
});
