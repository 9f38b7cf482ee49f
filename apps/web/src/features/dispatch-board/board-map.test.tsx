// Tests when the board's map is drawn, and when the city's picture is enough.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps, ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeAll, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { BoardMap } from './board-map.tsx';

vi.mock('../../map/kerb-map.tsx', () => ({
  KerbMap: ({ waits, still }: { waits: boolean; still: ReactNode }) => (waits ? still : <p>The drawn map</p>),
}));
vi.mock('../../map/city-picture.tsx', () => ({ CityPicture: () => <p>The city’s picture</p> }));

type Props = ComponentProps<typeof BoardMap>;

const nothing: Props = {
  cars: [],
  car: null,
  onPickCar: () => {},
  rows: [],
  chosen: null,
  onPickRequest: () => {},
  candidates: [],
  candidate: null,
  onPickCandidate: () => {},
  places: [],
  padding: { top: 0, right: 0, bottom: 0, left: 0 },
  home: null,
  focus: null,
  fleet: [],
};
const boardMap = (change: Partial<Props>) => (
  <Provider store={store}>
    <BoardMap {...nothing} {...change} />
  </Provider>
);
const show = (change: Partial<Props>) => render(boardMap(change));

beforeAll(async () => {
  await startI18n();
  await loadTexts('dashboard');
});

it('is drawn once there is a car, a place to start from, or an interaction with the page', async () => {
  show({});
  screen.getByText('The city’s picture');
  cleanup();

  const { rerender } = show({ cars: [{ id: 'd1', lat: -34.9, lng: -56.2, heading: null, state: 'free' }] });
  screen.getByText('The drawn map');
  // Once drawn, it stays, also when the last car has left.
  rerender(boardMap({}));
  screen.getByText('The drawn map');
  cleanup();

  show({ home: { lat: -34.9, lng: -56.2 } });
  screen.getByText('The drawn map');
  cleanup();

  show({});
  screen.getByText('The city’s picture');
  fireEvent.keyDown(document.body, { key: 'Tab' });
  await screen.findByText('The drawn map');
});
