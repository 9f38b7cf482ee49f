// Tests the card of travel times: loading, the error of each estimate, too few trips, and a failed request.
import type { TravelTimesReport } from '@kerb/contract';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { TravelTimesCard } from './travel-times-card.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const learned: TravelTimesReport = {
  learned_at: Date.parse('2026-05-11T07:00:00Z'),
  trips: 4180,
  days: 58,
  needed_trips: 200,
  needed_days: 14,
  errors: {
    quoted: { trips: 4180, median: 0.112, mean: 0.021 },
    free_flow: { trips: 861, median: 0.19, mean: -0.174 },
    in_sample: { trips: 3319, median: 0.1, mean: 0 },
    out_of_sample: null,
  },
};
const empty: TravelTimesReport = { ...learned, learned_at: null, trips: 37, days: 4, errors: null };

let answer: () => Promise<Response> | Response;
let paths: string[] = [];

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    paths.push(new URL(address, 'http://kerb').pathname);
    return answer();
  });
  await startI18n();
  await Promise.all([loadTexts('dashboard'), loadTexts('errors')]);
});
beforeEach(() => {
  paths = [];
  return () => act(() => store.dispatch(answersApi.util.resetApiState()));
});

const show = () =>
  render(
    <Provider store={store}>
      <TravelTimesCard />
    </Provider>,
  );
const rowOf = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

it('compares quoted, free-flow and learned times with the driven ones', async () => {
  answer = () => Response.json(learned);
  show();
  await screen.findByRole('table', { name: 'Accuracy of travel times' });
  expect(paths).toEqual(['/api/v1/reports/travel-times']);
  expect(rowOf('As quoted')).toEqual(['11%', '+2%', '4,180']);
  expect(rowOf('Without traffic')).toEqual(['19%', '-17%', '861']);
  expect(rowOf('Learned, same days')).toEqual(['10%', '0%', '3,319']);
  expect(rowOf('Learned, newest days')).toEqual(['–', '–', '–']);
  expect(screen.getByText(/Trips: 4,180, on days: 58\./)).toBeTruthy();
});

it('shows what is missing while there are too few trips', async () => {
  answer = () => Response.json(empty);
  show();
  expect(await screen.findByText('Not enough trips yet')).toBeTruthy();
  expect(screen.getByText(/Finished trips: 37 of 200, on days: 4 of 14\./)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('is announced as loading until the response arrives', () => {
  answer = () => new Promise<Response>(() => undefined);
  show();
  expect(screen.getByRole('status', { busy: true })).toBeTruthy();
});

it('offers a retry after a failed request', async () => {
  answer = () => Response.json({ code: 'internal', status: 500 }, { status: 500 });
  show();
  const retry = await screen.findByRole('button');
  answer = () => Response.json(learned);
  fireEvent.click(retry);
  expect(await screen.findByRole('table')).toBeTruthy();
});
