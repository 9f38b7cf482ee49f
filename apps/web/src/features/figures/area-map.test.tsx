// Tests a figure on the map: shades by value, and the value and bookings of the selected area.
import type { FigureGroup, FigureSet, Figures } from '@kerb/contract';
import { boundsOfCellNamed, centreOfBounds } from '@kerb/domain/dispatch';
import type { LatLng } from '@kerb/domain/geo';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import type { ShadedCell } from '../../map/areas-layer.tsx';
import { AreaMap } from './area-map.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let pick: (point: LatLng) => void = () => undefined;
let shaded: readonly ShadedCell[] = [];
vi.mock('../../map/kerb-map.tsx', () => ({
  KerbMap({ onPick, children }: { onPick: (point: LatLng) => void; children: ReactNode }) {
    pick = onPick;
    return children;
  },
}));
vi.mock('../../map/areas-layer.tsx', () => ({
  AreasLayer({ cells }: { cells: readonly ShadedCell[] }) {
    shaded = cells;
    return null;
  },
}));

const nothing: FigureSet = {
  waiting: { bookings: 0, median_secs: null, p90_secs: null },
  completion: { bookings: 0, completed: 0, share: null },
  acceptance: { bookings: 0, offers: 0, accepted: 0, share: null },
  utilisation: null,
  time: { bookings: 0, median_ratio: null, p90_error: null },
  fare: { bookings: 0, median_ratio: null, p90_error: null },
};
const areaOf = (name: string, cells: string[], median_secs: number | null): FigureGroup => ({
  hour: null,
  day: null,
  day_before: null,
  area: { name, cells },
  now: { ...nothing, waiting: { bookings: 40, median_secs, p90_secs: null } },
  before: nothing,
});
const pocitos = areaOf('Pocitos', ['-3880:-5123', '-3879:-5123'], 300);
const centro = areaOf('Centro', ['-3878:-5127'], 120);
const prado = areaOf('Prado', ['-3870:-5130'], null);
const figures: Figures = {
  from: '2026-05-04',
  to: '2026-05-10',
  ongoing: false,
  counted_until: '2026-05-10',
  previous: { from: '2026-04-27', to: '2026-05-03' },
  total: { now: nothing, before: nothing },
  groups: [pocitos, centro, prado],
  reasons: [],
};

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('console'), loadTexts('reports'), loadTexts('dashboard')]);
});
afterEach(cleanup);

const placeIn = (cell: string): LatLng => {
  const bounds = boundsOfCellNamed(cell);
  if (!bounds) throw new Error(`No cell ${cell}`);
  return centreOfBounds(bounds);
};
const plain = (text: string | null) => (text ?? '').replaceAll(/[\u2066-\u2069]/g, '');

async function show() {
  render(
    <Provider store={store}>
      <MemoryRouter>
        <AreaMap figures={figures} figure="waiting" isListed groupText={({ area }) => area?.name ?? ''} />
      </MemoryRouter>
    </Provider>,
  );
  await vi.waitFor(() => expect(shaded.length).toBeGreaterThan(0));
}

it('shades every cell by the value of its area, and leaves cells without a value clear', async () => {
  await show();
  expect(shaded.map(({ level }) => level)).toEqual([1, 1, 0, -1]);
  const legend = screen.getAllByRole('listitem').map(({ textContent }) => plain(textContent));
  expect(legend).toEqual(['2 min', '5 min', 'Too few bookings']);
});

it('shows the value of the chosen area with a link to its bookings; a click outside clears the choice', async () => {
  await show();
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('Choose a part of the city on the map.');
  act(() => pick(placeIn('-3879:-5123')));
  expect(plain(status.textContent)).toContain('Pocitos5 min');
  expect(screen.getByRole('link').getAttribute('href')).toContain('area=-3880');
  expect(shaded.map(({ isChosen }) => isChosen)).toEqual([true, true, false, false]);
  act(() => pick(placeIn('-3000:-5000')));
  expect(status.textContent).toBe('Choose a part of the city on the map.');
});
