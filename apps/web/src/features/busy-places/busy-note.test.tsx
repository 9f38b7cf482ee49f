// Tests the note on busy places: sentence with place and time, driver already there, unknown route, and no busy place.
import type { BusyPlaces } from '@kerb/contract';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { parseStyles } from '../../lib/testing/styles.ts';
import { busyFeatures } from '../../map/busy-features.ts';
import { BusyNote } from './busy-note.tsx';

parseStyles();

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await startI18n();
  await loadTexts('driver');
});

const cell = { south: -34.92, west: -56.16, north: -34.911, east: -56.149, level: 2 };
const nearest = { lat: -34.9155, lng: -56.1545, place: 'Pocitos', secs: 360 };
const busy: BusyPlaces = { at: 1, cells: [cell], nearest };
const legend = 'More riders than free drivers; the stronger the colour, the more';
const south = { lat: -34.95, lng: -56.1545 };

const show = (change: Partial<BusyPlaces>, position: typeof south | null = south) =>
  render(
    <Provider store={store}>
      <BusyNote busy={{ ...busy, ...change }} position={position} />
    </Provider>,
  ).container;
const plain = (element: Element) => (element.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '');

it('shows the name of the place, its distance in time and an arrow in its direction', () => {
  const container = show({});
  expect(plain(container)).toBe(`Busy near Pocitos, 6 min away${legend}`);
  const arrow = container.querySelector('svg');
  expect(arrow && getComputedStyle(arrow).rotate).toBe('0deg');
});

it('shows that the driver is in a busy place, also when it has no name', () => {
  expect(plain(show({ nearest: { ...nearest, secs: 0 } }))).toContain('Riders near you look for drivers');
  expect(plain(show({ nearest: { ...nearest, place: null } }))).toContain('Busy 6 min away');
});

it('explains only the shading while the route is unknown', () => {
  const container = show({ nearest: null }, null);
  expect(plain(container)).toBe(legend);
});

it('shows nothing when no place is busy', () => {
  const container = show({ cells: [], nearest: null });
  expect(container.textContent).toBe('');
  expect(screen.queryByText(/riders/)).toBeNull();
});

it('draws each cell as a closed square with its level', () => {
  const [feature] = busyFeatures([cell]).features;
  expect(feature?.properties).toEqual({ level: 2 });
  const [ring = []] = feature?.geometry.coordinates ?? [];
  expect(ring).toHaveLength(5);
  expect(ring[0]).toEqual(ring[4]);
});
